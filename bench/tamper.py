"""The long campaign against the gate: `python -m bench.tamper RUN_FOLDER [--places 2000] [--seed 1]`.

RUN_FOLDER is one that `qarunner run` made, best of two or more flows. Each round changes one place of a copy;
the gate must flag it and name the place. Exit 1 when something slipped through, with what is needed to do it
again.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from qarunner.app.gate import gate
from qarunner.errors import ExitCode
from tests.e2e import tampering


def once(good: Path, damage: tampering.Damage, seed: int) -> str:
    """What slipped through in this round; "" when the gate saw it."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        run = Path(shutil.copytree(good, Path(folder) / good.name))
        try:
            touched = damage(run, chance.randrange)
        except ValueError:
            return ""  # there is no such place in this folder
        result = gate(str(run))
        if result.exit_code is not ExitCode.FLAG:
            return f"{touched.relative_to(run)}: {result.last_line}"
        named = tampering.place(run, touched)
        if not any(finding.where.path.startswith(named) for finding in result.findings):
            return f"{touched.relative_to(run)}: flagged, but the place is not named"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("run", type=Path)
    parser.add_argument("--places", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began, rounds, slipped = time.monotonic(), Counter[str](), 0
    for number in range(args.places):
        damage = tampering.ALL[number % len(tampering.ALL)]
        seed = args.seed * 1_000_000 + number
        rounds[damage.__name__] += 1
        if trouble := once(args.run.absolute(), damage, seed):
            slipped += 1
            print(f"{damage.__name__} (seed {seed}): {trouble!a}", flush=True)
    took = time.monotonic() - began
    print(f"{args.places} places in {took:.0f} s, {len(rounds)} kinds of change, {slipped} slipped through")
    return 1 if slipped else 0


if __name__ == "__main__":
    sys.exit(main())
