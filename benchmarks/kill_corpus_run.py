"""Kill `relata corpus run` again and again; show that nothing is lost, doubled, or done twice.

    python benchmarks/kill_corpus_run.py texts/ --words 10000000 --kills 10 --record docs/lab/DATE-corpora.md

The documents are made of the paragraphs of the texts (.txt, .jsonl, also packed), in random order. The run is
killed with all its processes at random moments. The last time is a power cut: files that were not forced to
the disk are cut at a random byte, and half of the names whose folder was not forced to the disk are lost.
In the end every document must be there once, no finished shard may have been done again, and no worker may
have taken more than 500 MB; else the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from relata.batch import Text, corpus_documents, corpus_faults
from relata.batch.receipts import RECEIPTS, Receipt
from relata.batch.records import find_inputs
from relata.errors import Lenient

_DOCUMENT_WORDS = 500
_MOST_MEMORY = 500
_RECORDED = "--recorded"
"""First argument of this script where it runs `relata`, and notes what is forced to the disk."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("texts", type=Path, help="folder or file of texts")
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--wait", type=float, default=8, help="seconds after a shard to kill in, at most")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--characters", type=int, default=500_000, help="of a shard")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--record", type=Path, help="file for the figures, as a note of the laboratory")
    parser.add_argument("--efficiency", action="store_true", help="also measure one process against two")
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as room:
        source = Path(room) / "documents.jsonl"
        ids = _write_documents(source, options.texts, options.words)
        figures = _run(Path(room), source, ids, options)
        if options.efficiency:
            figures |= _efficiency(Path(room), source, options)
    table = "".join(f"| {name} | {value} |\n" for name, value in figures.items())
    print(table, end="")
    if options.record:
        command = f"python benchmarks/kill_corpus_run.py {' '.join(sys.argv[1:])}"
        head = f"# {time.strftime('%Y-%m-%d')}: a corpus run that is killed\n\n`{command}`\n\n"
        options.record.write_text(f"{head}| figure | value |\n| --- | --- |\n{table}", encoding="utf-8")
    bad = ("documents lost", "documents doubled", "finished shards done again", "faults found by verify")
    if any(figures[name] for name in bad) or figures["memory of a worker at most, MB"] > _MOST_MEMORY:
        sys.exit(1)


def _run(room: Path, source: Path, ids: list[str], options: argparse.Namespace) -> dict[str, Any]:
    out, journal = room / "parsed", room / "journal"
    command = [sys.executable, __file__, _RECORDED, journal, *_arguments(source, out, options.jobs, options)]
    begin, kept, redone, cut = time.monotonic(), dict[str, int](), 0, (0, 0)
    for number in range(options.kills):
        _kill(command, out, len(kept), options.wait)
        if number == options.kills - 1:
            cut = _cut_power(out, journal)
        now = _moments(out)
        redone += sum(now.get(name) != moment for name, moment in kept.items())
        kept = now
        print(f"kill {number + 1}: {len(kept)} shards done, {time.monotonic() - begin:.0f} s", flush=True)
    subprocess.run(list(map(str, command)), check=True, stderr=subprocess.DEVNULL)
    now = _moments(out)
    redone += sum(now.get(name) != moment for name, moment in kept.items())
    found = Counter(document.id for document in corpus_documents(out))
    receipts = _receipts(out)
    words, seconds = (sum(getattr(each, name) for each in receipts) for name in ("words", "seconds"))
    return {
        "words": f"{words:,}",
        "documents": f"{len(ids):,}",
        "shards": len(receipts),
        "processes": options.jobs,
        "kills": options.kills,
        "files and names that the power cut took": f"{cut[0]} and {cut[1]}",
        "documents lost": len(set(ids) - set(found)),
        "documents doubled": sum(count > 1 for count in found.values()),
        "finished shards done again": redone,
        "faults found by verify": len(list(corpus_faults(out))),
        "memory of a worker at most, MB": max(receipt.memory_mb for receipt in receipts),
        "words per second of a worker": round(words / seconds),
        "seconds in all": round(time.monotonic() - begin),
        "load of the machine, mean of 15 minutes": f"{os.getloadavg()[2]:.1f}",
    }


