"""All step kinds. To add one: its file, and one line here."""

from __future__ import annotations

from pydantic import ValidationError

from qarunner.errors import FlowDefect
from qarunner.model.base import Json
from qarunner.model.written import How
from qarunner.steps.back import Back
from qarunner.steps.base import StepKind
from qarunner.steps.click import Click
from qarunner.steps.close import Close
from qarunner.steps.dialog import Dialog
from qarunner.steps.double_click import DoubleClick
from qarunner.steps.drag import Drag
from qarunner.steps.drop import Drop
from qarunner.steps.expect_step import Expect
from qarunner.steps.fill import Fill
from qarunner.steps.hover import Hover
from qarunner.steps.http import HttpCall
from qarunner.steps.mock import Mock
from qarunner.steps.modifiers import Modifiers
from qarunner.steps.network import Network
from qarunner.steps.open import Open
from qarunner.steps.page import Page
from qarunner.steps.popup import Popup
from qarunner.steps.press import Press
from qarunner.steps.reach import Reach
from qarunner.steps.read import Read
from qarunner.steps.reload import Reload
from qarunner.steps.script import Script
from qarunner.steps.scroll import Scroll
from qarunner.steps.select import Select
from qarunner.steps.set_viewport import SetViewport
from qarunner.steps.storage import Storage
from qarunner.steps.tick import Tick
from qarunner.steps.type import Type
from qarunner.steps.untick import Untick
from qarunner.steps.upload import Upload
from qarunner.steps.use import Use
from qarunner.steps.wait import Wait

KINDS: tuple[type[StepKind], ...] = (
    Open,
    Back,
    Reload,
    Close,
    Page,
    Click,
    DoubleClick,
    Hover,
    Tick,
    Untick,
    Fill,
    Type,
    Select,
    Press,
    Upload,
    Drop,
    Drag,
    Scroll,
    Wait,
    Dialog,
    Popup,
    SetViewport,
    Storage,
    HttpCall,
    Read,
    Use,
    Script,
    Network,
    Mock,
    Reach,
    Expect,
)

BY_NAME: dict[str, type[StepKind]] = {kind.kind: kind for kind in KINDS}


def parse(kind: str, argument: Json, modifiers: dict[str, Json], how: How) -> StepKind:
    """The typed step. Raises pydantic's ValidationError with mistakes of type `qa_*`, KeyError for an unknown
    kind; which modifiers a kind allows is not asked here."""
    step = BY_NAME[kind].model_validate(argument, context=how, by_alias=True, by_name=False)
    beside = Modifiers.model_validate(modifiers, context=how, by_alias=True, by_name=False)
    return step.model_copy(update={"modifiers": beside})


def read(kind: str, argument: Json, modifiers: dict[str, Json], *, origins: tuple[str, ...] = ()) -> StepKind:
    """The typed step of values *after* substitution; `origins` are those on which a PATH counts (none: any).
    Raises FlowDefect when a substituted value does not fit its slot."""
    try:
        return parse(kind, argument, modifiers, How(origins=origins))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        context = first.get("ctx", {})
        where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("<"))
        message = str(context.get("message", first["msg"]))
        told = f"{kind}: {where}: {message}" if where else f"{kind}: {message}"
        raise FlowDefect(told, str(context.get("fix", ""))) from None
