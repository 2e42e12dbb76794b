"""`websocket: /ws/room/1` with `received`: a message came. Read, not yet performed."""

from __future__ import annotations

from typing import Any, ClassVar

from qarunner.model.mistakes import Problems
from qarunner.model.slots import SomeText
from qarunner.model.web_slots import PathPattern
from qarunner.model.written import How
from qarunner.steps.expect.base import Condition


class Websocket(Condition):
    """A text message with this part was received; also written `websocket: {url: /ws, received: TEXT}`."""

    key: ClassVar[str] = "websocket"
    extras: ClassVar[tuple[str, ...]] = ("received",)
    subject: ClassVar = "websockets"
    performed: ClassVar[bool] = False

    websocket: PathPattern
    received: SomeText | None = None

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        inner = data.get("websocket")
        if isinstance(inner, dict) and "url" in inner:
            rest = {key: value for key, value in inner.items() if key != "url"}
            return {**data, "websocket": inner["url"], **rest}
        return data

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: Any) -> dict[str, Any]:
        own = mapping["properties"]
        both = {"type": "object", "properties": {"url": own["websocket"], "received": own["received"]}}
        own["websocket"] = {
            "anyOf": [own["websocket"], {**both, "required": ["url"], "additionalProperties": False}]
        }
        return mapping

    def describe(self) -> str:
        return f"WebSocket {self.websocket}" + (f' receives "{self.received}"' if self.received else "")
