"""Bad input and bad places: one line that says what is wrong, exit code 2, nothing half-written.

`--lenient` goes on, reports every item that it skips and their number, and exits with 1.
"""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from relata.errors import RelataWarning
from relata.formats import conll2016, conllu, disrpt, jsonl
from relata.formats.pdtb import gdtb
from tests.cli.conftest import REPOSITORY, Outcome, Relata, heed_interrupts

FIXTURES = REPOSITORY / "tests" / "fixtures"
EXAMPLE = REPOSITORY / "examples" / "conll2016"

Change = Callable[[Path], object]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus of every format that can be read, in a folder of its name."""
    place = tmp_path_factory.mktemp("corpora")
    shutil.copytree(EXAMPLE, place / "conll2016")
    shutil.copytree(EXAMPLE.with_name("conll2008"), place / "conll2008")
    for name in ("pdtb2", "pdtb3", "gdtb", "tedcdb"):
        shutil.copytree(FIXTURES / name, place / name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelataWarning)
        garden, articles = list(gdtb.read(FIXTURES / "gdtb")), list(conll2016.read(EXAMPLE))
        conllu.write(garden, place / "conllu" / "garden.conllu")
        disrpt.write(garden, place / "disrpt")
        jsonl.write(articles, place / "jsonl" / "articles.jsonl")
    return place


def converted(relata: Relata, name: str, source: Path, target: Path, *options: str) -> Outcome:
    return relata("convert", source, target, "--from", name, "--to", "jsonl", *options)


def spoilt(corpora: Path, name: str, file: str, change: Change, place: Path) -> Path:
    """A copy of a corpus with one file changed."""
    source = place / name
    shutil.copytree(corpora / name, source)
    change(source / file)
    return source


# What can happen to a file.


def put(content: bytes | str) -> Change:
    data = content.encode() if isinstance(content, str) else content
    return lambda file: file.write_bytes(data)


def cut(file: Path) -> None:
    """As a download that broke off."""
    content = file.read_bytes()
    file.write_bytes(content[: len(content) * 2 // 3])


def utf16(file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8"), encoding="utf-16")


def latin1(file: Path) -> None:
    """A second line in another encoding."""
    file.write_bytes(file.read_bytes().replace(b"\n", b"\n\xe9", 1))


def masked(file: Path) -> None:
    file.write_text(re.sub(r"[^\W\d]", "_", file.read_text(encoding="utf-8")), encoding="utf-8")


def missing(file: Path) -> None:
    file.unlink()


def dangling(file: Path) -> None:
    file.unlink()
    file.symlink_to("nowhere")


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def twice(file: Path) -> None:
    file.write_bytes(file.read_bytes() * 2)


def swap(old: str, new: str) -> Change:
    """Another text in the place of the first such text."""

    def change(file: Path) -> None:
        content = file.read_text(encoding="utf-8")
        assert old in content
        file.write_text(content.replace(old, new, 1), encoding="utf-8")

    return change


PARSES, RELATIONS, RAW = "parses.json", "relations.json", "raw/harbour_ferry"
PDTB2, PDTB3, PDTB_RAW = "data/99/wsj_9901.pipe", "gold/99/wsj_9901", "raw/99/wsj_9901"
CONLLU, CONLL08, JSONL = "garden.conllu", "gold.conll08", "articles.jsonl"
FIRST_ROW = "[[0, 3, 0, 0, 0]"
FIRST_SPAN = '"spans": [[0, 58]]'

FAULTS: list[tuple[str, str, Change, str]] = [
    ("conll2016", PARSES, cut, "parses.json:3: broken JSON: the file ends inside a document"),
    ("conll2016", PARSES, put(""), "parses.json:1: expected a JSON object that maps DocIDs to parses"),
    ("conll2016", PARSES, utf16, "parses.json:1: expected UTF-8, this looks like UTF-16"),
    ("conll2016", PARSES, missing, "conll2016: expected a directory with parses.json"),
    (
        "conll2016",
        PARSES,
        swap('"words": [[', '"words": [3, ['),
        "harbour_ferry.sentences[0].words[0]: expected",
    ),
    ("conll2016", RAW, missing, "raw/harbour_ferry: cannot be read: No such file or directory"),
    ("conll2016", RAW, masked, "raw/harbour_ferry: does not fit parses.json (the text is masked)"),
    ("conll2016", RELATIONS, latin1, "relations.json:2: expected UTF-8, found byte 0xe9"),
    ("conll2016", RELATIONS, cut, "relations.json:10: broken JSON"),
    ("conll2016", RELATIONS, dangling, "relations.json: cannot be read: No such file or directory"),
    ("conll2016", RELATIONS, folder, "relations.json: cannot be read: Is a directory"),
    ("conll2016", RELATIONS, twice, "relations.json:17: ID: 1 comes twice"),
    ("conll2016", RELATIONS, swap(FIRST_ROW, "[true"), "1: Arg1.TokenList[0]: expected a document token id"),
    (
        "conll2016",
        RELATIONS,
        swap(FIRST_ROW, "[[0, 3, 999, 0, 0]"),
        "1: Arg1.TokenList[0]: token 999 is outside",
    ),
    (
        "conll2016",
        RELATIONS,
        swap(FIRST_ROW, "[[0, 3, 1e400, 0, 0]"),
        "1: Arg1.TokenList[0]: expected [charBegin",
    ),
    ("conll2016", RELATIONS, swap('"Implicit"', '"Implied"'), "relations.json:1: Type: expected Explicit"),
    ("pdtb2", PDTB2, cut, "wsj_9901.pipe:5: expected 48 fields between |, found 4"),
    ("pdtb2", PDTB2, swap("49..56", "56..49"), "pipe:1: connective_spans: expected a span that ends after"),
    ("pdtb2", PDTB_RAW, missing, "raw/99/wsj_9901: expected the raw text of"),
    (
        "pdtb3",
        PDTB3,
        swap("9..48", "9..30;20..48"),
        "wsj_9901:1: arg1_spans: the pieces of 9..30;20..48 overlap",
    ),
    ("pdtb3", PDTB3, swap("9..48", "9..99999"), "wsj_9901:1: arg1_spans: 9..99999 goes beyond the raw text"),
    ("pdtb3", PDTB3, swap("Cause.Reason", "Cause.Treason"), "wsj_9901:1: sense1a: pdtb3 has no sense"),
    ("pdtb3", PDTB3, latin1, "wsj_9901:2: expected UTF-8, found byte 0xe9"),
    ("pdtb3", PDTB3, missing, "gold: expected a directory with files"),
    ("pdtb3", PDTB_RAW, masked, "raw/99/wsj_9901: the text is masked (_)"),
    ("pdtb3", PDTB_RAW, put("T\0h\0e\0"), "raw/99/wsj_9901: expected a text in UTF-8, found NUL"),
    ("gdtb", "letter_garden.conllu", missing, "letter_garden.conllu: expected the words of"),
    (
        "gdtb",
        "letter_garden.raw",
        put("Something else"),
        "letter_garden.raw: expected the words of the .conllu",
    ),
    ("gdtb", "letter_garden.ptb", dangling, "letter_garden.ptb: cannot be read"),
    ("tedcdb", "river.pdtb", swap("Comparison", "Comparsion."), "river.pdtb:1: sense1a: tedcdb has no sense"),
    ("tedcdb", "river.raw", missing, "river.raw: expected the raw text of"),
    ("conllu", CONLLU, put(""), "garden.conllu: expected sentences, found none"),
    ("conllu", CONLLU, masked, "garden.conllu: the text of document 'garden' is masked (_)"),
    ("conllu", CONLLU, swap("2\tgarden", "2\t\x1b[31mgarden"), r"text: the words give 'The \x1b[31mgarden"),
    ("conllu", CONLLU, latin1, "garden.conllu:2: expected UTF-8, found byte 0xe9"),
    ("conll2008", CONLL08, put(""), "gold.conll08: expected sentences, found none"),
    ("conll2008", CONLL08, utf16, "gold.conll08:1: expected UTF-8, this looks like UTF-16"),
    ("conll2008", CONLL08, latin1, "gold.conll08:2: expected UTF-8, found byte 0xe9"),
    ("conll2008", CONLL08, cut, "gold.conll08:32: expected at least 8 fields, found"),
    ("conll2008", CONLL08, swap("\n3\t", "\n4\t"), "gold.conll08:3: ID: expected 3, found '4'"),
    ("conll2008", CONLL08, swap("\t5\tNMOD", "\t9\tNMOD"), "gold.conll08:1: HEAD: expected 0 to 8, found 9"),
    (
        "conll2008",
        CONLL08,
        swap("\tA1\n", "\n"),
        "gold.conll08:5: expected 12 fields (11, and 1 for predicates)",
    ),
    (
        "conll2008",
        CONLL08,
        swap("open.01", "_"),
        "gold.conll08:1: expected 11 fields (11, and 0 for predicates)",
    ),
    ("conll2008", CONLL08, masked, "gold.conll08: the text is masked (_)"),
    ("conll2008", CONLL08, dangling, "gold.conll08: cannot be read: No such file or directory"),
    ("conll2008", CONLL08, folder, "gold.conll08: cannot be read: Is a directory"),
    (
        "disrpt",
        "disrpt.rels",
        swap("\t1-2\t", "\t2-1\t"),
        "disrpt.rels:2: unit1_toks: expected ascending tokens",
    ),
    ("disrpt", "disrpt.rels", swap("\t1-2\t", "\t1-99\t"), "of 1 to 30, found '1-99'"),
    ("disrpt", "disrpt.rels", put(""), "disrpt.rels: expected a header, found nothing"),
    ("disrpt", "disrpt.rels", dangling, "disrpt.rels: cannot be read: No such file or directory"),
    ("jsonl", JSONL, cut, "articles.jsonl:2: broken JSON at column"),
    ("jsonl", JSONL, twice, "articles.jsonl:4: id: 'harbour_ferry' comes twice"),
    ("jsonl", JSONL, latin1, "articles.jsonl:2: expected UTF-8, found byte 0xe9"),
    ("jsonl", JSONL, put("[" * 100_000), "articles.jsonl:1: no usable JSON"),
    ("jsonl", JSONL, put("y" * 1_000_000), "articles.jsonl:1: broken JSON at column 1"),
    ("jsonl", JSONL, swap(FIRST_SPAN, '"spans": [[58, 0]]'), "1: relations[0].arg1.spans: characters 58..0"),
    (
        "jsonl",
        JSONL,
        swap(FIRST_SPAN, '"spans": [[0, 19], [12, 58]]'),
        "arg1.spans: expected ascending pieces",
    ),
    ("jsonl", JSONL, swap(FIRST_SPAN, '"score": NaN, ' + FIRST_SPAN), "arg1: unknown field 'score'"),
    (
        "jsonl",
        JSONL,
        swap('"id": 1,', f'"id": 1, "score": {10**400},'),
        "relations[0].score: expected a finite",
    ),
]


@pytest.mark.parametrize(("name", "file", "change", "message"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_one_line_exit_2_and_no_output(
    relata: Relata, corpora: Path, tmp_path: Path, name: str, file: str, change: Change, message: str
) -> None:
    source = spoilt(corpora, name, file, change, tmp_path / "in")
    (tmp_path / "out").mkdir()
    done = converted(relata, name, source, tmp_path / "out" / "out.jsonl")
    errors = [line for line in done.err.splitlines() if not line.startswith("warning: ")]
    assert (done.code, len(errors), list((tmp_path / "out").iterdir())) == (2, 1, [])
    assert message in errors[0]
    assert str(source) in errors[0]


SKIPPED: list[tuple[str, str, Change, int]] = [
    ("conll2016", RELATIONS, latin1, 1),
    ("conll2016", RAW, missing, 1),
    ("pdtb3", PDTB3, swap("9..48", "48..9"), 1),
    ("pdtb3", PDTB_RAW, masked, 1),
    ("gdtb", "letter_garden.conllu", latin1, 1),
    ("tedcdb", "river.raw", missing, 1),
    ("conllu", CONLLU, latin1, 1),
    ("conllu", CONLLU, dangling, 1),
    ("conll2008", CONLL08, latin1, 1),
    ("conll2008", CONLL08, swap("\tA1\n", "\n"), 1),
    ("conll2008", CONLL08, dangling, 1),
    ("disrpt", "disrpt.rels", latin1, 1),
    ("disrpt", "disrpt.rels", put("not\ta\theader\n"), 1),
    ("jsonl", JSONL, latin1, 1),
    ("jsonl", JSONL, put("{}\n[]\n3\n"), 3),
]


@pytest.mark.parametrize(
    ("name", "file", "change", "count"), SKIPPED, ids=[f"{fault[1]} {fault[2].__name__}" for fault in SKIPPED]
)
def test_lenient_reports_every_item_and_exits_1(
    relata: Relata, corpora: Path, tmp_path: Path, name: str, file: str, change: Change, count: int
) -> None:
    source = spoilt(corpora, name, file, change, tmp_path / "in")
    done = converted(relata, name, source, tmp_path / "out.jsonl", "--lenient")
    reports = [line for line in done.err.splitlines() if line.startswith("skipped: ")]
    assert (done.code, len(reports)) == (1, count), done.err
    assert f"{count} item{'s' * (count > 1)} skipped" in done.err
    assert (tmp_path / "out.jsonl").exists()


def test_lenient_says_what_it_skipped_before_a_fault_that_ends_all(
    relata: Relata, corpora: Path, tmp_path: Path
) -> None:
    source = spoilt(corpora, "jsonl", JSONL, latin1, tmp_path / "in")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").touch()
    done = relata("convert", source, tmp_path / "out", "--to", "conll2016", "--force", "--lenient")
    assert done.code == 2
    assert "1 item skipped" in done.err
    assert "error: " in done.err


@pytest.mark.parametrize("ending", ["", "\r"], ids=["byte order mark", "byte order mark and CRLF"])
@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("conll2016", (PARSES, RELATIONS)),
        ("pdtb3", (PDTB3, PDTB_RAW)),
        ("disrpt", ("disrpt.rels", "disrpt.conllu")),
        ("jsonl", (JSONL,)),
    ],
)
def test_a_byte_order_mark_and_crlf_change_nothing(
    relata: Relata, corpora: Path, tmp_path: Path, name: str, files: tuple[str, ...], ending: str
) -> None:
    source = tmp_path / "in" / name
    shutil.copytree(corpora / name, source)
    for file in files:
        content = (source / file).read_text(encoding="utf-8").replace("\n", f"{ending}\n")
        (source / file).write_text(content, encoding="utf-8-sig", newline="")
    for place, target in ((corpora / name, "plain"), (source, "marked")):
        assert converted(relata, name, place, tmp_path / target).code == 0
    assert (tmp_path / "marked").read_bytes() == (tmp_path / "plain").read_bytes()


# Scores


def prediction(**changes: object) -> str:
    """A line of a system's output."""
    spans = {"Arg1": {"TokenList": [0]}, "Arg2": {"TokenList": [1]}, "Connective": {"TokenList": []}}
    relation = {"DocID": "d", "ID": 1, "Type": "Implicit", "Sense": ["Expansion.Conjunction"], **spans}
    return json.dumps(relation | changes) + "\n"


