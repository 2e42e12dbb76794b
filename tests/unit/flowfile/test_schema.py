"""The JSON Schema and the reader come from the same classes and agree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from qarunner.flowfile.convert import written
from qarunner.flowfile.schema import json_schema
from qarunner.yamltext.read import read
from tests.unit.flowfile.reading import BAD, GOOD, HEAD, REPO, read_file, read_texts, steps

FLOWS = sorted(GOOD.glob("*.yaml")) + sorted((REPO / "flows").glob("**/*.yaml"))
BOTH_REFUSE = (
    "unknown-step-kind",
    "two-kinds",
    "no-kind",
    "step-is-text",
    "steps-is-mapping",
    "unknown-modifier",
    "modifier-not-allowed",
    "key-outside",
    "expect-under-when",
    "unknown-locator-key",
    "two-locators",
    "no-locator",
    "locator-is-text",
    "unknown-role",
    "list-as-text",
    "nth-and-column",
    "duration",
    "bad-number",
    "flags",
    "response",
    "attribute",
    "empty-mapping",
    "after-expect",
    "top-unknown-key",
    "top-missing",
    "not-a-flow",
    "version",
    "app",
    "watch",
    "http",
    "page-and-popup",
    "scroll-and-drag",
    "when",
    "with-elsewhere",
    "console-and-dialog",
    "many-mistakes",
    "mock-and-storage",
)


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json_schema())


def tree(text: str) -> Any:
    node = read(text, "x").node
    return None if node is None else written(node)


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())
    assert json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", FLOWS, ids=lambda path: path.stem)
def test_good_flows_pass(path: Path) -> None:
    found = list(validator().iter_errors(tree(path.read_text())))
    assert [f"{list(error.absolute_path)}: {error.message[:200]}" for error in found] == []


@pytest.mark.parametrize("name", BOTH_REFUSE)
def test_bad_flows_pass_neither(name: str) -> None:
    path = BAD / f"{name}.yaml"
    assert read_file(path).flow is None
    assert not validator().is_valid(tree(path.read_text()))


@pytest.mark.parametrize(
    "step",
    [
        "open: {url: /, status: $s}",
        "wait: $t",
        "scroll: $edge",
        "click: {button: $b, nth: $n}\n    timeout: $t",
        "expect: {testid: a, count: $n, enabled: $e}",
        "expect: {response: $m /x, status_code: $s}",
        "set_viewport: $v",
    ],
)
def test_a_reference_can_stand_in_typed_slots(step: str) -> None:
    text = steps(step, head=HEAD + "vars: {s: a, t: a, b: a, n: a, e: a, m: a, v: a, edge: a}\n")
    assert [error.render() for error in read_texts(text).errors] == []
    assert list(validator().iter_errors(tree(text))) == []


def test_numbers_and_truth_values_are_fine_for_editors() -> None:
    flow = {
        "qarunner": 1,
        "name": "x",
        "steps": [
            {"expect": {"testid": "a", "count": 3, "enabled": True}},
            {"click": {"button": 1, "nth": -1}},
            {"reload": None},
        ],
    }
    assert list(validator().iter_errors(flow)) == []
