"""`qarunner run`: the driver of the browser starts first, and what does the work is imported while it does.

So this module imports next to nothing, and `performing` all the rest.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

from qarunner.app.options import Options, Outcome, Telling
from qarunner.capture.engine import Engine


def run(options: Options, telling: Telling) -> Outcome:
    """Raises FlowFileError (all mistakes of all files), NotYetPerformed, UsageError, BrowserMissing, AppError
    before anything was performed; RecordingError when the disk refuses."""
    return asyncio.run(_run(options, telling))


async def _run(options: Options, telling: Telling) -> Outcome:
    async with Engine() as engine:
        perform = await asyncio.to_thread(_performing)
        return await perform(options, telling, engine)


def _performing() -> Callable[[Options, Telling, Engine], Awaitable[Outcome]]:
    gc.disable()  # what is imported stays: looking for garbage in it costs a tenth of the time
    try:
        from qarunner.app.performing import perform
    finally:
        gc.freeze()
        gc.enable()
    return perform
