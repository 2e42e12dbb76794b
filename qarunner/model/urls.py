"""PATH patterns: `/orders/*`, `/api/x?what=metrics`, `https://host/p`, compared whole and percent-decoded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from qarunner.model.base import Value

_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_USER = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@")
"""User and password say nothing about an address, and may hold what no URL may (`[secret:name]`)."""
_FULL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class MethodPath(Value):
    """`POST /api/orders`: a method in capitals (`*` is any) and a PATH."""

    method: str
    path: str

    def fits(self, method: str, url: str, origins: Iterable[str] = ()) -> bool:
        """Whether a request is this one. `origins` as in `path_matches`."""
        return self.method in ("*", method.upper()) and path_matches(self.path, url, origins)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(_USER.sub(r"\1", url))
        _ = parts.port
    except ValueError:
        return None
    return parts


def origin_of(url: str) -> str:
    """`scheme://host[:port]` in lower case without a default port; "" when there is none."""
    parts = _split(url)
    if parts is None or not parts.scheme:
        return ""
    scheme = parts.scheme.lower()
    if scheme == "file":
        return "file://"
    if not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = parts.port
    return f"{scheme}://{host}" if port is None or port == _PORTS.get(scheme) else f"{scheme}://{host}:{port}"


def is_full_url(text: str) -> bool:
    """Whether `text` begins with a scheme."""
    return _FULL.match(text) is not None


def path_matches(pattern: str, url: str, origins: Iterable[str] = ()) -> bool:
    """Whether `url` is what `pattern` says.

    A pattern that is a full URL fixes the origin; a PATH counts on each of `origins` (URLs; `base` may be a
    `file:` URL, then the path is that below it), or on any when there are none. `*` stands for any characters
    of one segment, `**` for any; the keys of a query in the pattern must be there with these values, others
    may be; a fragment is compared only when the pattern has one.
    """
    seen = _split(url)
    if seen is None:
        return False
    wanted = _split(pattern) if is_full_url(pattern) else _split("x://x" + _rooted(pattern))
    if wanted is None:
        return False
    paths = _paths(pattern, seen, url, tuple(origins))
    return (
        any(_path_fits(wanted.path or "/", path) for path in paths)
        and _query_fits(wanted.query, seen.query)
        and (not wanted.fragment or _fits(unquote(wanted.fragment), unquote(seen.fragment)))
    )


def _rooted(pattern: str) -> str:
    return pattern if pattern.startswith(("/", "?", "#")) else f"/{pattern}"


def _paths(pattern: str, seen: SplitResult, url: str, origins: tuple[str, ...]) -> list[str]:
    """The path of `url` as it is compared, on each declared origin that it belongs to."""
    path = seen.path or "/"
    if is_full_url(pattern):
        return [path] if _same_origin(origin_of(pattern), origin_of(url)) else []
    if not origins:
        return [path]
    found = []
    for origin in origins:
        if not _same_origin(origin_of(origin), origin_of(url)):
            continue
        if origin_of(origin) == "file://":
            folder = urlsplit(origin).path.rpartition("/")[0]
            if path.startswith(f"{folder}/"):
                found.append(path[len(folder) :])
        else:
            found.append(path)
    return found


def _same_origin(one: str, other: str) -> bool:
    """Equal origins; a WebSocket counts as its HTTP twin."""
    return one != "" and _http(one) == _http(other)


def _http(origin: str) -> str:
    return "http" + origin[2:] if origin.startswith("ws") else origin


def _path_fits(pattern: str, path: str) -> bool:
    """Segments are compared decoded, so that `%2F` is no separator."""
    return _fits(_decoded(pattern), _decoded(path))


def _decoded(path: str) -> str:
    return "/".join(unquote(part).replace("/", "\x00") for part in path.split("/"))


def _fits(pattern: str, text: str) -> bool:
    expression = "".join(
        ".*" if part == "**" else "[^/]*" if part == "*" else re.escape(part)
        for part in re.split(r"(\*\*|\*)", re.sub(r"\*{3,}", "**", pattern))
    )
    return re.fullmatch(expression, text, re.DOTALL) is not None


def _query_fits(wanted: str, seen: str) -> bool:
    has = parse_qs(seen, keep_blank_values=True, max_num_fields=None)
    for key, values in parse_qs(wanted, keep_blank_values=True).items():
        found = has.get(key, [])
        if len(found) != len(values) or not all(_any_fits(w, s) for w, s in zip(values, found, strict=True)):
            return False
    return True


def _any_fits(pattern: str, text: str) -> bool:
    """In a query `*` stands for any text."""
    return (
        re.fullmatch(".*".join(re.escape(part) for part in pattern.split("*")), text, re.DOTALL) is not None
    )
