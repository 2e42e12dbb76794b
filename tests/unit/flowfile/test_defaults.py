"""What `qarunner.yaml` gives to every flow."""

from __future__ import annotations

from qarunner.flowfile.header import Defaults
from qarunner.flowfile.load import load_flow, read_defaults
from qarunner.model.flow import Allowance, Flow
from qarunner.yamltext.read import read

GIVEN = """
base: http://127.0.0.1:9000
timeout: 4s
vars: {email: ada@example.com, who: ada}
secrets: {password: PW}
browser: {locale: de-DE, viewport: 800x600}
watch: {console_error: fail, allow: [{client_error: /favicon.ico}]}
"""


def defaults() -> Defaults:
    reading = read(GIVEN, "qarunner.yaml")
    assert reading.node is not None
    found, mistakes = read_defaults(reading.node, reading, "qarunner.yaml")
    assert mistakes == ()
    assert found is not None
    return found


def flow(head: str = "") -> Flow:
    steps = "steps:\n  - fill: {label: A, with: $email $password}\n  - reach: {heading: A}\n"
    text = f"qarunner: 1\nname: x\n{head}{steps}"
    reading = load_flow("f.yaml", lambda _: text.encode(), defaults=defaults())
    assert [error.render() for error in reading.errors] == []
    assert reading.flow is not None
    return reading.flow


def test_what_a_flow_leaves_out_is_taken() -> None:
    made = flow()
    assert (made.base, made.timeout_ms, made.secrets) == ("http://127.0.0.1:9000", 4000, {"password": "PW"})
    assert (made.browser.locale, made.browser.viewport) == ("de-DE", (800, 600))
    assert made.watch.level("console_error") == "fail"


def test_a_flow_goes_before() -> None:
    head = (
        "base: http://h\ntimeout: 1s\nvars: {email: zed, password: typed}\nbrowser: {locale: en-US}\n"
        "watch: {console_error: note, allow: [{server_error: /x}]}\n"
    )
    made = flow(head)
    assert (made.base, made.timeout_ms) == ("http://h", 1000)
    assert made.vars == {"email": "zed", "who": "ada", "password": "typed"}
    assert made.secrets == {}
    assert (made.browser.locale, made.browser.viewport) == ("en-US", (800, 600))
    assert made.watch.level("console_error") == "note"
    assert made.watch.allow == (
        Allowance(kind="client_error", pattern="/favicon.ico"),
        Allowance(kind="server_error", pattern="/x"),
    )


def test_mistakes_have_places() -> None:
    reading = read("basis: x\ntimeout: soon\n", "qarunner.yaml")
    assert reading.node is not None
    found, mistakes = read_defaults(reading.node, reading, "qarunner.yaml")
    assert found is None
    assert [(m.line, m.column) for m in mistakes] == [(1, 1), (2, 10)]
