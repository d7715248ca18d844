"""Corpora in shards: nothing is lost, nothing comes twice, whatever dies."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import tracemalloc
from pathlib import Path

import msgspec
import pytest
import zstandard

from relata import batch
from relata.batch import corpus as corpus_module
from relata.batch import engine, records
from relata.batch.corpus import CorpusSettings, CorpusSummary, parse_corpus, read_plan, read_receipts
from relata.batch.inspection import corpus_documents, corpus_faults, corpus_status, merge_corpus
from relata.batch.parts import ShardPiece, ShardTask
from relata.batch.records import find_inputs
from relata.batch.run import ParsePlan
from relata.batch.shards import CorpusPlan
from relata.batch.store import LocalStore, open_store
from relata.batch.workers import apply_here, apply_to_tasks
from relata.errors import FormatError, Lenient, RelataError
from relata.formats import files, jsonl
from relata.parsing.options import ParserOptions

TEXT = "We left because it rained. All got wet.\n"
SMALL = 2 * len(TEXT)
"""Characters of shards of two texts."""


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Six texts in two folders."""
    for number in range(6):
        file = tmp_path / "texts" / f"folder{number % 2}" / f"{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(TEXT, encoding="utf-8")
    return tmp_path / "texts"


@pytest.fixture
def plan(rule_model: Path) -> ParsePlan:
    return ParsePlan(str(rule_model), ParserOptions(threads=1))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do the work in this process, which is quicker than to start others."""
    monkeypatch.setattr(corpus_module, "apply_to_tasks", apply_here)


def parsed(texts: Path | str, out: Path | str, plan: ParsePlan, **settings: object) -> CorpusSummary:
    facts = {"jobs": 1, "characters": SMALL, **settings}
    return parse_corpus([texts], plan, CorpusSettings(str(out), **facts))  # type: ignore[arg-type]


def ids_in(out: Path | str) -> list[str]:
    return [document.id for document in corpus_documents(out)]


def failures_in(out: Path) -> list[dict[str, str]]:
    texts = [path.read_text(encoding="utf-8") for path in sorted((out / "failures").iterdir())]
    return [json.loads(line) for text in texts for line in text.splitlines()]


NAMES = [f"folder{number % 2}/{number}.txt" for number in (0, 2, 4, 1, 3, 5)]


def test_parts_have_the_documents_in_the_order_of_the_inputs(
    texts: Path, tmp_path: Path, plan: ParsePlan
) -> None:
    summary = parsed(texts, out := tmp_path / "out", plan, jobs=2)

    assert (summary.done, summary.shards, summary.rows, summary.complete) == (3, 3, 6, True)
    assert ids_in(out) == NAMES
    assert [len(document.relations) for document in corpus_documents(out)] == [2] * 6
    assert [document.id for document in jsonl.read(out)] == NAMES
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["documents"], manifest["failures"], manifest["words"]) == (6, 0, 60)
    assert list(corpus_faults(out)) == []


@pytest.mark.usefixtures("here")
def test_finished_shards_are_not_redone_and_damaged_ones_are(
    texts: Path, tmp_path: Path, plan: ParsePlan
) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    part = out / "part-00001.jsonl.zst"
    before = part.read_bytes()
    part.write_bytes(before[:-1] + b"?")
    os.utime(out / "part-00000.jsonl.zst", (0, 0))
    faults = list(corpus_faults(out))

    summary = parsed(texts, out, plan)

    assert faults == ["part-00001.jsonl.zst: damaged, its sha256 is not the one in its receipt"]
    assert (summary.done, summary.skipped) == (1, 2)
    assert part.read_bytes() == before
    assert (out / "part-00000.jsonl.zst").stat().st_mtime == 0
    assert list(corpus_faults(out)) == []


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["receipts/part-00002.json", "part-00002.jsonl.zst"])
def test_a_shard_without_its_files_is_done_again(
    texts: Path, tmp_path: Path, plan: ParsePlan, name: str
) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    (out / name).unlink()

    assert len(list(corpus_faults(out))) >= 1
    assert parsed(texts, out, plan).done == 1
    assert ids_in(out) == NAMES


@pytest.mark.usefixtures("here")
def test_a_run_with_another_plan_is_refused(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    other = ParsePlan(plan.model, ParserOptions(min_score=0.9, threads=1))

    with pytest.raises(RelataError, match=r"another plan \(min_score\); name another --out"):
        parsed(texts, out, other)
    (texts / "folder0" / "0.txt").write_text("Other.", encoding="utf-8")
    with pytest.raises(RelataError, match=r"another plan \(input .*0\.txt\)"):
        parsed(texts, out, plan)
    (texts / "new.txt").write_text("New.", encoding="utf-8")
    assert parsed(texts, out, plan, force=True).rows == 7
    assert list(corpus_faults(out)) == []


@pytest.mark.usefixtures("here")
def test_an_input_that_changes_while_it_is_read_stops_the_run(
    texts: Path, tmp_path: Path, plan: ParsePlan
) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    file = texts / "folder1" / "5.txt"
    status = file.stat()
    file.write_text(TEXT.replace("rain", "snow"), encoding="utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    (out / "receipts" / "part-00002.json").unlink()

    with pytest.raises(RelataError, match=r"part-00002: the inputs changed .* near folder1/5\.txt"):
        parsed(texts, out, plan)


@pytest.mark.usefixtures("here")
def test_a_folder_with_other_files_is_refused(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("precious", encoding="utf-8")

    with pytest.raises(FormatError, match=r"holds 'thesis\.txt', which is of no run"):
        parsed(texts, tmp_path / "out", plan)


@pytest.mark.usefixtures("here")
def test_shares_of_the_work_together_are_all_of_it(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    out = tmp_path / "out"
    done = [parsed(texts, out, plan, share=(share, 2)) for share in (1, 2)]

    assert [(summary.done, summary.complete) for summary in done] == [(2, False), (1, True)]
    assert ids_in(out) == NAMES
    assert list(corpus_faults(out)) == []


@pytest.mark.usefixtures("here")
def test_one_run_at_a_time_writes_but_shares_may_together(
    texts: Path, tmp_path: Path, plan: ParsePlan
) -> None:
    store = LocalStore(tmp_path / "out")
    with store.locked("1-of-2"):
        assert parsed(texts, tmp_path / "out", plan, share=(2, 2)).done == 1
        for share in ((1, 1), (1, 2)):
            with pytest.raises(RelataError, match="another run is writing there"):
                parsed(texts, tmp_path / "out", plan, share=share)
    assert parsed(texts, tmp_path / "out", plan).complete


def test_a_record_that_cannot_be_read_is_a_failure_in_its_place(
    tmp_path: Path, plan: ParsePlan, here: None
) -> None:
    lines = ['{"id": "a", "text": "One."}', '{"id": "b"}', "{", '{"id": "c", "text": "Two."}']
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")

    summary = parsed(tmp_path / "x.jsonl", out := tmp_path / "out", plan)

    assert (summary.rows, summary.failures) == (2, 2)
    assert ids_in(out) == ["a", "c"]
    failures = failures_in(out)
    reasons = [failure["reason"].partition("x.jsonl:")[2] for failure in failures]
    assert reasons[0] == "2: text: is missing"
    assert reasons[1].startswith("3: broken JSON at column")


def deadly(task: ShardTask) -> ShardPiece:
    """Parser that a text kills, as a lack of memory does."""
    ids = [record.id for record in task.records]
    if any("deadly" in record.text for record in task.records):
        os.kill(os.getpid(), signal.SIGKILL)
    data = zstandard.ZstdCompressor().compress("".join(f"{id}\n" for id in ids).encode())
    return ShardPiece(data, len(ids), len(ids), [], 0.1, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_a_shard_that_kills_its_process_is_split_down_to_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: ParsePlan
) -> None:
    texts = ["fine"] * 8
    texts[2] = texts[5] = "deadly"
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts)]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(corpus_module, "TaskParser", lambda *_: deadly)

    summary = parsed(tmp_path / "x.jsonl", out := tmp_path / "out", plan, characters=1000, jobs=2)

    assert (summary.rows, summary.failures, summary.complete) == (6, 2, True)
    data = (out / "part-00000.jsonl.zst").read_bytes()
    content = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    assert content.decode().split() == ["0", "1", "3", "4", "6", "7"]
    failures = failures_in(out)
    assert [failure["id"] for failure in failures] == ["2", "5"]
    assert "a process ended before its time, with exit code -9" in failures[0]["reason"]


def die(_: ShardTask) -> ShardPiece:
    os._exit(7)


def test_processes_that_all_die_stop_the_run(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plan: ParsePlan
) -> None:
    monkeypatch.setattr(corpus_module, "TaskParser", lambda *_: die)
    monkeypatch.setattr(engine, "DEATHS", 3)

    with pytest.raises(RelataError, match="a process ended before its time, with exit code 7"):
        parsed(texts, tmp_path / "out", plan)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_a_run_that_is_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, rule_model: Path
) -> None:
    lines = [json.dumps({"id": str(number), "text": TEXT * 5}) for number in range(60)]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "relata", "corpus", "run", tmp_path / "x.jsonl", "--out", out]
    command += ["--model", rule_model, "--jobs", "2", "--characters", "400"]
    kept: dict[str, int] = {}
    for _ in range(3):
        with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as process:
            begun, number = time.monotonic(), len(kept)
            while len(list(out.glob("receipts/*"))) < number + 3 and time.monotonic() < begun + 30:
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGKILL)
        now = {path.name: path.stat().st_mtime_ns for path in out.glob("receipts/*.json")}
        assert {name: now[name] for name in kept} == kept, "a finished shard was done again"
        kept = now

    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    assert 4 <= len(kept) < 30
    assert {name: (out / "receipts" / name).stat().st_mtime_ns for name in kept} == kept
    assert ids_in(out) == list(map(str, range(60)))
    assert list(corpus_faults(out)) == []
    assert [path.name for path in out.rglob(".relata-*")] == [".relata-lock"]


def test_files_are_on_the_disk_before_they_have_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    replaced, synchronized = Path.replace, os.fsync

    def replace(path: Path, target: Path) -> Path:
        steps.append("rename")
        return replaced(path, target)

    def fsync(descriptor: int) -> None:
        steps.append("folder" if os.fstat(descriptor).st_mode & 0o040000 else "file")
        synchronized(descriptor)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(files.os, "fsync", fsync)

    LocalStore(tmp_path / "out").write("receipts/a", b"data")

    assert steps[:3] == ["file", "rename", "folder"]


def test_a_disk_that_does_not_take_a_file_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)

    with pytest.raises(FormatError, match="cannot be written: No space left on device"):
        LocalStore(tmp_path / "out").write("part", b"data")
    assert not (tmp_path / "out" / "part").exists()


@pytest.mark.usefixtures("here")
def test_packed_and_archived_files_are_read(tmp_path: Path, plan: ParsePlan) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    line = json.dumps({"id": "a", "text": "One."}).encode()
    (folder / "1.jsonl.gz").write_bytes(gzip.compress(line))
    frames = zstandard.ZstdCompressor()
    (folder / "2.jsonl.zst").write_bytes(frames.compress(line.replace(b'"a"', b'"b"') + b"\n"))
    with (folder / "2.jsonl.zst").open("ab") as file:  # of several frames
        file.write(frames.compress(line.replace(b'"a"', b'"c"')))
    with tarfile.open(folder / "3.tar.gz", "w:gz") as archive:
        for name, data in (("in/d.txt", b"Two."), ("e.jsonl", line), ("picture.png", b"\x89")):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    (folder / "4.txt.gz").write_bytes(gzip.compress(b"Three."))
    (folder / "5.warc.gz").write_bytes(gzip.compress(web_archive()))

    summary = parsed(folder, out := tmp_path / "out", plan)

    assert summary.failures == 0
    texts = {document.id: document.text for document in corpus_documents(out)}
    assert texts == {
        "a": "One.",
        "b": "One.",
        "c": "One.",
        "3.tar.gz/in/d.txt": "Two.",
        "4.txt.gz": "Three.",
        "urn:uuid:1": "Plain text.",
        "urn:uuid:2": "A title\n\nWe left because it rained.",
    } | {"a": "One."}
    assert ids_in(out).count("a") == 2


def web_archive() -> bytes:
    page = (
        b"<html><head><title>No</title></head><body><h1>A  title</h1><script>x()</script>"
        b"<p>We <b>left</b>\nbecause it rained.</p></body></html>"
    )
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
    records = [
        ("warcinfo", "application/warc-fields", b"software: x", 0),
        ("conversion", "text/plain", b"Plain text.", 1),
        ("request", "application/http; msgtype=request", b"GET / HTTP/1.1\r\n\r\n", 3),
        ("response", "application/http; msgtype=response", response, 2),
    ]
    return b"".join(
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"Content-Type: {media}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
        + b"\r\n\r\n"
        for kind, media, body, number in records
    )


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "cut", "reason"),
    [
        ("x.jsonl.gz", 5, "cannot be unpacked"),
        ("x.jsonl.zst", 5, "the file ends inside a frame"),
        ("x.warc", 8, "the file ends inside a record"),
        ("x.tar", 700, "cannot be unpacked"),
    ],
)
def test_files_that_are_cut_off_fail_with_what_came_before(
    tmp_path: Path, plan: ParsePlan, name: str, cut: int, reason: str
) -> None:
    line = b'{"text": "One."}\n'
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        member = tarfile.TarInfo("x.txt")
        member.size = 1000
        archive.addfile(member, io.BytesIO(b"x" * 1000))
    content = {
        "x.jsonl.gz": gzip.compress(line * 100),
        "x.jsonl.zst": zstandard.ZstdCompressor().compress(line * 100),
        "x.warc": web_archive(),
        "x.tar": tar.getvalue()[:1600],
    }[name]
    (tmp_path / name).write_bytes(content[:-cut])

    summary = parsed(tmp_path / name, tmp_path / "out", plan)

    assert summary.failures == 1
    (failed,) = (tmp_path / "out" / "failures").iterdir()
    assert reason in failed.read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
def test_parquet_goes_in_and_out(tmp_path: Path, plan: ParsePlan) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"id": str(number), "text": TEXT, "other": 1} for number in range(5)]
    parquet.write_table(arrow.Table.from_pylist([*rows, {"id": "x", "text": None}]), tmp_path / "x.parquet")

    summary = parsed(tmp_path / "x.parquet", out := tmp_path / "out", plan, format="parquet")
    count = merge_corpus(out, tmp_path / "all.parquet")
    merge_corpus(out, tmp_path / "all.jsonl.zst")

    assert (summary.rows, summary.failures, count) == (5, 1, 5)
    table = parquet.read_table(tmp_path / "all.parquet").to_pylist()
    assert [row["id"] for row in table] == list("01234")
    assert table[0]["relations"][0]["sense"] == "Contingency.Cause.Reason"
    documents = [jsonl.loads(row["document"]) for row in table]
    assert documents == list(jsonl.read(tmp_path / "all.jsonl.zst"))


@pytest.mark.usefixtures("here")
def test_remote_places_work_like_folders(texts: Path, plan: ParsePlan) -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    for file in texts.rglob("*.txt"):
        memory.pipe_file(f"/in/{file.name}", file.read_bytes())
    try:
        summary = parsed("memory://in", "memory://parsed", plan)
        again = parsed("memory://in", "memory://parsed", plan)
        memory.pipe_file("/parsed/part-00000.jsonl.zst", b"damaged")
        faults = list(corpus_faults("memory://parsed"))

        assert (summary.rows, again.done, again.skipped) == (6, 0, 3)
        assert ids_in_after(plan) == ["0.txt", "1.txt", "2.txt", "3.txt", "4.txt", "5.txt"]
        assert len(faults) == 1
    finally:
        memory.store.clear()


def ids_in_after(plan: ParsePlan) -> list[str]:
    assert parsed("memory://in", "memory://parsed", plan).done == 1
    return ids_in("memory://parsed")


@pytest.mark.usefixtures("here")
def test_an_address_of_a_file_is_a_path_with_its_lock(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    out = f"file://{tmp_path}/out"

    assert parsed(f"file://{texts}", out, plan).rows == 6
    assert ids_in(out) == NAMES
    with LocalStore(tmp_path / "out").locked(), pytest.raises(RelataError, match="another run is writing"):
        parsed(texts, out, plan)


@pytest.mark.usefixtures("here")
def test_failures_that_were_edited_are_noticed(tmp_path: Path, plan: ParsePlan) -> None:
    (tmp_path / "x.jsonl").write_text('{"text": "One."}\n{"id": "b"}\n', encoding="utf-8")
    parsed(tmp_path / "x.jsonl", out := tmp_path / "out", plan)
    file = out / "failures" / "part-00000.jsonl"
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace("missing", "fine"), encoding="utf-8")

    (fault,) = corpus_faults(out)
    assert fault == "failures/part-00000.jsonl: damaged, its sha256 is not the one in its receipt"
    assert parsed(tmp_path / "x.jsonl", out, plan).done == 1
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("field", "value"), [("rows", 1), ("part", "../other.jsonl.zst"), ("failures", 1)])
def test_receipts_that_do_not_fit_their_shard_do_not_count(
    texts: Path, tmp_path: Path, plan: ParsePlan, field: str, value: object
) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    shutil.copy(out / "part-00001.jsonl.zst", tmp_path / "other.jsonl.zst")
    receipt = out / "receipts" / "part-00001.json"
    facts = msgspec.json.decode(receipt.read_bytes())
    receipt.write_bytes(msgspec.json.encode({**facts, field: value}))

    assert "receipts/part-00001.json: missing or damaged" in list(corpus_faults(out))
    assert parsed(texts, out, plan).done == 1
    assert list(corpus_faults(out)) == []


@pytest.mark.usefixtures("here")
def test_a_shard_of_the_work_does_not_start_all_again(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    parsed(texts, out := tmp_path / "out", plan, share=(1, 2))

    with pytest.raises(RelataError, match="would remove what other shards of the work did"):
        parsed(texts, out, plan, share=(2, 2), force=True)
    assert corpus_status(out).done == 2


@pytest.mark.usefixtures("here")
def test_files_of_one_name_in_several_folders_have_ids_of_their_own(
    texts: Path, tmp_path: Path, plan: ParsePlan
) -> None:
    shutil.copy(texts / "folder0" / "0.txt", texts / "folder1" / "0.txt")

    parsed(f"{texts}/*/0.txt", out := tmp_path / "out", plan)

    assert ids_in(out) == [str(texts / folder / "0.txt") for folder in ("folder0", "folder1")]


@pytest.mark.usefixtures("here")
def test_a_line_without_an_end_does_not_fill_the_memory(
    tmp_path: Path, plan: ParsePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "_MOST_TEXT", 1 << 20)
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(b'{"text": "One."}\n' + bytes(50 << 20)))
    tracemalloc.start()

    summary = parsed(tmp_path / "x.jsonl.gz", out := tmp_path / "out", plan)

    assert (summary.rows, summary.failures) == (1, 1)
    assert "x.jsonl.gz:2: expected at most 1 MB in a line" in failures_in(out)[0]["reason"]
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


@pytest.mark.usefixtures("here")
def test_the_public_names_of_the_package_do_all_of_it(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    settings = batch.CorpusSettings(str(tmp_path / "out"), jobs=1)

    assert batch.parse_corpus([str(texts)], batch.ParsePlan(plan.model, plan.options), settings).complete
    assert batch.corpus_status(tmp_path / "out").documents == 6
    assert [document.id for document in batch.corpus_documents(tmp_path / "out")] == NAMES
    assert {name for name in batch.__all__ if getattr(batch, name) is None} == set()
    with pytest.raises(AttributeError, match=r"relata\.batch.*nothing"):
        batch.nothing  # noqa: B018


@pytest.mark.usefixtures("here")
def test_the_status_of_a_run_that_is_not_complete(texts: Path, tmp_path: Path, plan: ParsePlan) -> None:
    parsed(texts, out := tmp_path / "out", plan, share=(1, 2))

    status = corpus_status(out)

    assert (status.done, status.shards, status.documents, status.complete) == (2, 3, 4, False)
    with pytest.raises(RelataError, match="2 of 3 shards are done"):
        merge_corpus(out, tmp_path / "all.jsonl")
    assert not (tmp_path / "all.jsonl").exists()


def test_plans_are_the_same_each_time_and_read_what_they_say(texts: Path) -> None:
    inputs = find_inputs([str(texts)], Lenient(), without=None)
    plans = [CorpusPlan.make(inputs, {"model": "x"}, 100) for _ in range(2)]

    assert plans[0].encode() == plans[1].encode()
    assert CorpusPlan.decode(plans[0].encode(), "") == plans[0]
    read = [[record.id for record in records] for _, records in plans[0].read({1, 2})]
    assert read == [NAMES[2:4], NAMES[4:]]


def test_a_worker_that_dies_idle_is_replaced() -> None:
    tasks = [ShardTask(0, 0, ()), ShardTask(0, 1, ())]
    results = apply_to_tasks(process_id, lambda: tasks.pop() if tasks else None, 1)
    _, first = next(results)
    assert isinstance(first, int)
    os.kill(first, signal.SIGKILL)
    time.sleep(0.1)
    _, second = next(results)

    assert second != first


def process_id(_: ShardTask) -> int:
    return os.getpid()


def test_damaged_receipts_do_not_count(texts: Path, tmp_path: Path, plan: ParsePlan, here: None) -> None:
    parsed(texts, out := tmp_path / "out", plan)
    receipts = sorted((out / "receipts").iterdir())
    receipts[0].write_text("{", encoding="utf-8")
    facts = msgspec.json.decode(receipts[1].read_bytes())
    receipts[1].write_bytes(msgspec.json.encode({**facts, "records": "0"}))
    shutil.copy(out / "part-00000.jsonl.zst", out / "part-00009.jsonl.zst")

    store = open_store(out)
    assert sorted(read_receipts(store, read_plan(store))) == [2]
    assert "part-00009.jsonl.zst: a part without a receipt" in list(corpus_faults(out))
