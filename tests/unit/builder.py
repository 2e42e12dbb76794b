"""Builds logs, bundles and records for tests, moment by moment, as the capture writes them.

    log = Log()
    log.open("/orders")                               # request, document, DOM ready, picture
    log.expect({"heading": "Orders"}, element())      # a check and what it saw, and its picture
    assert log.verdict().verdict == "PASS"

Every method returns the log. Time passes by itself, `after(ms)` lets more of it pass. The plan grows with
the steps; `planned` adds one that never ran. `bundle`, `record`, `verdict` and `write` close the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from qarunner.errors import QaError
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.observation import Seen
from qarunner.model.urls import origin_of
from qarunner.steps import registry
from qarunner.steps.looking import conditions_of, judge
from tests.unit.ledger import Ledger, png
from tests.unit.seen import BASE, as_json, url_of

PNG = png((255, 255, 255), (0, 0, 0))
_NO_WINDOW = ("expect", "reach", "wait", "scroll", "page", "popup", "read", "set_viewport", "dialog")


class Log(Ledger):
    """One attempt. `user`, `page` and `document` say to whom things happen now; change them with `at`."""

    def __init__(self, **run: Any) -> None:
        super().__init__(**run)
        self.user, self.page, self.url = "main", 0, "about:blank"
        self.document: int | None = None
        self.step: int | None = None
        self.pages: dict[int, int | None] = {}
        self.action_ms, self.action_seq = 0.0, 0
        self.requests, self.documents = 0, 0

    @property
    def place(self) -> ev.Place:
        return ev.Place(user=self.user, page=self.page, frame=0, document=self.document, step=self.step)

    def at(self, user: str | None = None, page: int | None = None) -> Self:
        """From now on things happen to this user and page."""
        self.user = user or self.user
        if page is not None:
            self.page, self.document = page, self.pages.get(page)
        return self

    # ---- steps

    def planned(
        self, kind: str, argument: Any = None, *, id: str = "", always: bool = False, **modifiers: Any
    ) -> Self:
        """A step of the plan; unless more is written it never ran. `for_` is the modifier `for`."""
        number = len(self.plan)
        step = ev.PlannedStep(
            kind=kind,
            label=str(modifiers.get("as_") or modifiers.get("as") or f"{kind} {argument}"),
            argument=argument,
            modifiers={key.rstrip("_"): value for key, value in modifiers.items() if value is not None},
            id=id or (f"check-{number}" if kind == "expect" else ""),
            file="flow.yaml",
            line=number + 1,
            column=3,
            always=always,
        )
        self.plan.append(step)
        return self

    def begin(self, kind: str, argument: Any = None, **modifiers: Any) -> Self:
        """A step begins."""
        self.planned(kind, argument, **modifiers)
        self.step = len(self.plan) - 1
        self.emit(ev.StepStarted(place=self.place, argument=argument, url=self.url))
        if kind not in _NO_WINDOW:
            self.action_ms, self.action_seq = self.now, len(self.events)
        return self

    def done(self, **fields: Any) -> Self:
        """The step that began is done."""
        return self.emit(ev.StepDone(place=self.place, url=self.url, elapsed_ms=5, **fields))

    def blocked(self, obstacle: ev.Obstacle, message: str = "it could not be done", **fields: Any) -> Self:
        """The step that began cannot be done; the flow stops."""
        self.after(1000)
        return self.emit(
            ev.StepBlocked(place=self.place, obstacle=obstacle, message=message, elapsed_ms=1000, **fields)
        )

    def act(self, kind: str, argument: Any = None, **modifiers: Any) -> Self:
        """A step that was done and changed no document."""
        return self.begin(kind, argument, **modifiers).done()

    def click(self, name: str = "Save", **modifiers: Any) -> Self:
        return self.act("click", {"button": name}, **modifiers)

    def open(
        self,
        path: str = "/orders",
        *,
        names: int | None = None,
        lands: str | None = None,
        shot: bool = True,
        always: bool = False,
        **document: Any,
    ) -> Self:
        """An `open` with the document that came. `names` is its `status:`; `document` as for `arrive`."""
        extra = {"status": None if names is None else str(names), "lands": lands}
        given: dict[str, Json] = {key: value for key, value in extra.items() if value is not None}
        self.begin("open", {"url": path, **given} if given else path, always=always)
        self.arrive(path, by="open", **document).done()
        return self.screenshot() if shot else self

    def expect(self, conditions: Mapping[str, Any], *looks: Seen, **fields: Any) -> Self:
        """A check and what it saw last; fields as for `looked`."""
        return self.looked("expect", conditions, *looks, **fields)

    def reach(self, conditions: Mapping[str, Any], *looks: Seen, **fields: Any) -> Self:
        return self.looked("reach", conditions, *looks, **fields)

    def looked(
        self,
        kind: str,
        conditions: Mapping[str, Any],
        *looks: Seen,
        within: str | None = None,
        for_: str | None = None,
        took: float = 20,
        shot: bool | None = None,
        modifiers: Mapping[str, Any] | None = None,
        **fields: Any,
    ) -> Self:
        """A step that looked for `took` ms; its picture is taken on a page, unless `shot` is false. Other
        `fields` are those of the event (`ended`, `held_for_ms`, `window_ms`, `alive` ...)."""
        self.begin(kind, conditions, **{**(modifiers or {}), "within": within, "for_": for_})
        began = self.now
        self.after(took)
        event: dict[str, Any] = {
            "place": self.place,
            "conditions": conditions,
            "looks": tuple(as_json(look) for look in looks),
            "ended": _ended(kind, conditions, looks),
            "began_ms": began,
            "window_ms": self.action_ms,
            "window_seq": self.action_seq,
            "action_ms": self.action_ms,
            "looked_ms": self.now,
            "within_ms": _ms(within),
            "for_ms": _ms(for_),
            "timeout_ms": 10_000,
            "url": self.url,
        }
        self.emit(ev.Looked(**{**event, **fields}))
        wanted = shot if shot is not None else self.document is not None
        return self.screenshot() if wanted else self

    # ---- pages and documents

    def page_opened(self, page: int | None = None, opener: int | None = None) -> Self:
        """A page opened; from now on it is the current one."""
        self.page = self.page if page is None else page
        self.document = self.pages[self.page] = None
        return self.emit(ev.PageOpened(place=self.place, opener=opener))

    def arrive(
        self,
        path: str = "/orders",
        *,
        status: int | None = 200,
        to: str | None = None,
        by: str = "page",
        ready: bool = True,
        password: bool = False,
        net_error: str = "",
        **fields: Any,
    ) -> Self:
        """A document came: asked for `path`, it is at `to` (the same when not given). `password`: it shows a
        password field. Without `ready` its DOM never was."""
        asked, url = url_of(path), url_of(path if to is None else to)
        if self.page not in self.pages:
            self.page_opened()
        if "inherits" not in fields:
            self.request(f"GET {url}", status, navigation=True, resource_type="document", net_error=net_error)
        self.documents += 1
        self.document = self.pages[self.page] = self.documents
        self.url = url
        event: dict[str, Any] = {
            "place": self.place,
            "url": url,
            "asked": asked,
            "status": status,
            "by": by,
            "net_error": net_error,
            "redirects": ((302, asked),) if asked != url else (),
            "content_type": "text/html",
        }
        self.emit(ev.DocumentCommitted(**{**event, **fields}))
        if ready:
            self.state(dom_ready=True)
        return self.state(password_field=True) if password else self

    def state(self, **fields: Any) -> Self:
        return self.emit(ev.DocumentState(place=self.place, **fields))

    def no_document(self, outcome: str, *, path: str = "/orders", by: str = "open", **fields: Any) -> Self:
        """A navigation that gave no document."""
        event = {"place": self.place, "asked": url_of(path), "outcome": outcome, "by": by}
        return self.emit(ev.NavigationFailed(**{**event, **fields}))

    def screenshot(self, data: bytes = PNG, **fields: Any) -> Self:
        blob = None if fields.get("failed") else self.blob(data, "png")
        return self.emit(
            ev.Screenshot(**{"place": self.place, "blob": blob, "width": 2, "height": 1, **fields})
        )

    # ---- what happens beside the steps

    def request(self, line: str, status: int | None = 200, *, took: float = 2, **fields: Any) -> Self:
        """A request that ended now and took `took` ms; `line` is METHOD PATH."""
        method, path = line.split(" ", 1)
        url = url_of(path)
        self.requests += 1
        self.now += took
        event: dict[str, Any] = {
            "place": self.place,
            "number": self.requests,
            "method": method,
            "url": url,
            "path": "/" + url.partition("://")[2].partition("/")[2].partition("?")[0],
            "resource_type": "fetch",
            "status": status,
            "began_ms": self.now - took,
            "ended_ms": self.now,
            "own": origin_of(url) == BASE,
        }
        return self.emit(ev.Request(**{**event, **fields}))

    def pending(self, line: str, **fields: Any) -> Self:
        """A request that begins now and is never answered (the capture writes it down when the run ends)."""
        return self.request(line, None, took=0, **{"ended_ms": None, "pending": True, **fields})

    def page_error(
        self, text: str = "x is undefined", *, name: str = "TypeError", origin: str = BASE, stack: str = ""
    ) -> Self:
        place = self.place.model_copy(update={"origin": origin})
        return self.emit(ev.PageError(place=place, name=name, text=text, stack=stack))

    def console(self, text: str, level: str = "error", *, origin: str = BASE, url: str = "") -> Self:
        place = self.place.model_copy(update={"origin": origin})
        return self.emit(ev.Console(place=place, level=level, text=text, url=url))

    def dialog(self, kind: str = "confirm", message: str = "Really?", *, declared: bool = False) -> Self:
        event = {"place": self.place, "type": kind, "message": message, "answered": "dismissed"}
        return self.emit(ev.Dialog(**event, declared=declared))


def _ms(text: str | None) -> int | None:
    return None if text is None else int(float(text.removesuffix("s")) * 1000)


def _ended(kind: str, conditions: Mapping[str, Any], looks: tuple[Seen, ...]) -> str:
    """How a wait with these last looks ends: as the run loop would have judged them."""
    try:
        step: object = registry.read(kind, dict(conditions), {})
        mapping = conditions_of(step)
        return "condition" if mapping is not None and judge(mapping, looks).holds else "deadline"
    except (QaError, KeyError, TypeError):
        return "condition"
