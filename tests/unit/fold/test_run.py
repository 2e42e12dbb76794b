"""The fold groups facts, and doubts what contradicts itself."""

from __future__ import annotations

import pytest

from qarunner.errors import BundleError
from qarunner.fold.integrity import check
from qarunner.fold.run import fold
from qarunner.model import events as ev
from qarunner.model.bundle import BundleBytes
from qarunner.model.record import RunRecord
from tests.unit.builder import Log
from tests.unit.ledger import chain, seal
from tests.unit.seen import element


def folded(*events: ev.Event) -> RunRecord:
    """A record of these events alone."""
    lines = chain([(float(i), event) for i, event in enumerate(events)])
    return fold(*check(seal(lines, {})))


def started(*kinds: str, schema: str = ev.SCHEMA) -> ev.RunStarted:
    log = Log(log_schema=schema)
    for kind in kinds:
        log.planned(kind, "/")
    event = ev.EVENT.validate_python(ev.Entry.model_validate_json(log.lines()[0]).event)
    assert isinstance(event, ev.RunStarted)
    return event


def test_facts_stand_in_groups_in_log_order() -> None:
    log = Log().open("/orders").click("Save").page_error().dialog().console("hello", "info")
    log.expect({"heading": "Orders"}, element())
    log.emit(ev.Saved(place=log.place, name="code", value=7))
    record = log.record()
    assert [s.plan.kind for s in record.steps] == ["open", "click", "expect"]
    open_step, click, expect = record.steps
    assert open_step.done is not None and open_step.looked is None and len(open_step.screenshots) == 1
    assert click.done is not None and click.started is not None and click.started.seq < click.done.seq
    assert expect.looked is not None and [s.event.name for s in expect.saved] == ["code"]
    ones = ("documents", "requests", "page_errors", "dialogs", "console", "pages")
    assert all(len(getattr(record, name)) == 1 for name in ones)
    assert len(record.screenshots) == 2
    assert record.ended is not None and record.started.seq == 0


def test_steps_that_never_began_are_in_the_record() -> None:
    record = Log().open().planned("expect", {"heading": "Orders"}).record()
    assert [bool(s.started) for s in record.steps] == [True, False]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (ev.RunEnded(settled_ms=1), "The log begins with `run_ended`, not with `run_started`."),
        (
            started(schema="qarunner.log/9"),
            "The log is of the schema 'qarunner.log/9'; this version reads 'qarunner.log/1'.",
        ),
    ],
)
def test_what_is_no_log_of_ours(event: ev.Event, sentence: str) -> None:
    with pytest.raises(BundleError) as error:
        folded(event)
    assert error.value.message == sentence


def test_an_empty_log_is_no_log() -> None:
    with pytest.raises(BundleError, match="no readable first line: the log is empty"):
        fold(*check(BundleBytes(b"", None)))


_AT = ev.Place(step=0)
_REQUEST = ev.Request(
    place=_AT, number=1, method="GET", url="http://a/", path="/", resource_type="fetch", began_ms=0
)
_DOCUMENT = ev.DocumentCommitted(place=ev.Place(page=0, document=1), url="http://a/", asked="http://a/")


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([ev.StepDone(place=_AT, elapsed_ms=1)], "step 0 ends without having begun"),
        (
            [ev.StepBlocked(place=_AT, obstacle="target-missing", message="", elapsed_ms=1)],
            "step 0 ends without having begun",
        ),
        ([ev.StepStarted(place=_AT), ev.StepStarted(place=_AT)], "step 0 has this fact a second time"),
        (
            [
                ev.StepStarted(place=_AT),
                ev.StepDone(place=_AT, elapsed_ms=1),
                ev.StepBlocked(place=_AT, obstacle="target-missing", message="", elapsed_ms=1),
            ],
            "step 0 is both done and blocked",
        ),
        ([ev.StepStarted(place=ev.Place(step=7))], "belongs to a step that the plan does not have"),
        ([ev.StepStarted(place=ev.Place())], "belongs to a step that the plan does not have"),
        ([_REQUEST, _REQUEST], "request 1 comes a second time"),
        ([_DOCUMENT, _DOCUMENT], "document 1 comes a second time"),
        ([ev.DocumentCommitted(place=ev.Place(), url="", asked="")], "a document without its number"),
        ([ev.RunEnded(settled_ms=1), ev.RunEnded(settled_ms=1)], "the run ends a second time"),
        ([started("open")], "the run begins a second time"),
    ],
)
def test_facts_that_contradict_each_other_are_a_break(events: list[ev.Event], message: str) -> None:
    record = folded(started("open"), *events)
    assert [(b.what, b.message, b.seq) for b in record.integrity.breaks] == [
        ("sequence", message, len(events))
    ]
    assert not record.integrity.sealed


def test_a_skipped_step_need_not_have_begun() -> None:
    record = folded(started("open"), ev.StepSkipped(place=_AT, why="ended-before"))
    assert record.integrity.breaks == ()
    assert record.steps[0].skipped is not None
