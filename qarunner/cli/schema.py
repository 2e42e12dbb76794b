"""`qarunner schema`."""

from __future__ import annotations

import json

from qarunner.cli.output import plain


def command() -> int:
    """Print the JSON Schema of flow files, for editors."""
    from qarunner.errors import ExitCode
    from qarunner.flowfile.schema import json_schema

    plain(json.dumps(json_schema(), indent=2, ensure_ascii=False))
    return ExitCode.OK
