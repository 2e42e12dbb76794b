"""`python -m qarunner`, and the `qarunner` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and exits with its code."""
    from qarunner.cli.main import run_command

    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
