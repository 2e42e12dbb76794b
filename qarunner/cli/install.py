"""`qarunner install`."""

from __future__ import annotations

from qarunner.cli.output import err, plain


def command() -> int:
    """Get a browser.

    Playwright's own download first, else Debian packages when root."""
    from qarunner.errors import BrowserMissing, ExitCode
    from qarunner.services import browsers

    try:
        found = browsers.find()
        plain(f"A browser is there already: {found.path} ({found.version})")
    except BrowserMissing:
        found = browsers.install(err)
        plain(f"Installed: {found.path} ({found.version})")
    return ExitCode.OK
