"""Does the same flow get the same verdict each time?

    python -m bench.repeat_demo [--rounds 10] [--browser NAME ...] [--jobs 1] [FLOW ...]

Runs every flow of flows/demo and flows/dashboard.yaml (or the given ones), each `--rounds` times in both
browsers, and compares verdict, reason and exit code with the first line of the flow, `# expect: VERDICT
reason`. Ctrl-C or SIGTERM ends it; what was found until then is told and kept.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bench.figures import into_readme, write

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium-headless-shell", "chromium")
EXIT = {"PASS": 0, "FAIL": 1, "INCONCLUSIVE": 4}
TIMEOUT_S = 300


@dataclass(frozen=True)
class Case:
    flow: str
    browser: str
    expected: str

    def __str__(self) -> str:
        return f"{self.flow} in {self.browser}"


@dataclass(frozen=True)
class Result:
    case: Case
    got: str
    seconds: float
    said: str = ""

    @property
    def right(self) -> bool:
        return self.got == self.case.expected


def expected(flow: Path) -> str:
    """`VERDICT reason exit N` from the first line."""
    first = flow.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith("# expect: "):
        raise SystemExit(f"{flow}: the first line is no `# expect: VERDICT reason`")
    verdict, _, reason = first.removeprefix("# expect: ").strip().partition(" ")
    return f"{verdict} {reason} exit {EXIT[verdict]}"


def cases(flows: Sequence[str], browsers: Sequence[str]) -> list[Case]:
    paths = [Path(flow) for flow in flows] or [
        *sorted((ROOT / "flows/demo").glob("*.yaml")),
        ROOT / "flows/dashboard.yaml",
    ]
    found = [path.resolve().relative_to(ROOT) for path in paths]
    return [Case(str(path), browser, expected(ROOT / path)) for browser in browsers for path in found]


class Runner:
    """Starts `qarunner run` processes, and can end those that still run."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.stopped = threading.Event()
        self.env = {"DASHBOARD_PASSWORD": "correct horse", **os.environ}

    def run(self, case: Case) -> Result | None:
        """None when it was stopped."""
        if self.stopped.is_set():
            return None
        argv = [sys.executable, "-m", "qarunner", "run", case.flow, "--json", "--browser", case.browser]
        began = time.monotonic()
        with subprocess.Popen(
            [*argv, "--output", str(self.out)],
            cwd=ROOT,
            env=self.env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            while True:
                try:
                    out, err = process.communicate(timeout=1.0)
                    break
                except subprocess.TimeoutExpired:
                    late = time.monotonic() - began > TIMEOUT_S
                    if late or self.stopped.is_set():
                        process.send_signal(signal.SIGTERM)
                        process.communicate()
                        return Result(case, "time-out", TIMEOUT_S) if late else None
        took = time.monotonic() - began
        got = f"{told(out)} exit {process.returncode}"
        return Result(case, got, took, "" if got == case.expected else f"{out}\n{err}"[-3_000:])


def told(out: str) -> str:
    try:
        rows = json.loads(out)["flows"]
    except (ValueError, KeyError, TypeError):
        return "no JSON"
    found = sorted({f"{row['verdict']} {row['reason']}" for row in rows})
    return " + ".join(found)


def perform(todo: Sequence[Case], jobs: int, runner: Runner) -> Iterator[Result]:
    """Results as they come. Ctrl-C lets the running ones end and starts no more."""
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(runner.run, case) for case in todo]
        try:
            for future in futures:
                if (result := future.result()) is not None:
                    yield result
        except KeyboardInterrupt:
            runner.stopped.set()


def figures(results: Sequence[Result]) -> dict[str, object]:
    wrong = [result for result in results if not result.right]
    flows = sorted({str(result.case) for result in results})
    by = {name: [r for r in results if str(r.case) == name] for name in flows}
    return {
        "runs": len(results),
        "right": len(results) - len(wrong),
        "cases": {
            name: {
                "runs": len(some),
                "right": sum(r.right for r in some),
                "seconds": round(sorted(r.seconds for r in some)[len(some) // 2], 1),
            }
            for name, some in by.items()
        },
        "wrong": [
            {"case": str(r.case), "expected": r.case.expected, "got": r.got, "said": r.said} for r in wrong
        ],
    }


def table(results: Sequence[Result]) -> str:
    lines = ["| browser | flows | runs | as expected |", "|---|---|---|---|"]
    for browser in dict.fromkeys(result.case.browser for result in results):
        some = [result for result in results if result.case.browser == browser]
        right = sum(result.right for result in some)
        lines.append(f"| {browser} | {len({r.case.flow for r in some})} | {len(some)} | {right} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("flows", nargs="*", metavar="FLOW")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--browser", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--dry", action="store_true", help="print only, keep the figures as they are")
    args = parser.parse_args()
    todo = cases(args.flows, args.browser or BROWSERS) * args.rounds
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.default_int_handler)  # also when we were started in the background
    results: list[Result] = []
    with tempfile.TemporaryDirectory(prefix="repeat-") as out:
        for result in perform(todo, args.jobs, Runner(Path(out))):
            results.append(result)
            mark = "ok  " if result.right else "DIFF"
            told = "" if result.right else f": {result.got}, not {result.case.expected}"
            print(f"{mark} {len(results)}/{len(todo)} {result.case} {result.seconds:.1f} s{told}", flush=True)
    wrong = Counter(f"{r.case}: {r.got}, not {r.case.expected}" for r in results if not r.right)
    for what, count in wrong.most_common():
        print(f"{count} x {what}")
    print(f"{len(results) - wrong.total()} of {len(results)} as expected")
    if results and not args.dry:
        write("repeat", figures(results))
        into_readme("repeat", table(results))
    return 1 if wrong or len(results) < len(todo) else 0


if __name__ == "__main__":
    sys.exit(main())
