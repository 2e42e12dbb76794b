"""Versions of what performs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed(package: str) -> str:
    """The version of an installed package, "" when it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