@pytest.mark.parametrize("command", [("score", "conll2016"), ("compare",)], ids=" ".join)
def test_lenient_scoring_leaves_out_what_is_faulty(
    relata: Relata, tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "gold.json").write_text(prediction() + prediction(DocID="e"), encoding="utf-8")
    right = [tmp_path / "a.json", tmp_path / "b.json"][: 2 if command == ("compare",) else 1]
    for file in right:
        wrong = prediction(Arg1={"TokenList": [[0, 3, 0, 0, 0]]}, Sense=[])
        file.write_text(prediction() + wrong + prediction(Type="NoRel"), encoding="utf-8")
    done = relata(*command, tmp_path / "gold.json", *right, "--lenient", "--format", "json")
    assert done.code == 1
    assert json.loads(done.out)
    assert f"{2 * len(right)} items skipped" in done.err


@pytest.mark.parametrize(
    "number", ["1e400", "NaN", "true", '"1"', str(10**30) + ".0", "-1", "[0, 3, 0, 0, 0]"]
)
def test_score_refuses_what_is_no_token_id(relata: Relata, tmp_path: Path, number: str) -> None:
    (tmp_path / "gold.json").write_text(prediction(), encoding="utf-8")
    (tmp_path / "out.json").write_text(
        prediction(Arg1={"TokenList": ["?"]}).replace('"?"', number), encoding="utf-8"
    )
    done = relata("score", "conll2016", tmp_path / "gold.json", tmp_path / "out.json")
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert re.search(r"out\.json:1: Arg1\.TokenList(\[0\])?: ", done.err)


