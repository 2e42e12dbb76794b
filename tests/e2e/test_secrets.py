"""A secret is used in every place that a product has, and is nowhere in what we keep or print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.e2e import secrets_used as used
from tests.e2e.cli import FLOWS, qarunner, run_folder
from tests.e2e.conftest import Made, Workshop
from tests.e2e.leaks import leaks, said, words


def events(evidence: Path) -> list[dict[str, Any]]:
    """Line number -> event."""
    return [json.loads(line)["event"] for line in (evidence / "events.jsonl").read_bytes().splitlines()]


def test_the_flow_works(secret: Made) -> None:
    assert secret.said.code == 0, secret.said.err
    assert secret.said.out.endswith("Verdict: PASS\n")
    assert secret.report.count("- [x] ") == 17


def test_the_gate_earns_it_without_the_secrets(secret: Made) -> None:
    assert qarunner("gate", secret.folder, "--require", "pass").code == 0


@pytest.mark.parametrize("value", used.LONG_ONES)
def test_no_file_holds_a_secret_in_any_spelling(secret: Made, value: str) -> None:
    assert leaks(secret.folder, value) == []


def test_no_file_holds_the_short_secret_as_a_word(secret: Made) -> None:
    assert words(secret.folder, used.SHORT) == []
    assert "only 3 characters" in secret.report or "[secret:short]" in (
        (secret.flow("everywhere") / "events.jsonl").read_text()
    )


def test_a_word_of_the_grammar_is_replaced_where_it_is_a_value(secret: Made) -> None:
    log = (secret.flow("everywhere") / "events.jsonl").read_text()
    assert "| [secret:word] |" in log
    assert f"| {used.WORD} |" not in log
    assert '"heading":"Echo"' in log


def test_an_empty_secret_is_none(secret: Made) -> None:
    assert "[secret:empty]" not in (secret.flow("everywhere") / "events.jsonl").read_text()


def test_a_secret_within_another_keeps_its_name(secret: Made) -> None:
    log = (secret.flow("everywhere") / "events.jsonl").read_text()
    assert "Hello [secret:plain] | [secret:longer] | [secret:digits]" in log


@pytest.mark.parametrize("value", [*used.LONG_ONES, used.SHORT])
def test_nothing_is_printed(secret: Made, value: str) -> None:
    if len(value) > 3:
        assert said(secret.said.all, value) == []
    else:
        assert not re.search(rf"\b{value}\b", secret.said.all)


def test_a_text_that_is_cut_within_a_secret(secret: Made) -> None:
    log = (secret.flow("everywhere") / "events.jsonl").read_text()
    found = re.findall(r"z{1900,}([^z\"][^\"]*)", log)
    assert len(found) >= 6
    assert all(part.startswith("[secret:") or len(part) <= 3 for part in found), found


def test_the_name_of_a_file_that_the_browser_changed(secret: Made) -> None:
    for path in secret.folder.rglob("*.*"):
        assert b"p@ss w_" not in path.read_bytes()


def test_the_app_printed_them(secret: Made) -> None:
    """Else the tests would prove little: its log is kept, redacted."""
    stopped = next(e for e in events(secret.flow("everywhere")) if e["kind"] == "app_stopped")
    log = (secret.flow("everywhere") / "blobs" / stopped["log"]).read_text()
    assert log.count("[secret:plain]") > 20
    assert "[secret:special]" in log
    assert "heard" in log and "basic" in log


def test_the_password_field_is_masked(secret: Made) -> None:
    found = events(secret.flow("everywhere"))
    typed = [
        i
        for i, e in enumerate(found)
        if e["kind"] == "step_done" and (e["hit"] or {}).get("name") == "Password"
    ]
    assert typed, "the password was typed"
    box, plain = found[typed[0]]["hit"]["box"], None
    for event in found[: typed[0]]:
        if event["kind"] == "step_done" and (event["hit"] or {}).get("name") == "Secret":
            plain = event["hit"]["box"]
    after = next(e for e in found[typed[0] :] if e["kind"] == "screenshot")
    assert after["masked"] == 1
    with Image.open(secret.flow("everywhere") / "blobs" / after["blob"]) as picture:
        assert colours(picture, box) == 1
        assert plain is not None and colours(picture, plain) > 1


def colours(picture: Image.Image, box: dict[str, float]) -> int:
    x, y, width, height = (box[k] for k in ("x", "y", "width", "height"))
    area = picture.convert("RGB").crop((int(x) + 1, int(y) + 1, int(x + width) - 1, int(y + height) - 1))
    return len(area.getcolors(1 << 20) or ())


@pytest.mark.parametrize("name", ["read", "saved", "answered"])
def test_what_is_saved_as_a_secret(workshop: Workshop, name: str) -> None:
    made = workshop.run(name, FLOWS / "secrets" / f"{name}.yaml")
    assert made.said.code == 0, made.said.err
    assert leaks(made.folder, used.CODE) == []
    assert said(made.said.all, used.CODE) == []


def test_a_check_that_only_redaction_makes_true_is_no_pass(workshop: Workshop) -> None:
    made = workshop.run("conflated", FLOWS / "secrets" / "conflated.yaml", env=used.SECRETS)
    assert made.said.code in (1, 4), made.said.err
    assert leaks(made.folder, used.PLAIN) == []


@pytest.mark.parametrize(
    "name",
    [
        "named",
        "userinfo",
    ],
)
def test_odd_places(workshop: Workshop, name: str) -> None:
    made = workshop.run(name, FLOWS / "secrets" / f"{name}.yaml", env=used.SECRETS)
    assert made.said.code == 0, made.said.err
    assert qarunner("gate", made.folder).code == 0
    for value in (used.PLAIN, used.SPECIAL):
        assert leaks(made.folder, value) == []


def test_trouble_is_told_without_secrets(workshop: Workshop) -> None:
    made = workshop.run("troubled", FLOWS / "secrets" / "troubled.yaml", env=used.SECRETS)
    assert made.said.code in (1, 4)
    blocked = [e for e in events(made.flow("troubled")) if e["kind"] == "step_blocked"]
    assert len(blocked) >= 7
    for value in used.LONG_ONES:
        assert leaks(made.folder, value) == []
        assert said(made.said.all, value) == []
    assert "Zx9" not in re.sub(r"\W", "", made.said.all)


@pytest.mark.parametrize(
    "run",
    [
        "no-such-command $plain",
        "python -c 'print(1)' \"$plain",
        "python -m $plain",
    ],
)
def test_a_command_with_a_secret_that_cannot_be_started(tmp_path: Path, run: str) -> None:
    flow = tmp_path / "flow.yaml"
    head = {
        "qarunner": 1,
        "name": "x",
        "app": {"run": run, "ready_within": "3s"},
        "base": "http://127.0.0.1:$port",
    }
    steps = [{"open": "/"}, {"expect": {"heading": "x"}}]
    flow.write_text(json.dumps({**head, "secrets": {"plain": "E2E_PLAIN"}, "steps": steps}))
    told = qarunner("run", flow, "--output", tmp_path / "out", env=used.SECRETS)
    assert told.code == 4, told.all
    assert said(told.all, used.PLAIN) == []
    assert leaks(tmp_path / "out", used.PLAIN) == []
    if "-m" in run:
        assert run_folder(tmp_path / "out").joinpath("qa-report.md").exists()
