"""Clock, ids, environment, browsers and doctor on this very machine."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest

from qarunner.errors import BrowserMissing
from qarunner.services import browsers, doctor, environment, ids
from qarunner.services.clock import Clock, utc_now


def test_clock() -> None:
    clock = Clock()
    first = clock.now_ms()
    time.sleep(0.02)
    assert 0 <= first < first + 19 < clock.now_ms()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", utc_now())


def test_ids() -> None:
    assert re.fullmatch(r"\d{8}-\d{6}-[a-z0-9]{6}", ids.run_id())
    tokens = {ids.run_token() for _ in range(200)}
    assert len(tokens) == 200 and all(re.fullmatch("[a-z][a-z0-9]{7}", token) for token in tokens)


@pytest.mark.parametrize(
    ("variables", "tty", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({"CI": "true"}, True, False),
        ({"CI": "true", "GITHUB_ACTIONS": "true"}, False, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
    ],
)
def test_colour(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], tty: bool, expected: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CI", "GITHUB_ACTIONS", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment.colored(tty) is expected


def test_the_environment_of_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "x")
    monkeypatch.setenv("PLAIN", "y")
    child = environment.child_environment({"MORE": "z"}, without=("GIT_",))
    assert "GIT_DIR" not in child and (child["PLAIN"], child["MORE"]) == ("y", "z")
    assert child["PATH"].startswith(str(Path(sys.executable).parent) + ":")
    monkeypatch.setenv("https_proxy", "http://ada:secret@proxy:3128")
    assert environment.proxies()["HTTPS_PROXY"] == "http://proxy:3128"


def program(path: Path, version: str, code: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho 'warning: 1 thing' >&2\necho '{version}'\nexit {code}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser: PATH is `tmp_path/bin`, the home folder empty."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CACHE_HOME", "PLAYWRIGHT_BROWSERS_PATH", "QARUNNER_BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_order_in_which_browsers_are_found(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BrowserMissing, match="no Chromium") as told:
        browsers.find()
    assert "qarunner install" in told.value.hint
    steps = [
        (bare / "bin" / "google-chrome", "Google Chrome 140.0.1.2 ", "chromium"),
        (bare / "bin" / "chromium", "Chromium 150.0.1.2 built on Debian", "chromium"),
        (bare / "bin" / "chromium-headless-shell", "Chromium 151.0.1.2", "headless-shell"),
        (
            bare / ".cache/ms-playwright/chromium_headless_shell-999/chrome-linux/headless_shell",
            "HeadlessChrome 152.0.1.2",
            "headless-shell",
        ),
        (
            bare / ".cache/ms-playwright/chromium_headless_shell-1255/x/chrome-headless-shell",
            "HeadlessChrome 153.0.1.2",
            "headless-shell",
        ),
    ]
    for path, version, kind in steps:
        program(path, version)
        found = browsers.find()
        assert (found.path, found.kind) == (path, kind) and found.version in version
    program(bare / "mine" / "chrome", "Chromium 99.0.1.2")
    monkeypatch.setenv("QARUNNER_BROWSER", str(bare / "mine" / "chrome"))
    assert browsers.find().version == "99.0.1.2"
    assert browsers.find("google-chrome").version == "140.0.1.2"


def test_a_broken_browser_is_passed_over_unless_it_was_named(bare: Path) -> None:
    program(bare / "bin" / "chromium-headless-shell", "nothing")
    program(bare / "bin" / "chromium", "Chromium 150.0.1.2", code=127)
    good = program(bare / "bin" / "google-chrome", "Google Chrome 140.0.1.2")
    assert browsers.find().path == good
    with pytest.raises(BrowserMissing, match="does not answer --version"):
        browsers.find("chromium")
    with pytest.raises(BrowserMissing, match="there is no program /no/such"):
        browsers.find("/no/such")


def test_install_falls_back_and_says_why(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = bare / "log"
    apt = bare / "bin" / "apt-get"
    (bare / "bin" / "chmod").symlink_to("/bin/chmod")
    shell = bare / "bin" / "chromium"
    apt.write_text(
        f"#!/bin/sh\necho $@ >> {log}\n"
        "case $* in *headless*) exit 100;; *install*)\n"
        f"printf '#!/bin/sh\\necho Chromium 150.0.1.2\\n' > {shell}; chmod 755 {shell};; esac\n"
    )
    apt.chmod(0o755)
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")
    monkeypatch.setattr(environment, "is_root", lambda: True)
    monkeypatch.setattr(environment, "os_release", lambda: {"ID": "ubuntu"})
    said: list[str] = []
    found = browsers.install(said.append, download_s=30)
    assert (found.path, found.kind, found.version) == (shell, "chromium", "150.0.1.2")
    assert any("did not work" in line for line in said)
    calls = log.read_text().splitlines()
    assert calls[0].endswith("update") and "--no-install-recommends chromium-headless-shell" in calls[1]
    monkeypatch.setattr(environment, "is_root", lambda: False)
    with pytest.raises(BrowserMissing, match="packages need root"):
        browsers.install(said.append, download_s=0.05)
    monkeypatch.setattr(environment, "os_release", lambda: {"ID": "arch"})
    with pytest.raises(BrowserMissing, match="no Debian or Ubuntu"):
        browsers.install(said.append, download_s=0.05)


def test_doctor_here(tmp_path: Path) -> None:
    checks = {check.name: check for check in doctor.examine(tmp_path / "reports")}
    assert checks["reports"].state == "ok" and not (tmp_path / "reports").exists()
    assert checks["python"].state == checks["playwright"].state == "ok"
    assert all(check.mend for check in checks.values() if check.state != "ok")
    assert (checks["sandbox"].state == "warn") >= environment.is_root()


def test_doctor_on_a_bare_machine(bare: Path) -> None:
    (bare / "file").write_text("")
    checks = {check.name: check for check in doctor.examine(bare / "file" / "reports")}
    assert checks["browser"].state == "missing" and "qarunner install" in checks["browser"].mend
    assert checks["reports"].state == "missing" and checks["git"].state == "warn"
    program(bare / "bin" / "chromium", "Chromium 150.0.1.2")
    checks = {check.name: check for check in doctor.examine(bare)}
    assert checks["browser"].state == "ok" and checks["browser starts"].state == "missing"
