"""`checked: true`, `false` or `mixed`: the state of a checkbox, radio, switch or menu item."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from qarunner.model.observation import Judged, Match
from qarunner.model.slots import choice
from qarunner.steps.expect.base import ElementCondition

_WORDS = {"true": "checked", "false": "not checked", "mixed": "partly checked"}


class Checked(ElementCondition):
    """An element without such a state is neither."""

    key: ClassVar[str] = "checked"

    checked: Annotated[Literal["true", "false", "mixed"], choice("true", "false", "mixed")]

    def describe(self) -> str:
        return _WORDS[self.checked]

    def judge_match(self, match: Match) -> Judged:
        if match.checked is None:
            return self.judged(False, "nothing that can be checked")
        return self.judged(match.checked == self.checked, _WORDS[match.checked])
