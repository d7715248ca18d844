"""Kill `relata corpus run` again and again; show that nothing is lost, doubled, or done twice.

    python benchmarks/kill_corpus_run.py texts/ --words 300000 --kills 10

The documents are made of the paragraphs of the texts, in random order. The run is killed with all its
processes at random moments. The last time is a power cut: files that were not forced to the disk, those in
temporary folders, are cut at a random byte. In the end every document must be there once, and no receipt may
have changed.
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
from pathlib import Path

import msgspec

from relata.batch.inspection import corpus_documents, corpus_faults
from relata.batch.receipts import RECEIPTS, Receipt

_DOCUMENT_WORDS = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("texts", type=Path, help="folder of .txt files")
    parser.add_argument("--words", type=int, default=300_000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--characters", type=int, default=100_000, help="of a shard")
    parser.add_argument("--seed", type=int, default=25)
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as room:
        _run(Path(room), options)


def _run(room: Path, options: argparse.Namespace) -> None:
    source, out = room / "documents.jsonl", room / "parsed"
    ids = _write_documents(source, options.texts, options.words)
    command = [sys.executable, "-m", "relata", "corpus", "run", source, "--out", out, "--model", "en"]
    command += ["--jobs", str(options.jobs), "--characters", str(options.characters)]
    begin, kept, redone = time.monotonic(), dict[str, int](), 0
    for number in range(options.kills):
        _kill(command, out, len(kept))
        if number == options.kills - 1:
            print(f"power cut: {_cut_power(out)} files were not on the disk")
        now = {path.name: path.stat().st_mtime_ns for path in out.glob(f"{RECEIPTS}/*.json")}
        redone += sum(now.get(name) != moment for name, moment in kept.items())
        kept = now
        print(f"kill {number + 1}: {len(kept)} shards done, {time.monotonic() - begin:.0f} s", flush=True)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    now = {path.name: path.stat().st_mtime_ns for path in out.glob(f"{RECEIPTS}/*.json")}
    redone += sum(now.get(name) != moment for name, moment in kept.items())
    found = Counter(document.id for document in corpus_documents(out))
    receipts = [msgspec.json.decode(path.read_bytes(), type=Receipt) for path in out.glob(f"{RECEIPTS}/*")]
    seconds = sum(receipt.seconds for receipt in receipts)
    words = sum(receipt.words for receipt in receipts)
    print(f"{len(receipts)} shards, {words:,} words, {len(found):,} documents, {options.kills} kills")
    print(f"lost: {len(set(ids) - set(found))}, doubled: {sum(n > 1 for n in found.values())}, ", end="")
    print(f"finished shards done again: {redone}, faults: {len(list(corpus_faults(out)))}")
    print(
        f"words per second of a process: {words / seconds:.0f}, all in all {time.monotonic() - begin:.0f} s"
    )
    print(f"memory of a process at most: {max(receipt.memory_mb for receipt in receipts)} MB")


def _write_documents(target: Path, texts: Path, words: int) -> list[str]:
    files = sorted(texts.rglob("*.txt"))
    paragraphs = [
        part for file in files for part in file.read_text(encoding="utf-8").split("\n\n") if part.strip()
    ]
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


def _kill(command: list[object], out: Path, done: int) -> None:
    """Kill the run with its processes some seconds after it has finished another shard."""
    with subprocess.Popen(list(map(str, command)), start_new_session=True, stderr=subprocess.DEVNULL) as run:
        while run.poll() is None and len(list(out.glob(f"{RECEIPTS}/*.json"))) <= done:
            time.sleep(0.05)
        time.sleep(random.uniform(0, 8))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)


def _cut_power(out: Path) -> int:
    """Cut the files that were not forced to the disk: those in temporary folders."""
    files = [file for folder in out.rglob(".relata-*") if folder.is_dir() for file in folder.rglob("*")]
    for file in files:
        os.truncate(file, random.randrange(file.stat().st_size + 1))
    return len(files)


if __name__ == "__main__":
    main()
