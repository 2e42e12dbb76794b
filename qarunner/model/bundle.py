"""The bytes of a bundle as they lie on disk, before anything is believed of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BlobFact:
    """What the disk says of a file in `blobs/`: its real size and the sha256 of its real bytes."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BundleBytes:
    """One evidence folder. `strange` names entries that don't belong there (links, foreign files)."""

    log: bytes
    seal: bytes | None
    blobs: Mapping[str, BlobFact] = field(default_factory=dict)
    strange: tuple[str, ...] = ()