def _efficiency(room: Path, source: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Time one process and two on the first twentieth of the documents."""
    part = room / "part.jsonl"
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    part.write_text("".join(lines[: max(len(lines) // 20, 8)]), encoding="utf-8")
    seconds = {}
    for jobs in (1, 2):
        begin = time.monotonic()
        command = [sys.executable, "-m", "relata", *_arguments(part, room / f"jobs{jobs}", jobs, options)]
        subprocess.run(list(map(str, command)), check=True, stderr=subprocess.DEVNULL)
        seconds[jobs] = time.monotonic() - begin
    return {"speed of two processes, by that of one": f"{seconds[1] / seconds[2]:.2f}"}


def _arguments(source: Path, out: Path, jobs: int, options: argparse.Namespace) -> list[object]:
    names = ["corpus", "run", source, "--out", out, "--model", "en"]
    return [*names, "--jobs", jobs, "--characters", options.characters]


def _moments(out: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in out.glob(f"{RECEIPTS}/*.json")}


def _receipts(out: Path) -> list[Receipt]:
    return [msgspec.json.decode(path.read_bytes(), type=Receipt) for path in out.glob(f"{RECEIPTS}/*")]


def _write_documents(target: Path, texts: Path, words: int) -> list[str]:
    paragraphs = [part for text in _texts(texts) for part in text.split("\n\n") if part.strip()]
    ids = []
    with target.open("w", encoding="utf-8") as file:
        while words > 0:
            parts, size = [], 0
            while size < _DOCUMENT_WORDS:
                parts.append(random.choice(paragraphs))
                size += len(parts[-1].split())
            ids.append(f"d{len(ids)}")
            file.write(json.dumps({"id": ids[-1], "text": "\n\n".join(parts)}) + "\n")
            words -= size
    return ids


def _texts(place: Path) -> Iterator[str]:
    for file in find_inputs([str(place)], Lenient(), without=None):
        yield from (record.text for record in file.records() if isinstance(record, Text))


def _kill(command: list[object], out: Path, done: int, wait: float) -> None:
    """Kill the run with its processes some seconds after it has finished another shard."""
    with subprocess.Popen(list(map(str, command)), start_new_session=True, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and len(list(out.glob(f"{RECEIPTS}/*.json"))) <= done:
            time.sleep(0.05)
        time.sleep(random.uniform(0, wait))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)


def _run_recorded(journal: Path, arguments: list[str]) -> None:
    """Run `relata`, and note which files and folders it forces to the disk, and which names it gives."""
    log = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    fsync, replace = os.fsync, os.replace

    def note(*facts: object) -> None:
        os.write(log, f"{json.dumps(facts)}\n".encode())

    def fsync_noted(descriptor: int) -> None:
        fsync(descriptor)
        status = os.fstat(descriptor)
        note("forced", status.st_ino, status.st_size)

    def replace_noted(source: Any, target: Any, **places: Any) -> None:
        replace(source, target, **places)
        note("named", Path(target).parent.stat().st_ino, str(target))

    os.fsync, os.replace = fsync_noted, replace_noted  # type: ignore[assignment]
    from relata.__main__ import main as run

    sys.argv = ["relata", *arguments]
    run()


def _cut_power(out: Path, journal: Path) -> tuple[int, int]:
    """Cut the files that were not forced to the disk, and lose names; return how many of both."""
    forced: dict[int, int] = {}
    unsure: dict[int, set[str]] = {}  # names by folder that is not forced since
    for line in journal.read_text(encoding="utf-8").splitlines():
        kind, number, fact = json.loads(line)
        if kind == "forced":
            forced[number] = fact
            unsure.pop(number, None)
        else:
            unsure.setdefault(number, set()).add(fact)
    files = [file for file in out.rglob("*") if file.is_file() and not file.name.startswith(".relata-lock")]
    loose = [file for file in files if forced.get(file.stat().st_ino) != file.stat().st_size]
    for file in loose:
        os.truncate(file, random.randrange(file.stat().st_size + 1))
    lost = [Path(name) for names in unsure.values() for name in names if random.random() < 0.5]
    for name in lost:
        name.unlink(missing_ok=True)
    return len(loose), len(lost)


if __name__ == "__main__":
    if sys.argv[1:2] == [_RECORDED]:
        _run_recorded(Path(sys.argv[2]), sys.argv[3:])
    else:
        main()
