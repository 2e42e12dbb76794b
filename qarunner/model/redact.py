"""Secrets out of everything, before it is written: `Redactor`, and the scan that proves it.

A secret becomes `[secret:name]`. The strength of the rule goes by length (white space around a value is
not part of it): from 4 characters on every spelling is replaced anywhere (see `secret_forms`); 1 to 3
characters only as a whole word, written plainly, since more would shred every text (`notes()` says so); an
empty value is none. Where a long text ends within a secret, because it was cut there, that part is replaced.
Secrets under 12 characters are left alone inside a git or sha256 digest, where they can only be an accident.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from qarunner.model import events, observation
from qarunner.model.base import Json, Value
from qarunner.model.needles import CUT, SHORT, Span, needles, replaced

V = TypeVar("V", bound=Value)

_SURE = 12
_DIGEST = re.compile(r"(?<![0-9A-Za-z])[0-9a-f]{40}(?:[0-9a-f]{24})?(?![0-9A-Za-z])")
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")
_KEPT_HEADERS = frozenset(
    {
        *("accept", "accept-language", "accept-ranges", "age", "allow", "cache-control"),
        *("content-disposition", "content-encoding", "content-language", "content-length", "content-type"),
        *("date", "expires", "last-modified", "location", "retry-after", "server", "vary"),
    }
)


class Redactor:
    """Knows the secrets of an attempt. Immutable; never shows a value."""

    def __init__(self, secrets: Mapping[str, str], words: Iterable[str] = ()) -> None:
        """`secrets`: name -> value. `words` are keys of our own formats beside the fields of the log, which
        stay as they are when they are the key of an object."""
        self._secrets = {name: value for name, value in secrets.items() if value.strip()}
        self._words = frozenset(words) | _log_words()
        ordered = sorted(self._secrets.items(), key=lambda item: -len(item[1].strip()))
        self._needles = tuple(n for name, value in ordered for n in needles(name, value.strip()))
        self._shortest = min((len(n.value) for n in self._needles), default=0)
        names = "|".join(re.escape(name) for name in self._secrets)
        self._placeholder = re.compile(rf"(?:\[secret:(?:{names})\])+")

    def __repr__(self) -> str:
        return f"Redactor({', '.join(self._secrets)})"

    def with_secret(self, name: str, value: str) -> Redactor:
        """A redactor that knows one more; a name that is known keeps its earlier value as well."""
        free, count = name, 2
        while self._secrets.get(free, value) != value:
            free, count = f"{name}-{count}", count + 1
        return Redactor({**self._secrets, free: value}, self._words)

    def notes(self) -> tuple[str, ...]:
        """One sentence for each secret that is too short to be replaced everywhere."""
        return tuple(
            f"secret `{name}` has only {len(value.strip())} characters: replaced as a whole word only"
            for name, value in self._secrets.items()
            if len(value.strip()) < SHORT
        )

    def text(self, text: str) -> str:
        """`text` with `[secret:name]` in the place of every secret."""
        for _ in range(3):
            spans = self._find(text)
            if not spans:
                break
            text = replaced(text, spans)
        return text

    def json(self, value: Json) -> Json:
        """Texts and keys redacted; a number that is written like a secret becomes its placeholder."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return [self.json(item) for item in value]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._number(value)
        return value

    def value(self, value: V) -> V:
        """A model value (an event, an observation): its texts and JSON redacted, the closed words of its
        format (`kind` ...), numbers and the digests of blobs left alone."""
        changed: dict[str, Any] = {}
        for name, is_json in _open_fields(type(value)):
            old = getattr(value, name)
            new = self.json(old) if is_json else self._part(old)
            if new is not old and new != old:
                changed[name] = new
        return value.model_copy(update=changed) if changed else value

    def data(self, data: bytes) -> bytes:
        """A body. UTF-8 and UTF-16 texts; JSON stays JSON; images are left (their pixels are masked)."""
        if not self._needles or data.startswith(_IMAGES):
            return data
        for needle in self._needles:
            for codec in ("utf-16-le", "utf-16-be"):
                wide = needle.value.encode(codec, "surrogatepass")
                if needle.spellings and wide in data:
                    data = data.replace(wide, f"[secret:{needle.name}]".encode(codec))
        text = data.decode("utf-8", "surrogateescape")
        if (clean := self.text(text)) == text:
            return data
        try:
            parsed = json.loads(text)
        except (ValueError, RecursionError):
            return clean.encode("utf-8", "surrogateescape")
        whole = json.dumps(self.json(parsed), ensure_ascii=False, separators=(",", ":"))
        return self.text(whole).encode("utf-8", "surrogatepass")

    def headers(self, headers: Mapping[str, str], also: Iterable[str] = ()) -> dict[str, str]:
        """Names in lower case. Only harmless headers and those in `also` keep their value (redacted);
        cookies, authorisation and everything unknown become `[not kept]`."""
        kept = _KEPT_HEADERS | {name.lower() for name in also}
        return {
            self.text(name.lower()): self.text(value) if name.lower() in kept else "[not kept]"
            for name, value in headers.items()
        }

    def canary_scan(self, files: Iterable[tuple[str, bytes]]) -> list[str]:
        """Leaks in files that are about to be published, one sentence a file and secret. `files`: (name,
        bytes); `.json` and `.jsonl` are read as JSON, a line at a time."""
        leaks: dict[str, None] = {}
        for file, data in files:
            for name in self._leaks(file, data):
                leaks[f"{self.text(file)}: holds the value of secret `{name}`"] = None
        return list(leaks)

    def _leaks(self, file: str, data: bytes) -> Iterator[str]:
        if data.startswith(_IMAGES):
            return
        for needle in self._needles:
            wide = (needle.value.encode(codec, "surrogatepass") for codec in ("utf-16-le", "utf-16-be"))
            if needle.spellings and any(form in data for form in wide):
                yield needle.name
        text = data.decode("utf-8", "surrogateescape")
        for plain in _parts(file, text, self._words):
            yield from (name for _, _, name in self._find(plain))

    def _find(self, text: str) -> list[Span]:
        """All places to replace, in order; those inside a placeholder or a digest are none."""
        if len(text) < self._shortest or not self._needles:
            return []
        escaped = "%" in text or "\\" in text or "&" in text
        found: list[Span] = []
        digests: list[tuple[int, int]] | None = None
        for needle in self._needles:
            for start, end, name in needle.search(text, escaped):
                if end - start < _SURE:
                    if digests is None:
                        digests = [m.span() for m in _DIGEST.finditer(text)]
                    if any(a <= start and end <= b for a, b in digests):
                        continue
                found.append((start, end, name))
        if len(text) >= CUT:
            cut = [span for needle in self._needles for span in needle.cut_off(text)]
            found += [one for one in cut if not any(span[1] > one[0] for span in found)]
        if found and "[secret:" in text:
            ours = [m.span() for m in self._placeholder.finditer(text)]
            found = [s for s in found if not any(a <= s[0] and s[1] <= b for a, b in ours)]
        return found

    def _object(self, value: dict[str, Json]) -> dict[str, Json]:
        clean: dict[str, Json] = {}
        for key, item in value.items():
            free = shown = key if key in self._words else self.text(key)
            count = 2
            while free in clean:
                free, count = f"{shown}-{count}", count + 1
            clean[free] = self.json(item)
        return clean

    def _number(self, value: int | float) -> Json:
        written = json.dumps(value)
        for needle in self._needles:
            if written == needle.value and needle.spellings:
                return f"[secret:{needle.name}]"
        return value

    def _part(self, part: Any) -> Any:
        if isinstance(part, str):
            return self.text(part)
        if isinstance(part, Value):
            return self.value(part)
        if isinstance(part, tuple):
            return tuple(self._part(item) for item in part)
        if isinstance(part, dict):
            return self._object(part)
        return self.json(part) if isinstance(part, list) else part


