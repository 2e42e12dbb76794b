"""A flow file -> Flow, with all mistakes at once."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from qarunner.errors import Diagnostic
from qarunner.flowfile.convert import written
from qarunner.flowfile.document import Document, Reader
from qarunner.flowfile.header import Defaults
from qarunner.flowfile.ids import assign
from qarunner.flowfile.lint import lint_only, warn
from qarunner.flowfile.problems import Report, in_order
from qarunner.flowfile.steps import RawStep
from qarunner.model.base import Json
from qarunner.model.flow import FileUsed, Flow, Step
from qarunner.model.written import How
from qarunner.yamltext.read import Reading
from qarunner.yamltext.tree import Node


@dataclass(frozen=True, slots=True)
class FlowReading:
    """`flow` is None when there are errors. `lint_only`: refused by `lint`, yet it can run (no check)."""

    flow: Flow | None
    errors: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...] = ()
    lint_only: tuple[Diagnostic, ...] = ()


def load_flow(
    path: str, load: Callable[[str], bytes], *, root: str | None = None, defaults: Defaults | None = None
) -> FlowReading:
    """Reads the flow at `path` (with `/` between its parts) and all that it uses; never raises for what a
    file says.

    `load` gives the bytes of a path, OSError or QaError when it cannot. `root` is the folder of the project,
    which no path may leave, seen from where `path` is seen; without it the flow's own folder."""
    clean = posixpath.normpath(path)
    reader = Reader(load, posixpath.dirname(clean) if root is None else root)
    document = reader.main(clean, defaults)
    errors = in_order(reader.errors, clean)
    if document is None or errors:
        return FlowReading(None, errors)
    flow = _flow(path, document, reader)
    return FlowReading(flow, (), warn(flow), lint_only(flow))


def read_defaults(node: Node, reading: Reading, file: str) -> tuple[Defaults | None, tuple[Diagnostic, ...]]:
    """What stands under `defaults:` in `qarunner.yaml`, or None with the mistakes."""
    report = Report(file, reading)
    try:
        given = Defaults.model_validate(written(node), context=How(), by_alias=True, by_name=False)
    except ValidationError as error:
        report.take(error, node)
        return None, in_order(report.found, file)
    return given, ()


def _flow(path: str, document: Document, reader: Reader) -> Flow:
    header = document.header
    ids = assign([*document.steps, *document.after])
    count = len(document.steps)
    return Flow(
        path=path,
        digest=reader.digests[document.path],
        name=header.name,
        because=header.because,
        tags=header.tags,
        app=header.app,
        base=header.base,
        origins=header.origins,
        vars=header.vars,
        secrets=document.secrets,
        browser=header.browser,
        watch=header.watch,
        timeout_ms=header.timeout_ms,
        budget_ms=header.budget_ms,
        settle_ms=header.settle_ms,
        mask=header.mask,
        each=document.rows,
        matrix=header.matrix,
        steps=_steps(document.steps, ids[:count], 0),
        after=_steps(document.after, ids[count:], count),
        uses=tuple(
            FileUsed(path=used, digest=digest)
            for used, digest in reader.digests.items()
            if used != document.path
        ),
        places=document.places,
    )


def _steps(raw: list[RawStep], ids: list[str | None], first: int) -> tuple[Step, ...]:
    made = []
    for offset, (one, own) in enumerate(zip(raw, ids, strict=True)):
        modifiers: dict[str, Json] = dict(one.modifiers)
        if one.since is not None:
            modifiers["since"] = ids[one.since]
        made.append(
            Step(
                index=first + offset,
                kind=one.kind,
                argument=one.argument,
                modifiers=modifiers,
                file=one.file,
                line=one.line,
                column=one.column,
                id=own,
                label=one.typed.modifiers.as_ or one.typed.describe(),
            )
        )
    return tuple(made)
