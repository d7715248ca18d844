"""Search for inputs that break a reader: `python -m tests.fuzz --seconds 3600 --seed 7 [--target jsonl]`.

Findings go to tests/fixtures/fuzz, where the tests replay them. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.fuzzing import FOUND, search, targets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--inputs", type=int, default=sys.maxsize, help="inputs in all, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", help="only this one")
    options = parser.parse_args()
    begin, count, findings = time.monotonic(), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as room:
        chosen = [each for each in targets(Path(room)) if not options.target or each.name in options.target]

        def go_on(number: int) -> bool:
            return number < options.inputs and time.monotonic() - begin < options.seconds

        for finding in search(chosen, random.Random(options.seed), go_on, FOUND):
            count += 1
            if finding is not None and not findings[finding.place.name]:
                print(f"{finding.target}: kept as {finding.place}\n{finding.reason}", flush=True)
            if finding is not None:
                findings[finding.place.name] += 1
    print(f"{count:,} inputs to {len(chosen)} targets, {time.monotonic() - begin:.0f} s, seed {options.seed}")
    print(f"{findings.total()} findings, {len(findings)} of them distinct")
    sys.exit(bool(findings))


if __name__ == "__main__":
    main()