def _parts(file: str, text: str, words: frozenset[str]) -> Iterator[str]:
    """What a scan searches: the texts of JSON (numbers and our own words can equal a secret by accident),
    else all of it."""
    if file.endswith(".jsonl"):
        for line in text.split("\n"):
            yield from _strings(line, words)
    elif file.endswith(".json"):
        yield from _strings(text, words)
    else:
        yield text


def _strings(text: str, words: frozenset[str]) -> Iterator[str]:
    """The texts in a JSON value; `text` itself if it is none."""
    try:
        todo: list[Json] = [json.loads(text)]
    except (ValueError, RecursionError):
        yield text
        return
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            yield from (key for key in item if key not in words)
            todo += [part for key, part in item.items() if key != "kind"]


@lru_cache(maxsize=256)
def _open_fields(cls: type[Value]) -> tuple[tuple[str, bool], ...]:
    """Fields that can hold foreign text, each with: is it free JSON?"""
    fields = ((name, field.annotation) for name, field in cls.model_fields.items())
    closed = (int, float, bool)
    return tuple(
        (name, kind == Json)
        for name, kind in fields
        if kind not in closed and get_origin(kind) is not Literal and not _numeric(kind)
    )


def _numeric(kind: Any) -> bool:
    return bool(get_args(kind)) and set(get_args(kind)) <= {int, float, bool, type(None)}


@lru_cache(maxsize=1)
def _log_words() -> frozenset[str]:
    """The names of all fields of events and observations."""
    found = {"seq", "at", "prev", "event"}
    for module in (events, observation):
        for cls in vars(module).values():
            if isinstance(cls, type) and issubclass(cls, Value):
                found |= set(cls.model_fields)
    return frozenset(found)
