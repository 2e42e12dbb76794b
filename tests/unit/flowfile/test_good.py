"""Whole flows: all fixtures are read without a mistake, and steps are kept as written."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from qarunner.flowfile.lint import not_yet_performed
from qarunner.model.flow import Allowance
from tests.unit.flowfile.reading import GOOD, HEAD, REPO, flow_of, read_file, read_texts, steps

FLOWS = sorted(GOOD.glob("*.yaml"))
OURS = sorted((REPO / "flows").glob("**/*.yaml"))


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.stem)
def test_no_mistakes_and_no_warnings(path: Path) -> None:
    reading = read_file(path)
    assert [error.render() for error in reading.errors] == []
    assert [warning.render() for warning in reading.warnings] == []
    assert reading.flow is not None
    assert reading.flow.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (reading.lint_only == ()) == (path.stem != "login")


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_the_flows_to_copy_from_are_read(path: Path) -> None:
    reading = read_file(path, folder=REPO / "flows")
    assert [error.render() for error in reading.errors] == []


def test_steps_are_kept_as_written() -> None:
    flow = flow_of(
        steps(
            'http: {post: /x, json: {id: $id, n: 7, t: "7", nothing: null, word: yes}, body_of: 1}'.replace(
                ", body_of: 1", ""
            ),
            "fill: {label: Zip, with: 0123}\n    timeout: 3s",
            "expect: {heading: Orders}\n    as: the $id shows",
            head=HEAD + 'vars: {id: "41"}\n',
        )
    )
    call, fill, check = flow.steps
    assert call.argument == {
        "post": "/x",
        "json": {"id": {"$": "$id"}, "n": 7, "t": "7", "nothing": None, "word": "yes"},
    }
    assert fill.argument == {"label": "Zip", "with": "0123"}
    assert fill.modifiers == {"timeout": "3s"}
    assert (fill.file, fill.line, fill.column, fill.index) == ("flow.yaml", 7, 5, 1)
    assert (check.id, check.label) == ("the-id-shows", "the $id shows")
    assert flow.checks == ("the-id-shows",)


def test_ids_are_stable_and_different() -> None:
    flow = flow_of(
        steps(
            "expect: {status: Order 41 saved}",
            "expect: {status: Order 41 saved}",
            "expect: {heading: A}\n    as: Größe stimmt!",
            "expect: {heading: 注文}\n    as: 注文",
            "expect: {heading: A}\n    id: status-order-41-saved",
        )
    )
    assert flow.checks[:3] == ("status-order-41-saved-2", "status-order-41-saved-3", "groe-stimmt")
    assert flow.checks[3].startswith("check-")
    assert flow.checks[4] == "status-order-41-saved"


def test_rows() -> None:
    flow = flow_of(
        steps("expect: {text: $price}", head=HEAD + "each: rows.csv\n"),
        {"rows.csv": "row,price\nus,$5\nde,5 €\n"},
    )
    assert [(row.name, row.values["price"]) for row in flow.each] == [("us", "$$5"), ("de", "5 €")]
    unnamed = flow_of(steps("expect: {text: $price}", head=HEAD + "each: [{price: a}, {price: b}]\n"))
    assert [row.name for row in unnamed.each] == ["1", "2"]


def test_what_is_not_performed_is_told_with_its_place() -> None:
    flow = flow_of(
        steps(
            "drag: {listitem: A, to: {region: B}}",
            "expect: {screenshot: a}",
            "click: {button: A}\n    when: {main: A, aria: x}",
            head=HEAD + "browser: {seed: 4}\nmatrix: {viewport: [1x1]}\n",
        )
    )
    assert [(d.line, d.column, d.message.split("`")[1]) for d in not_yet_performed(flow)] == [
        (5, 1, "matrix"),
        (4, 1, "browser.seed"),
        (7, 5, "drag"),
        (8, 5, "screenshot"),
        (9, 5, "aria"),
    ]


def test_watch_and_browser() -> None:
    head = (
        HEAD
        + "watch: {console_error: fail, allow: [{server_error: POST /x}]}\nbrowser: {viewport: 390x844}\n"
    )
    flow = flow_of(steps("expect: {heading: A}", head=head))
    assert flow.watch.level("console_error") == "fail"
    assert flow.watch.allow == (Allowance(kind="server_error", pattern="POST /x"),)
    assert flow.browser.viewport == (390, 844)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["fill: {label: Password, with: $pw}", "click: {button: A}", "expect: {heading: A}"],
            "$pw was filled",
        ),
        (["fill: {label: Password, with: $pw}", "reach: {heading: A}", "expect: {heading: A}"], ""),
        (["fill: {searchbox: Orders, with: a}", "expect: {heading: A}"], "live search"),
        (["fill: {label: Search orders, with: a}", "expect: {heading: A}"], "live search"),
        (["type: {label: Search orders, with: a}", "expect: {heading: A}"], ""),
        (["expect: {status: 404}"], "role `status`"),
    ],
)
def test_warnings(lines: list[str], told: str) -> None:
    reading = read_texts(steps(*lines, head=HEAD + "secrets: {pw: PASSWORD}\n"))
    messages = [warning.message for warning in reading.warnings]
    assert len(messages) == (1 if told else 0)
    assert all(told in message for message in messages)


def test_a_relative_open_without_base_is_a_warning() -> None:
    reading = read_texts(steps("open: /x", "expect: {heading: A}", head="qarunner: 1\nname: x\n"))
    assert [warning.line for warning in reading.warnings] == [4]
