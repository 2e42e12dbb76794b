from __future__ import annotations

from collections.abc import Iterator

import pytest

from qarunner.errors import BrowserMissing
from qarunner.services.browsers import BrowserFound, find
from tests.browser.harness import Lab


def _find(name: str) -> BrowserFound:
    try:
        return find(name)
    except BrowserMissing as missing:
        if name:
            pytest.skip(missing.message)  # full Chromium; without any browser the suite fails
        raise


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """The browser that `qarunner run` would take."""
    found = Lab(_find(""), tmp_path_factory.mktemp("lab"))
    yield found
    found.close()


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Full Chromium, whose facts differ from those of the headless shell."""
    found = Lab(_find("chromium"), tmp_path_factory.mktemp("full"))
    yield found
    found.close()


@pytest.fixture(params=["lab", "full"])
def each_lab(request: pytest.FixtureRequest) -> Lab:
    """Both browsers, one after the other."""
    chosen: Lab = request.getfixturevalue(request.param)
    return chosen


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker("browser")
