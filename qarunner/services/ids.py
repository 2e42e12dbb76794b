"""Random names."""

from __future__ import annotations

import secrets
import string
from datetime import UTC, datetime

_ALPHABET = string.ascii_lowercase + string.digits


def run_id() -> str:
    """A name for a run that sorts by time (UTC): `20261130-184501-7f3kq2`."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{_random(6)}"


def run_token() -> str:
    """Eight small letters and digits, the first a letter: `$run` and `$build` of an attempt."""
    return secrets.choice(string.ascii_lowercase) + _random(7)


def _random(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))
