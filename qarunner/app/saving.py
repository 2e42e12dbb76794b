"""`save`: what a step saw becomes the value of a `$name`."""

from __future__ import annotations

import shutil
from pathlib import Path

from qarunner.capture.recorder import Recorder
from qarunner.capture.user import User
from qarunner.errors import FlowDefect
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.pointer import NoSuchValue, at_pointer
from qarunner.model.values import as_text
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Done, Looks
from qarunner.steps.expect.answers import parse_json


class Keeper:
    """Keeps values in `values` (shared with the step loop) and writes them down."""

    def __init__(self, values: dict[str, Json], recorder: Recorder, scratch: Path) -> None:
        self._values, self._recorder, self._scratch = values, recorder, scratch

    def after_action(self, kind: StepKind, done: Done, place: ev.Place) -> None:
        """From the answer of `http` or the text of `read`. Raises FlowDefect when it is not there."""
        if kind.modifiers.save is None:
            return
        value = done.value
        body = value.get("body") if isinstance(value, dict) and "body" in value else value
        self._keep(kind, body, place)

    def after_look(self, kind: StepKind, looks: Looks, user: User, place: ev.Place) -> None:
        """From what a check saw: a download, the body of an answer, the text of an element."""
        if kind.modifiers.save is None:
            return
        for seen in looks:
            if seen.subject == "downloads":
                self._keep(kind, self._download(user), place)
                return
            if seen.subject in ("network", "http"):
                bodies = [a.body for a in getattr(seen, "answers", ()) if a.body is not None]
                is_json, value = parse_json(bodies[-1]) if bodies else (False, None)
                self._keep(kind, value if is_json else (bodies[-1] if bodies else None), place)
                return
            if seen.subject == "element" and seen.shown:
                self._keep(kind, seen.shown[0].text, place)
                return
        raise FlowDefect("there is nothing here that `save` could keep")

    def _keep(self, kind: StepKind, value: Json, place: ev.Place) -> None:
        save = kind.modifiers.save
        if save is None:
            return
        if save.name is not None:
            self._one(save.name, value, place, secret=kind.modifiers.secret)
        for name, pointer in save.parts.items():
            try:
                part = at_pointer(value, pointer)
            except NoSuchValue as error:
                raise FlowDefect(f"save: {name}: {error}") from error
            self._one(name, part, place, secret=kind.modifiers.secret)

    def _one(self, name: str, value: Json, place: ev.Place, *, secret: bool) -> None:
        if secret:
            self._recorder.add_secret(name, as_text(value))
        self._values[name] = value
        self._recorder.emit(ev.Saved(place=place, name=name, value=value))

    def _download(self, user: User) -> str:
        """The latest download of the window under its own name, in the attempt's scratch folder."""
        kept = [d for d in user.listeners.downloads if d.path is not None and d.began >= user.action_ms]
        if not kept or kept[-1].path is None:
            raise FlowDefect("there is no download to save")
        folder = self._scratch / f"download-{len(self._values)}"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / (Path(kept[-1].event.name).name or "download")
        shutil.copyfile(kept[-1].path, target)
        return str(target)
