"""The reader never raises for what a file says."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.flowfile.document import Reader, _OneFile
from qarunner.flowfile.lint import not_yet_performed
from qarunner.flowfile.problems import Report
from qarunner.model.locator import LOCATOR_KEYS
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.modifiers import MODIFIER_KEYS
from qarunner.steps.registry import BY_NAME
from qarunner.yamltext.read import Reading
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence
from tests.unit.flowfile.reading import read_texts

KEYS = sorted(
    {*LOCATOR_KEYS, *Conditions.known_keys(), *BY_NAME, *MODIFIER_KEYS, "with", "to", "file", "option", "$"}
)
TOP = [
    "qarunner",
    "name",
    "app",
    "base",
    "vars",
    "secrets",
    "browser",
    "watch",
    "each",
    "matrix",
    "steps",
    "after",
]
TEXTS = [
    "",
    "$a",
    "$$",
    "1",
    "-1",
    "true",
    "500ms",
    "/p",
    "GET /p",
    "a.yaml",
    "start",
    "(",
    "1x1",
    "50%",
    "\x00",
    "é",
]

scalars = st.builds(
    Scalar, st.sampled_from(TEXTS) | st.text(max_size=8), st.booleans(), st.integers(1, 9), st.integers(1, 9)
)


def mapping_of(keys: list[str], values: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    names = st.sampled_from(keys) | st.text(max_size=4)
    pairs = st.dictionaries(names, values, max_size=4)
    return pairs.map(lambda made: Mapping(tuple((Scalar(k, True, 1, 1), v) for k, v in made.items()), 1, 1))


def sequence_of(values: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.lists(values, max_size=3).map(lambda items: Sequence(tuple(items), 1, 1))


anything: st.SearchStrategy[Node] = st.recursive(
    scalars, lambda inner: mapping_of(KEYS, inner) | sequence_of(inner), max_leaves=12
)
a_step = mapping_of([*BY_NAME, *MODIFIER_KEYS], anything)
a_flow = mapping_of(TOP, anything | sequence_of(a_step))


def nothing_there(path: str) -> bytes:
    raise FileNotFoundError(2, "No such file", path)


@settings(max_examples=400, deadline=None)
@given(st.one_of(anything, a_flow))
def test_any_tree(node: Node) -> None:
    reader = Reader(nothing_there, "")
    report = Report("flow.yaml", Reading(node, ()))
    _OneFile(reader, report, "flow.yaml", ("flow.yaml",), None).read(node, None)
    for diagnostic in report.found:
        assert "\n" not in diagnostic.message


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text("{}[]:,-$ \n\"'#&*!|>%@`abexpectclickopen", max_size=200))
def test_any_text(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    reading = read_texts("qarunner: 1\nname: x\nsteps:\n  - expect: {heading: A}\n" + text)
    assert (reading.flow is None) == bool(reading.errors)
    if reading.flow is not None:
        not_yet_performed(reading.flow)
