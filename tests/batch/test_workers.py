from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from relata.batch.workers import apply_in_workers
from relata.errors import FormatError, RelataError, RelataWarning

PARENT = """
import multiprocessing, time
from relata.batch.workers import settle

def work():
    settle()
    print("settled", flush=True)
    time.sleep(100)

if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work)
    worker.start()
    worker.join()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_workers_of_a_killed_process_end(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "settled\n"

        parent.send_signal(signal.SIGKILL)

        parent.communicate(timeout=30)  # which a worker that lives on would keep open


def work(item: str) -> str:
    """Work of several kinds, by the item."""
    match item:
        case "slow":
            time.sleep(0.5)
        case "fault":
            raise FormatError("broken", "input.txt", line=3)
        case "bug":
            raise KeyError("bug")
        case "death":
            os._exit(9)
        case "warning":
            warnings.warn(RelataWarning("mind this"), stacklevel=1)
        case "lock":
            return open(os.devnull)  # type: ignore[return-value]  # noqa: PTH123
    return item.upper()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_with_their_items(jobs: int) -> None:
    results = list(apply_in_workers(work, ["slow", *"abcdefghijkl"], jobs))

    assert results == [(item, item.upper()) for item in ("slow", *"abcdefghijkl")]


def test_results_may_come_as_soon_as_they_are_there() -> None:
    results = [item for item, _ in apply_in_workers(work, ["slow", "a", "b"], 2, ordered=False)]

    assert sorted(results) == ["a", "b", "slow"]


def test_few_items_are_taken_before_their_turn() -> None:
    taken = 0

    def items() -> Iterator[str]:
        nonlocal taken
        for _ in range(100):
            taken += 1
            yield "a"

    results = apply_in_workers(work, items(), 2)
    next(results)

    assert taken <= 9
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("jobs", [1, 2])
def test_exceptions_reach_the_caller(jobs: int) -> None:
    results = apply_in_workers(work, ["a", "fault", "b"], jobs)

    assert next(results) == ("a", "A")
    with pytest.raises(FormatError, match=r"input\.txt:3: broken"):
        next(results)


def test_a_bug_brings_the_traceback_of_its_process() -> None:
    with pytest.raises(KeyError) as caught:
        list(apply_in_workers(work, ["bug", "a"], 2))

    assert "in work" in caught.value.__notes__[0]


def test_a_result_that_cannot_be_sent_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="cannot pickle"):
        list(apply_in_workers(work, ["lock", "a"], 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_warnings_reach_the_caller(jobs: int) -> None:
    with pytest.warns(RelataWarning, match="mind this"):
        list(apply_in_workers(work, ["warning", "a"], jobs))


def test_a_process_that_dies_is_reported_with_its_item() -> None:
    message = (
        r"<death>: a process ended before its time, with exit code 9; is there enough memory for --jobs\?"
    )
    with pytest.raises(RelataError, match=message):
        list(apply_in_workers(work, ["slow", "death", "a"], 2, name=lambda item: f"<{item}>"))