# What is said


def test_control_characters_of_data_are_shown_as_escapes(relata: Relata, tmp_path: Path) -> None:
    evil = "\x1b[31m\x9b\u202e\ud800"
    file = tmp_path / "e\x1b[1m\nvil.json"
    file.write_text(prediction(Sense=[evil]), encoding="utf-8")
    done = relata("validate", "conll2016", file)
    assert len(done.err.splitlines()) == 1
    assert (
        r"e\x1b[1m\nvil.json:1: Sense: expected a sense of conll2016-en, found '\x1b[31m\x9b\u202e\ud800'"
        in done.err
    )
    assert r"e\x1b[1m" in done.out


def test_control_characters_of_arguments_are_shown_as_escapes(relata: Relata) -> None:
    assert r"\x1b[31m" in relata("stats", "x", "--from", "\x1b[31mx").err


def test_control_characters_do_not_reach_tables(relata: Relata, tmp_path: Path) -> None:
    rels = tmp_path / "x.rels"
    rels.write_text(
        "doc\tunit1_toks\tunit2_toks\tdir\tlabel\nd\t1\t2\t1<2\t\x1b[31mjoint\n", encoding="utf-8"
    )
    assert r"\x1b[31mjoint" in relata("score", "disrpt", rels, rels).out


def test_a_message_is_short_whatever_it_quotes(relata: Relata, corpora: Path, tmp_path: Path) -> None:
    source = spoilt(corpora, "pdtb3", PDTB3, swap("Explicit", "E" * 1_000_000), tmp_path / "in")
    assert len(relata("stats", source).err) < 1100


