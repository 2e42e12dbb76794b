"""All expectations. To add one: its file, and one line here."""

from __future__ import annotations

from qarunner.steps.expect.a11y import A11y
from qarunner.steps.expect.absent import Absent
from qarunner.steps.expect.appeared import Appeared
from qarunner.steps.expect.aria import Aria
from qarunner.steps.expect.at_least import AtLeast
from qarunner.steps.expect.at_most import AtMost
from qarunner.steps.expect.attribute import Attribute
from qarunner.steps.expect.base import Condition
from qarunner.steps.expect.checked import Checked
from qarunner.steps.expect.console import Console
from qarunner.steps.expect.contains import Contains
from qarunner.steps.expect.count import CountIs
from qarunner.steps.expect.date import DateIs
from qarunner.steps.expect.disabled import Disabled
from qarunner.steps.expect.download import DownloadIs
from qarunner.steps.expect.enabled import Enabled
from qarunner.steps.expect.focused import Focused
from qarunner.steps.expect.gone import Gone
from qarunner.steps.expect.http import Http
from qarunner.steps.expect.matches import Matches
from qarunner.steps.expect.native_dialog import NativeDialogIs
from qarunner.steps.expect.no_request import NoRequest
from qarunner.steps.expect.number import NumberIs
from qarunner.steps.expect.page_title import PageTitle
from qarunner.steps.expect.pixel import Pixel
from qarunner.steps.expect.response import Response
from qarunner.steps.expect.screenshot import Screenshot
from qarunner.steps.expect.stays import Stays
from qarunner.steps.expect.text import TextIs
from qarunner.steps.expect.texts import Texts
from qarunner.steps.expect.url import Url
from qarunner.steps.expect.value import ValueIs
from qarunner.steps.expect.visible import Visible
from qarunner.steps.expect.websocket import Websocket

CONDITIONS: tuple[type[Condition], ...] = (
    Visible,
    TextIs,
    Contains,
    Matches,
    Texts,
    ValueIs,
    CountIs,
    AtLeast,
    AtMost,
    Enabled,
    Disabled,
    Checked,
    Focused,
    Attribute,
    NumberIs,
    DateIs,
    Appeared,
    Gone,
    Absent,
    Stays,
    Aria,
    Url,
    PageTitle,
    Response,
    NoRequest,
    Http,
    DownloadIs,
    NativeDialogIs,
    Console,
    Websocket,
    Screenshot,
    A11y,
    Pixel,
)

BY_KEY: dict[str, type[Condition]] = {condition.key: condition for condition in CONDITIONS}
