"""From conditions to looks: what must be looked at, and what the wait makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from qarunner.model.observation import Judged, NetworkSeen, Seen
from qarunner.steps.driver import Driver, Found, Looks
from qarunner.steps.expect.appeared import Appeared
from qarunner.steps.expect.gone import Gone
from qarunner.steps.expect.http import Http
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.expect.no_request import NoRequest
from qarunner.steps.expect.response import Response
from qarunner.steps.expect.stays import Stays
from qarunner.steps.modifiers import Modifiers

WATCHED = (Appeared, Gone, Stays)
"""Conditions that need the observer in the page."""


def watched(conditions: Conditions) -> bool:
    """Must the observer look for the locator from the start of the window?"""
    return any(isinstance(condition, WATCHED) for condition in conditions.conditions)


def conditions_of(step: object) -> Conditions | None:
    """The conditions of an `expect`, `reach` or `wait`; None for all other steps (`wait: 500ms` too)."""
    return step if isinstance(step, Conditions) and step.conditions else None


def saves(conditions: Conditions) -> Literal["", "plain", "secret"]:
    """Does the step keep what it sees, and as a secret?"""
    modifiers = getattr(conditions, "modifiers", None)
    if not isinstance(modifiers, Modifiers) or modifiers.save is None:
        return ""
    return "secret" if modifiers.secret else "plain"


async def look(driver: Driver, conditions: Conditions) -> Looks:
    """One look at every subject of `conditions`, in a fixed order."""
    looks: list[Seen] = []
    subjects = conditions.subjects
    if "element" in subjects and conditions.locator is not None:
        looks.append(
            await driver.look_elements(
                conditions.locator, conditions.attributes, sightings=watched(conditions)
            )
        )
    if "page" in subjects:
        looks.append(await driver.look_page())
    if "network" in subjects:
        asked = [c for c in conditions.conditions if isinstance(c, Response | NoRequest)]
        looks.append(
            await driver.look_network(
                lambda method, url: any(c.wants(method, url) for c in asked),
                bodies=needs_body(asked) or saves(conditions) != "",
            )
        )
    if "http" in subjects:
        looks.append(await _call(driver, conditions))
    if "downloads" in subjects:
        looks.append(await driver.look_downloads())
    if "dialogs" in subjects:
        looks.append(await driver.look_dialogs())
    if "console" in subjects:
        looks.append(await driver.look_console())
    return tuple(looks)


async def _call(driver: Driver, conditions: Conditions) -> Seen:
    call = next(c for c in conditions.conditions if isinstance(c, Http)).http
    answer = await driver.http(
        "GET", call.get, headers=call.headers, body=None, content_type=None, as_page=call.as_page
    )
    return NetworkSeen(subject="http", answers=(answer,))


def needs_body(conditions: Iterable[object]) -> bool:
    """Does one of these `response` conditions look into the body?"""
    return any(isinstance(c, Response) and (c.has_json or c.contains is not None) for c in conditions)


def by_subject(looks: Looks) -> Mapping[str, Seen]:
    return {seen.subject: seen for seen in looks}


def judge(conditions: Conditions, looks: Looks) -> Judged:
    """What one round of looks says. Raises KeyError when a subject was not looked at."""
    return conditions.judge(by_subject(looks))


def found(conditions: Conditions, looks: Looks) -> Found:
    """What the wait needs to know."""
    judged = judge(conditions, looks)
    return "holds" if judged.holds else "ambiguous" if judged.ambiguous else "not-yet"
