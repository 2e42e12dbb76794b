"""The driver of one step: all that a step may do, put together. Implements `steps.driver.Driver`."""

from __future__ import annotations

from qarunner.capture.acting import Acting
from qarunner.capture.beside import Beside
from qarunner.capture.looking import Looking
from qarunner.capture.scrolling import Scrolling


class PageDriver(Beside, Looking, Scrolling, Acting):
    """One user's browser at one step; made anew for each step by the session."""
