"""Waiting for something no longer than so many seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def within(work: Awaitable[T], seconds: float | None) -> T:
    """The result of `work`. Raises TimeoutError. (`asyncio.wait_for` of Python 3.11 swallows a cancellation
    that comes in the same moment as the result: an interrupted run would go on.)"""
    async with asyncio.timeout(seconds):
        return await work
