"""The driver of one step: all that a step may do, put together. Implements `steps.driver.Driver`."""

from __future__ import annotations

from qarunner.capture.beside import Beside
from qarunner.capture.fields import Fields
from qarunner.capture.looking import Looking
from qarunner.capture.scrolling import Scrolling


class PageDriver(Beside, Looking, Scrolling, Fields):
    """One user's browser at one step; made anew for each step by the session."""
