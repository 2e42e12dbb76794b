"""One flow file with all that it uses: header, steps in one list, and every mistake.

`use` is resolved here: its steps stand in the place of the step, with the variables of the used file and the
values of `with:` written into them, so that nothing of it is left in a Flow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from qarunner.errors import Diagnostic, QaError
from qarunner.flowfile import paths
from qarunner.flowfile.convert import locate, written
from qarunner.flowfile.each import name_rows, read_csv
from qarunner.flowfile.header import Defaults, Header, merge
from qarunner.flowfile.names import Scope, saved_by, scope_of
from qarunner.flowfile.problems import Report
from qarunner.flowfile.since import check_id, with_since
from qarunner.flowfile.steps import RawStep, read_steps
from qarunner.flowfile.use import handed_in, names_in, values_given
from qarunner.model.flow import Row
from qarunner.model.mistakes import SlotError, nearest
from qarunner.model.values import inline, references
from qarunner.model.written import How
from qarunner.yamltext.read import read_bytes
from qarunner.yamltext.tree import Mapping as MappingNode
from qarunner.yamltext.tree import Node, Scalar, Sequence

MAX_STEPS = 1000
MAX_FILES = 200
_WITH_REFERENCES = ("app", "base", "origins", "browser")
_HANDED_DOWN = ("user", "because", "timeout")


@dataclass(slots=True)
class Document:
    """What one file gives. `places` are the lines and columns of its top keys."""

    path: str
    header: Header
    steps: list[RawStep] = field(default_factory=list)
    after: list[RawStep] = field(default_factory=list)
    rows: tuple[Row, ...] = ()
    secrets: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)


class Reader:
    """Reads files through `load` (path -> bytes; OSError or QaError when it cannot)."""

    def __init__(self, load: Callable[[str], bytes], root: str) -> None:
        self.load = load
        self.root = root
        self.errors: list[Diagnostic] = []
        self.digests: dict[str, str] = {}
        self.loads = 0

    def main(self, path: str, defaults: Defaults | None) -> Document | None:
        """The document at `path`, as far as it could be read; None when nothing could."""
        data, why = self._bytes(path)
        if data is None:
            self.errors.append(Diagnostic(path, 1, 1, f"the file cannot be read: {why}"))
            return None
        return self.document(path, data, defaults=defaults)

    def document(
        self,
        path: str,
        data: bytes,
        *,
        defaults: Defaults | None = None,
        given: Mapping[str, str] | None = None,
        stack: tuple[str, ...] = (),
    ) -> Document | None:
        """As `main`. `given` are the names of `with:`, `stack` the files that led here."""
        reading = read_bytes(data, path)
        self.errors.extend(reading.diagnostics)
        report = Report(path, reading)
        found = None
        if reading.node is not None:
            found = _OneFile(self, report, path, (*stack, path), given).read(reading.node, defaults)
        self.errors.extend(report.found)
        return found

    def _bytes(self, path: str) -> tuple[bytes | None, str]:
        """(the bytes of a file, or why there are none)."""
        self.loads += 1
        try:
            data = self.load(path)
        except (OSError, QaError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            return None, why or type(error).__name__
        self.digests[path] = hashlib.sha256(data).hexdigest()
        return data, ""

    def beside(self, path: str, node: Node, report: Report) -> bytes | None:
        """The bytes of another file; the mistake is told at `node`."""
        data, why = self._bytes(path)
        if data is None:
            report.add(node, f"{path} cannot be read: {why}", "is the path right?")
        return data


class _OneFile:
    """The reading of one file. `stack` are the files that led here, this one last."""

    def __init__(
        self,
        reader: Reader,
        report: Report,
        path: str,
        stack: tuple[str, ...],
        given: Mapping[str, str] | None,
    ) -> None:
        self.reader, self.report, self.path, self.stack, self.given = reader, report, path, stack, given
        self.complete = True

    def read(self, node: Node, defaults: Defaults | None) -> Document | None:
        if not isinstance(node, MappingNode):
            self.report.add(node, "a flow is a mapping of keys", f"begin with {Header.example}")
            return None
        header = self._header(node)
        places = {key.text: (key.line, key.column) for key, _ in node.entries}
        document = Document(self.path, merge(header, defaults), places=places)
        document.rows = self._rows(node, document.header)
        document.secrets = dict(document.header.secrets)
        columns = document.rows[0].values if document.rows else ()
        handed = tuple(self.given or ())
        scope = scope_of(node, document.header, columns, handed, self.report)
        for key in ("steps", "after"):
            part = node.get(key)
            if part is None or (key == "after" and isinstance(part, Scalar) and part.empty):
                continue
            self._steps(part, getattr(document, key), document, scope, after=key == "after")
        return document

    def _header(self, node: MappingNode) -> Header:
        data = written(node)
        try:
            header = Header.model_validate(data, context=How(), by_alias=True, by_name=False)
        except ValidationError as error:
            self.report.take(error, node)
            header = Header.model_construct(name="", qarunner=1, steps=None)
            for name in ("vars", "secrets"):
                part = node.get(name)
                if isinstance(part, MappingNode):
                    kept = {k.text: v.text for k, v in part.entries if isinstance(v, Scalar)}
                    header = header.model_copy(update={name: kept})
        return header

    def _rows(self, node: MappingNode, header: Header) -> tuple[Row, ...]:
        each = header.each
        place = node.get("each")
        if each is None or place is None:
            return ()
        rows: list[dict[str, str]] = [dict(row) for row in each.rows]
        if each.csv is not None:
            rows = []
            try:
                path = paths.resolve(self.path, self.reader.root, each.csv)
            except SlotError as error:
                self.report.add(place, error.message, error.fix)
                return ()
            data = self.reader.beside(path, place, self.report)
            if data is not None:
                rows = read_csv(data, path, place, self.report)
            if not rows:
                self.complete = False
                return ()
        return name_rows(rows, place, self.report)

    def _steps(
        self, node: Node, steps: list[RawStep], document: Document, scope: Scope, *, after: bool
    ) -> None:
        by_place = {
            (item.line, item.column): step for step, item in read_steps(node, self.report, after=after)
        }
        items = node.items if isinstance(node, Sequence) else ()
        written_ids: dict[str, Node] = {}
        for item in items:
            if not isinstance(item, MappingNode):
                continue
            if self.complete:
                scope.check(item, self.report)
            step = by_place.get((item.line, item.column))
            if step is None:
                self.complete = self.complete and item.get("use") is None
            elif step.kind == "use":
                self._use(step, item, steps, document, scope)
            else:
                check_id(step, item, written_ids, self.report)
                steps.append(with_since(step, item, steps, items, self.report, complete=self.complete))
                self._files(step, item)
            for name in saved_by(item):
                scope.save(name, item, self.report)
        if items and len(steps) > MAX_STEPS:
            self.report.add(node, f"there are more than {MAX_STEPS} steps", "split the flow")
            del steps[MAX_STEPS:]

    def _files(self, step: RawStep, item: MappingNode) -> None:
        """Paths that a step names stay in the project."""
        argument = step.argument if isinstance(step.argument, dict) else {}
        for key in {"upload": ("file",), "drop": ("file",), "storage": ("save", "load")}.get(step.kind, ()):
            value = argument.get(key)
            for index, name in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(name, str) and not references(name):
                    try:
                        paths.resolve(self.path, self.reader.root, name)
                    except SlotError as error:
                        self.report.add(locate(item, (step.kind, key, index))[0], error.message, error.fix)

    def _use(
        self, step: RawStep, item: MappingNode, steps: list[RawStep], document: Document, scope: Scope
    ) -> None:
        """Puts the steps of the used file at the end of `steps`."""
        where = locate(item, ("use",))[0]
        argument = step.argument if isinstance(step.argument, dict) else {}
        given = values_given(item, self.report)
        path = self._used_path(str(argument.get("file", "")), where)
        if path is None or given is None:
            self.complete = False
            return
        if len(steps) > MAX_STEPS or self.reader.loads > MAX_FILES:
            self.report.add(
                where, "too many files are used", f"at most {MAX_FILES} files and {MAX_STEPS} steps are read"
            )
            self.complete = False
            return
        data = self.reader.beside(path, where, self.report)
        if data is None:
            self.complete = False
            return
        inner = self.reader.document(path, data, given=given, stack=self.stack)
        if inner is None:
            self.complete = False
            return
        known = {*inner.header.vars, *inner.header.secrets}
        known.update(name for one in inner.steps for name in names_in(one))
        for name in given:
            if name not in known:
                near = nearest(name, known)
                fix = (
                    f"did you mean `{near}`?"
                    if near
                    else f"it takes: {', '.join(sorted(known)) or 'nothing'}"
                )
                self.report.add(locate(item, ("with", name, "[key]"))[0], f"{path} has no `${name}`", fix)
        for name, variable in inner.secrets.items():
            if name in given:
                continue
            ours = document.secrets.setdefault(name, variable)
            if ours != variable or scope.origin.get(name, "secrets") != "secrets":
                fix = f"hand it in: `with: {{{name}: ${name}}}`"
                self.report.add(where, f"{path} has another `{name}` than this flow", fix)
        texts: dict[str, str] = dict(given)
        for name, text in inner.header.vars.items():
            if name not in given:
                texts[name] = str(inline(text, texts))
        offset = len(steps)
        for one in inner.steps:
            steps.append(handed_in(one, step, texts, offset, where, self.report))
            for name in one.saves:
                scope.save(name, where, self.report)

    def _used_path(self, wanted: str, where: Node) -> str | None:
        if references(wanted):
            self.report.add(where, "the file of `use` cannot hold a reference", "write its name")
            return None
        try:
            path = paths.resolve(self.path, self.reader.root, wanted)
        except SlotError as error:
            self.report.add(where, error.message, error.fix)
            return None
        if path in self.stack:
            chain = " uses ".join((*self.stack[self.stack.index(path) :], path))
            self.report.add(where, f"a flow cannot use itself: {chain}", "take one of the `use` steps out")
            return None
        return path