def test_json_is_json_in_any_encoding(examples: Path) -> None:
    command = [sys.executable, "-m", "relata", "stats", str(examples / "conll2016-zh"), "--format", "json"]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, capture_output=True, cwd=REPOSITORY, env=environment, check=True)
    assert "因此" in json.loads(done.stdout.decode("latin-1"))["connectives"]


def test_text_is_printed_in_any_encoding(examples: Path) -> None:
    command = [sys.executable, "-m", "relata", "stats", str(examples / "conll2016-zh")]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, capture_output=True, cwd=REPOSITORY, env=environment, check=True)
    assert rb"\u56e0\u6b64" in done.stdout


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_messages_have_no_colours_where_none_are_wanted(variable: dict[str, str]) -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "relata", "stats", "nowhere"]
    environment = os.environ | {"TERM": "xterm"} | variable
    subprocess.run(command, stdout=slave, stderr=slave, cwd=REPOSITORY, env=environment)
    shown = os.read(master, 65536)
    os.close(slave)
    os.close(master)
    assert shown.startswith(b"error: nowhere: cannot be read")


@pytest.mark.parametrize("redirection", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_error(redirection: str) -> None:
    command = f"{sys.executable} -m relata stats {EXAMPLE} {redirection}"
    assert subprocess.run(["bash", "-c", command], cwd=REPOSITORY, capture_output=True).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_is_full_is_one_line() -> None:
    command = f"{sys.executable} -m relata stats {EXAMPLE} > /dev/full"
    done = subprocess.run(["bash", "-c", command], cwd=REPOSITORY, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "error: standard output: No space left on device\n")


@pytest.mark.parametrize("command", ["stats", "convert"])
def test_a_path_that_cannot_be_is_one_line(relata_process: Relata, command: str) -> None:
    more = ("out", "--to", "jsonl") if command == "convert" else ()
    done = relata_process(command, "x" * 300, *more)
    assert (done.code, len(done.err.splitlines())) == (2, 1)


def test_a_source_that_is_not_there_is_an_error_leniently_too(relata: Relata, tmp_path: Path) -> None:
    done = converted(relata, "conllu", tmp_path / "nowhere.conllu", tmp_path / "out", "--lenient")
    assert (done.code, list(tmp_path.iterdir())) == (2, [])


# Where it is written


def test_an_old_corpus_survives_a_conversion_that_fails(
    relata: Relata, corpora: Path, tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "out")
    before = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    source = spoilt(corpora, "jsonl", JSONL, cut, tmp_path / "in")
    assert relata("convert", source, tmp_path / "out", "--to", "conll2016", "--force").code == 2
    after = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    assert after == before
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["in", "out"]


def test_folders_made_for_a_conversion_that_fails_go_away(
    relata: Relata, corpora: Path, tmp_path: Path
) -> None:
    source = spoilt(corpora, "jsonl", JSONL, cut, tmp_path / "in")
    relata("convert", source, tmp_path / "new" / "er" / "out.jsonl", "--to", "jsonl")
    assert [entry.name for entry in tmp_path.iterdir()] == ["in"]


def test_a_pipe_or_device_is_never_replaced(relata: Relata, corpora: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    done = relata("convert", corpora / "jsonl", tmp_path / "fifo", "--to", "jsonl", "--force")
    assert (done.code, (tmp_path / "fifo").is_fifo()) == (2, True)
    assert "fifo: cannot be written: neither a file nor a directory" in done.err


def test_a_target_that_is_there_is_one_line(relata: Relata, corpora: Path, tmp_path: Path) -> None:
    done = relata("convert", corpora / "jsonl", tmp_path, "--to", "conll2016")
    assert done.err == f"error: {tmp_path}: is there already; --force replaces it\n"


@pytest.mark.parametrize("name", ["a b.jsonl", "new\nline.jsonl", "中文.jsonl", "-dash.jsonl", "[x].jsonl"])
def test_any_file_name_will_do(relata: Relata, corpora: Path, tmp_path: Path, name: str) -> None:
    shutil.copy(corpora / "jsonl" / JSONL, tmp_path / name)
    done = relata("convert", "--to", "jsonl", "--force", "--", tmp_path / name, tmp_path / name)
    assert done.code == 0, done.err
    assert (tmp_path / name).read_bytes() == (corpora / "jsonl" / JSONL).read_bytes()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("target_format", ["jsonl", "conll2016"])
def test_an_interrupted_conversion_leaves_nothing(
    corpora: Path, tmp_path: Path, target_format: str, number: signal.Signals, code: int
) -> None:
    command = [sys.executable, "-m", "relata", "convert", "/dev/stdin", str(tmp_path / "out")]
    options = ["--from", "jsonl", "--to", target_format]
    with subprocess.Popen(
        command + options,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=REPOSITORY,
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write((corpora / "jsonl" / JSONL).read_bytes())
        process.stdin.flush()
        while not list(tmp_path.iterdir()) and process.poll() is None:
            time.sleep(0.02)  # until it has begun to write; then it waits for more documents
        process.send_signal(number)
        assert process.wait(timeout=30) == code
        assert process.stderr.read().strip() == b""
    assert list(tmp_path.iterdir()) == []
