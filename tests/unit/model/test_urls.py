"""PATH patterns."""

from __future__ import annotations

import pytest

from qarunner.model.urls import MethodPath, origin_of, path_matches

HERE = ("http://127.0.0.1:8000", "https://pay.example.com")


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("/orders", "http://127.0.0.1:8000/orders"),
        ("/orders", "http://127.0.0.1:8000/orders?page=2"),
        ("/orders", "http://127.0.0.1:8000/orders#top"),
        ("/", "http://127.0.0.1:8000"),
        ("/done", "https://pay.example.com:443/done"),
        ("/orders/*", "http://127.0.0.1:8000/orders/41"),
        ("/orders/*/lines", "http://127.0.0.1:8000/orders/41/lines"),
        ("/orders/o-*", "http://127.0.0.1:8000/orders/o-41"),
        ("/orders/**", "http://127.0.0.1:8000/orders/41/lines/2"),
        ("**/lines", "http://127.0.0.1:8000/orders/41/lines"),
        ("/a b", "http://127.0.0.1:8000/a%20b"),
        ("/größe", "http://127.0.0.1:8000/gr%C3%B6%C3%9Fe"),
        ("/a%2Fb", "http://127.0.0.1:8000/a%2fb"),
        ("/s?q=a", "http://127.0.0.1:8000/s?p=1&q=a"),
        ("/s?q=*", "http://127.0.0.1:8000/s?q=anything"),
        ("/s?q=", "http://127.0.0.1:8000/s?q="),
        ("/s?a=1&a=2", "http://127.0.0.1:8000/s?a=1&a=2"),
        ("/s?q=a b", "http://127.0.0.1:8000/s?q=a+b"),
        ("/app#/orders", "http://127.0.0.1:8000/app#/orders"),
        ("http://other.example/x", "http://other.example/x"),
        ("HTTP://OTHER.example:80/x", "http://other.example/x"),
        ("/ws", "ws://127.0.0.1:8000/ws"),
    ],
)
def test_fits(pattern: str, url: str) -> None:
    assert path_matches(pattern, url, HERE)


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("/orders", "http://127.0.0.1:8000/orders/"),
        ("/orders", "http://127.0.0.1:8000/orders/41"),
        ("/orders", "http://127.0.0.1:8000/Orders"),
        ("/orders", "http://127.0.0.1:9000/orders"),
        ("/orders", "http://evil.example/orders"),
        ("/orders/*", "http://127.0.0.1:8000/orders/41/lines"),
        ("/orders/*", "http://127.0.0.1:8000/orders/a%2Fb/c"),
        ("/a/b", "http://127.0.0.1:8000/a%2Fb"),
        ("/s?q=a", "http://127.0.0.1:8000/s?q=b"),
        ("/s?q=a", "http://127.0.0.1:8000/s"),
        ("/s?q=a", "http://127.0.0.1:8000/s?q=a&q=b"),
        ("/app#/orders", "http://127.0.0.1:8000/app"),
        ("http://other.example/x", "http://127.0.0.1:8000/x"),
        ("http://other.example/x", "https://other.example/x"),
        ("/x.html", "http://127.0.0.1:8000/xahtml"),
        ("/x", "about:blank"),
        ("/x", "chrome-error://chromewebdata/"),
        ("/x", "http://[broken"),
        ("/x", ""),
    ],
)
def test_does_not_fit(pattern: str, url: str) -> None:
    assert not path_matches(pattern, url, HERE)


def test_without_origins_any_origin_will_do() -> None:
    assert path_matches("/x", "http://anywhere.example/x")


def test_below_a_file_base() -> None:
    base = ("file:///srv/site/index.html",)
    assert path_matches("/a.html", "file:///srv/site/a.html", base)
    assert not path_matches("/a.html", "file:///srv/other/a.html", base)
    assert not path_matches("/a.html", "http://127.0.0.1/a.html", base)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTP://Host:80/x", "http://host"),
        ("https://host:443", "https://host"),
        ("https://host:8443/", "https://host:8443"),
        ("http://[::1]:80/", "http://[::1]"),
        ("file:///x", "file://"),
        ("about:blank", ""),
        ("/x", ""),
        ("http://host:99999/", ""),
    ],
)
def test_origin(url: str, origin: str) -> None:
    assert origin_of(url) == origin


def test_methods() -> None:
    assert MethodPath(method="POST", path="/x").fits("post", "http://h/x")
    assert not MethodPath(method="POST", path="/x").fits("GET", "http://h/x")
    assert MethodPath(method="*", path="/x").fits("DELETE", "http://h/x")
