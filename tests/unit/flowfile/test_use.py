"""`use`: the steps of another file stand in its place, with their values written in."""

from __future__ import annotations

from qarunner.model.values import resolve, substitute
from tests.unit.flowfile.reading import HEAD, flow_of, read_texts, steps

LOGIN = steps(
    "fill: {label: Email, with: $email}\n    id: filled",
    "fill: {label: Password, with: $password}",
    "expect: {response: POST /login, status_code: 200}\n    since: filled\n    as: it let us in",
    "http: {get: /me}\n    save: {me: /id}",
    head=HEAD + "vars: {user: ada, email: $user@example.com}\nsecrets: {password: PW}\n",
)


def test_values_are_written_in() -> None:
    flow = flow_of(
        steps(
            "use: login.yaml\n    with: {email: $who}\n    user: bob",
            "use: login.yaml",
            "expect: {text: $me}",
            head=HEAD + "vars: {who: zed$run}\n",
        ),
        {"login.yaml": LOGIN},
    )
    assert [step.kind for step in flow.steps] == ["fill", "fill", "expect", "http"] * 2 + ["expect"]
    assert flow.steps[0].argument == {"label": "Email", "with": "$who"}
    assert flow.steps[4].argument == {"label": "Email", "with": "ada@example.com"}
    assert flow.steps[0].modifiers["user"] == "bob"
    assert "user" not in flow.steps[4].modifiers
    assert flow.steps[0].file == "login.yaml"
    assert flow.secrets == {"password": "PW"}
    assert [used.path for used in flow.uses] == ["login.yaml"]


def test_equal_ids_are_told_apart_and_windows_follow() -> None:
    flow = flow_of(steps("use: login.yaml", "use: login.yaml"), {"login.yaml": LOGIN})
    assert flow.checks == ("it-let-us-in", "it-let-us-in-2")
    assert [flow.steps[0].id, flow.steps[4].id] == ["filled", "filled-2"]
    assert [flow.steps[2].modifiers["since"], flow.steps[6].modifiers["since"]] == ["filled", "filled-2"]


def test_dollars_stay_dollars() -> None:
    inner = steps("fill: {label: A, with: $a$b}", head=HEAD + "vars: {a: x, b: y}\n")
    flow = flow_of(
        steps("use: inner.yaml\n    with: {a: 5$, b: $c$$}", head=HEAD + "vars: {c: z}\n"),
        {"inner.yaml": inner},
    )
    argument = substitute(flow.steps[0].argument, resolve(flow.vars, {}))
    assert argument == {"label": "A", "with": "5$z$"}


def test_files_in_folders_and_nested_use() -> None:
    files = {
        "parts/outer.yaml": steps("use: ../inner.yaml\n    with: {a: $b}", head=HEAD + "vars: {b: x}\n"),
        "inner.yaml": steps("type: $a", head=HEAD + "vars: {a: y}\n"),
    }
    flow = flow_of(steps("use: parts/outer.yaml\n    with: {b: z}"), files)
    assert [(step.argument, step.file) for step in flow.steps] == [("z", "inner.yaml")]
    assert [used.path for used in flow.uses] == ["parts/outer.yaml", "inner.yaml"]


def test_cycles_through_several_files_are_refused() -> None:
    files = {"a.yaml": steps("use: b.yaml"), "b.yaml": steps("use: a.yaml")}
    reading = read_texts(steps("use: a.yaml"), files)
    assert [error.message for error in reading.errors] == [
        "a flow cannot use itself: a.yaml uses b.yaml uses a.yaml"
    ]
    assert reading.errors[0].file == "b.yaml"


def test_many_files_end() -> None:
    files = {f"f{i}.yaml": steps(*[f"use: f{i + 1}.yaml"] * 9) for i in range(6)}
    files["f6.yaml"] = steps("type: a")
    reading = read_texts(steps("use: f0.yaml"), files)
    assert reading.flow is None
    assert any("too many" in error.message or "more than" in error.message for error in reading.errors)
