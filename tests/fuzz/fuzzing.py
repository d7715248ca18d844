"""Targets that are fed with broken copies of good inputs, and what came out of it.

A target reads a file or a folder. Only `RelataError` and warnings of Relata may come out of it, within
`SECONDS` for a megabyte. What breaks that is kept as a fixture, which `test_fuzz.py` replays.
"""

from __future__ import annotations

import contextlib
import hashlib
import random
import shutil
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from relata.batch.records import find_inputs
from relata.errors import Lenient, RelataError, RelataWarning
from relata.extraction import extract
from relata.formats import READABLE, reader
from relata.scoring.conll2016.inputs import read_gold, read_predictions
from relata.scoring.disrpt import score as score_disrpt
from tests.paths import REPOSITORY, TESTS

FOUND = TESTS / "fixtures" / "fuzz"
"""Findings, by target: `fuzz/TARGET/DIGEST/` has the input."""
SECONDS = 10.0
"""Processor time for a megabyte, and for anything smaller."""
MEGABYTE = 1 << 20

_EXAMPLES, _FIXTURES = REPOSITORY / "examples", TESTS / "fixtures"
_SEEDS = {
    "conll2016": _EXAMPLES / "conll2016",
    "conll2008": _EXAMPLES / "conll2008",
    "conll2009": _FIXTURES / "conll2009-release",
    "ptb": _EXAMPLES / "treebank" / "wsj",
    "propbank": _EXAMPLES / "treebank",
    **{name: _FIXTURES / name for name in ("pdtb2", "pdtb3", "gdtb", "tedcdb", "cdtb", "ctb")},
}
_MADE = {
    "conllu": "garden.conllu",
    "disrpt": "garden",
    "jsonl": "garden.jsonl",
}
"""Inputs that are written from GDTB, since the repository has none."""
_INSERTED = (
    *(b"", b"\n", b"\t", b" ", b"|", b"..", b";", b"-", b"_", b"9", b"-1", b"1e400", b"NaN", b"null", b"{}"),
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\\ud800", b"\x1b[31m", "　因此".encode()),
    *(
        b"[" * 5000,
        b"(" * 5000,
        b"9" * 5000,
        b'"',
        b'{"a":1,"a":2}',
        b"99999999999999999999",
        b"../../x",
        b"/",
    ),
)


@dataclass(frozen=True)
class Target:
    """Reader of a file or a folder, with good inputs of it."""

    name: str
    seeds: Path
    read: Callable[[Path], object]


@dataclass(frozen=True)
class Finding:
    """Input that breaks a promise, and how."""

    target: str
    reason: str
    place: Path


def targets(room: Path) -> list[Target]:
    """All targets; inputs that the repository does not have are made in a folder."""
    _make_seeds(room)
    found = [
        Target(name, _SEEDS.get(name) or room / name, lambda path, name=name: _read(name, path))  # type: ignore[misc]
        for name in READABLE
    ]
    return [
        *found,
        Target("score-gold", _EXAMPLES / "conll2016", lambda path: _score(path, read_gold, "relations.json")),
        Target(
            "score-output",
            _EXAMPLES / "conll2016" / "run",
            lambda path: _score(path, read_predictions, "output.json"),
        ),
        Target("score-disrpt", room / "disrpt", _score_disrpt),
        Target("corpus", room / "corpus", _records),
        Target("web", room / "web", _extract),
    ]


def _read(name: str, path: Path) -> None:
    with contextlib.suppress(RelataError):
        for _ in reader(name)(path):
            pass
    for _ in reader(name)(path, on_error=Lenient()):
        pass


def _score(path: Path, read: Callable[..., object], name: str) -> None:
    read(path / name)
    read(path / name, on_error=Lenient())


def _score_disrpt(path: Path) -> None:
    for file in path.iterdir():
        score_disrpt(file, file)


def _records(path: Path) -> None:
    for file in find_inputs([str(path)], Lenient(), without=None):
        for _ in file.records():
            pass


def _extract(path: Path) -> None:
    for file in path.iterdir():
        extract(file, "html")


def _make_seeds(room: Path) -> None:
    import gzip
    import io
    import tarfile

    from relata.formats import conllu, disrpt, jsonl
    from relata.formats.pdtb import gdtb
    from tests.batch.test_corpus import web_archive

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelataWarning)
        documents = list(gdtb.read(_FIXTURES / "gdtb"))
        conllu.write(documents, room / "conllu" / _MADE["conllu"])
        disrpt.write(documents, room / "disrpt")
        jsonl.write(documents, room / "jsonl" / _MADE["jsonl"])
    corpus = room / "corpus"
    corpus.mkdir()
    line = b'{"id": "a", "text": "One. Two."}\n' * 3
    (corpus / "a.jsonl").write_bytes(line)
    (corpus / "b.jsonl.gz").write_bytes(gzip.compress(line))
    (corpus / "c.warc").write_bytes(web_archive())
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name in ("x.txt", "y.jsonl"):
            member = tarfile.TarInfo(name)
            member.size = len(line)
            archive.addfile(member, io.BytesIO(line))
    (corpus / "d.tar").write_bytes(data.getvalue())
    (corpus / "e.txt").write_bytes(line)
    (room / "web").mkdir()
    (room / "web" / "page.html").write_text(
        "<html><head><title>T</title></head><body><h1>A</h1><table><tr><td>x</td></tr></table>"
        "<p>We left <b>because</b> it rained. &amp; &#x110000;</p><ul><li>one<li>two</ul></body></html>",
        encoding="utf-8",
    )


def mutate(data: bytes, chance: random.Random) -> bytes:
    """Break bytes in one to four ways."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        until = min(len(data), at + int(chance.expovariate(0.1)))
        match chance.randrange(7):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 2:
                data = data[:at] + data[at:until] * chance.choice([2, 3, 100]) + data[until:]
            case 3:
                lines = data.splitlines(keepends=True)
                chance.shuffle(lines)
                data = b"".join(lines)
            case 4:
                lines = data.splitlines(keepends=True)
                data = b"".join(line for line in lines if chance.random() > 0.1)
            case _:
                data = data[:at] + chance.choice(_INSERTED) + data[until:]
    return data


def grow(data: bytes) -> bytes:
    """Repeat bytes to a megabyte."""
    return (data * (MEGABYTE // max(len(data), 1) + 1))[:MEGABYTE]


def mutated(target: Target, place: Path, chance: random.Random) -> None:
    """Copy the good inputs of a target to a place, and break one of them."""
    shutil.copytree(target.seeds, place)
    files = sorted(file for file in place.rglob("*") if file.is_file())
    file = chance.choice(files)
    data = mutate(file.read_bytes(), chance)
    file.write_bytes(grow(data) if chance.random() < 0.005 else data)


def fault_of(target: Target, place: Path) -> str | None:
    """Read an input; return what comes out that should not."""
    begin = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", RelataWarning)
        try:
            target.read(place)
        except RelataError:
            pass
        except Exception:
            return traceback.format_exc()
    seconds = time.process_time() - begin
    return f"{seconds:.0f} seconds\n" if seconds > SECONDS else None


def search(
    chosen: list[Target], chance: random.Random, go_on: Callable[[int], bool], keep: Path | None = None
) -> Iterator[Finding | None]:
    """Feed the targets in turn while `go_on(number of inputs)` is true; yield a finding or none each."""
    number = 0
    with tempfile.TemporaryDirectory() as room:
        while go_on(number):
            target = chosen[number % len(chosen)]
            place = Path(room) / "input"
            mutated(target, place, chance)
            reason = fault_of(target, place)
            number += 1
            yield None if reason is None else Finding(target.name, reason, _kept(target, place, reason, keep))
            shutil.rmtree(place)


def _kept(target: Target, place: Path, reason: str, keep: Path | None) -> Path:
    """Keep the input of a finding, one for each last line of a traceback and its place."""
    if keep is None:
        return place
    digest = hashlib.sha256("".join(reason.splitlines()[-3:]).encode()).hexdigest()[:12]
    if not (fixture := keep / target.name / digest).exists():
        shutil.copytree(place, fixture)
    return fixture
