"""`relata convert`: any reader to any writer, whole or not at all."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from relata.formats import READABLE, WRITABLE, reader
from tests.cli.conftest import REPOSITORY, Relata

FIXTURES = REPOSITORY / "tests" / "fixtures"
SOURCES = {
    "conll2016": REPOSITORY / "examples" / "conll2016",
    "conll2008": REPOSITORY / "examples" / "conll2008",
    "conll2009": FIXTURES / "conll2009-release",
    "pdtb2": FIXTURES / "pdtb2",
    "pdtb3": FIXTURES / "pdtb3",
    "gdtb": FIXTURES / "gdtb",
    "tedcdb": FIXTURES / "tedcdb",
    "ptb": REPOSITORY / "examples" / "treebank" / "wsj",
    "propbank": REPOSITORY / "examples" / "treebank" / "propbank.gold_conll",
}
LIBRARIES = {"parquet": "pyarrow", "xlsx": "openpyxl"}
"""Libraries that writers need, of the extra [tables]."""


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("target", WRITABLE)
def test_convert_goes_from_any_reader_to_any_writer(
    relata: Relata, tmp_path: Path, source: str, target: str
) -> None:
    if target in LIBRARIES:
        pytest.importorskip(LIBRARIES[target])
    out = tmp_path / "out"
    done = relata("convert", SOURCES[source], out, "--from", source, "--to", target)
    assert done.code == 0, done.err
    assert out.exists()
    if target in READABLE and target not in ("disrpt", "ptb"):  # not all sources have trees
        assert len(list(reader(target)(out))) == len(list(reader(source)(SOURCES[source])))


@pytest.mark.parametrize("source", SOURCES)
def test_convert_tells_the_format_by_its_files(relata: Relata, tmp_path: Path, source: str) -> None:
    done = relata("convert", SOURCES[source], tmp_path / "out.jsonl", "--to", "jsonl")
    assert done.code == 0, done.err


def test_convert_maps_senses_and_says_what_falls_out(relata: Relata, tmp_path: Path) -> None:
    out = tmp_path / "conll"
    done = relata("convert", SOURCES["gdtb"], out, "--to", "conll2016", "--senses", "conll2016")
    assert done.code == 0, done.err
    senses = {
        sense
        for line in (out / "relations.json").read_text(encoding="utf-8").splitlines()
        for sense in json.loads(line)["Sense"]
    }
    assert relata("validate", "conll2016", out / "relations.json").code == 2  # gold-style token lists
    assert senses
    assert not any("Arg2-as" in sense for sense in senses)


def test_convert_reads_a_named_encoding(relata: Relata, tmp_path: Path) -> None:
    for name in ("river.pdtb", "river.raw"):
        text = (SOURCES["tedcdb"] / name).read_text(encoding="utf-8")
        (tmp_path / name).write_bytes(text.encode("gbk"))
    arguments = ("convert", tmp_path, tmp_path / "out.jsonl", "--to", "jsonl", "--from", "tedcdb")

    assert "expected UTF-8" in relata(*arguments).err
    assert "no encoding 'klingon'" in relata(*arguments, "--encoding", "klingon").err
    assert relata(*arguments, "--encoding", "gbk").code == 0
    assert "大雨" in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_convert_orders_chinese_arguments_by_meaning(relata: Relata, tmp_path: Path) -> None:
    there, back = tmp_path / "zh", tmp_path / "tedcdb"

    assert relata("convert", SOURCES["tedcdb"], there, "--to", "conll2016", "--senses", "conll2016").code == 0
    assert relata("convert", there, back, "--to", "tedcdb", "--senses", "tedcdb").code == 0

    (document,) = reader("conll2016")(there)
    (cause,) = (relation for relation in document.relations if "Causation" in relation.senses)
    assert (cause.arg1.text[:2], cause.arg2.text[:2]) == ("他们", "虽然")
    (document,) = reader("tedcdb")(back)
    (reason,) = (relation for relation in document.relations if "Cause" in str(relation.senses))
    assert (reason.sense, reason.arg1.text[:2]) == ("Contingency.Cause.Reason", "虽然")


def test_convert_reads_a_run_with_its_data_set(relata: Relata, tmp_path: Path, examples: Path) -> None:
    out = tmp_path / "run.jsonl"
    run = examples / "conll2016" / "run" / "output.json"
    done = relata("convert", examples / "conll2016", out, "--relations", run, "--to", "jsonl")
    assert done.code == 0, done.err
    found = sum(len(document.relations) for document in reader("jsonl")(out))
    assert found == len(run.read_text(encoding="utf-8").splitlines())


def test_convert_to_output_and_score_against_its_source_is_perfect(
    relata: Relata, tmp_path: Path, examples: Path
) -> None:
    out = tmp_path / "output.json"
    assert relata("convert", examples / "conll2016", out, "--to", "conll2016-output").code == 0
    done = relata("score", "conll2016", examples / "conll2016", out, "--format", "json")
    assert set(json.loads(done.out)["measures"].values()) == {1.0}


def test_convert_adds_propositions_to_trees(relata: Relata, tmp_path: Path) -> None:
    out, folder = tmp_path / "harbour.jsonl", REPOSITORY / "examples" / "treebank"
    banks = ("--propbank", folder / "prop.txt", "--nombank", folder / "nombank.txt")
    done = relata("convert", folder, out, "--from", "ptb", *banks, "--to", "jsonl")
    assert done.code == 0, done.err
    document = next(reader("jsonl")(out))
    assert [each.roleset for each in document.propositions][-5:] == [
        "take.01",
        "dozens.SU",
        "of.SU",
        "walk.01",
        "discussion.01",
    ]


def test_convert_says_which_pointer_misses(relata: Relata, tmp_path: Path) -> None:
    prop = tmp_path / "prop.txt"
    prop.write_text("wsj/00/harbour.mrg 0 77 gold row.01 v---a 77:0-rel\n", encoding="utf-8")
    arguments = (
        REPOSITORY / "examples" / "treebank",
        tmp_path / "out.jsonl",
        "--from",
        "ptb",
        "--propbank",
        prop,
        "--to",
        "jsonl",
    )
    done = relata("convert", *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f"{prop}:1: there is no terminal 77: the tree has 10, counted from 0" in done.err
    assert relata("convert", *arguments, "--lenient").code == 1
    assert len(list(reader("jsonl")(tmp_path / "out.jsonl"))) == 2


def test_convert_takes_propbank_for_trees_only(relata: Relata, tmp_path: Path, examples: Path) -> None:
    done = relata(
        "convert", examples / "conll2016", tmp_path / "out", "--propbank", "prop.txt", "--to", "jsonl"
    )
    assert (done.code, "go with ptb sources" in done.err) == (2, True)


def test_convert_does_not_overwrite_unasked(relata: Relata, tmp_path: Path, examples: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("precious", encoding="utf-8")
    done = relata("convert", examples / "conll2016", out, "--to", "jsonl")
    assert (done.code, out.read_text(encoding="utf-8")) == (2, "precious")
    assert relata("convert", examples / "conll2016", out, "--to", "jsonl", "--force").code == 0


def test_convert_leaves_nothing_half_written(relata: Relata, tmp_path: Path, examples: Path) -> None:
    source = tmp_path / "in.jsonl"
    relata("convert", examples / "conll2016", source, "--to", "jsonl")
    source.write_text(source.read_text(encoding="utf-8") + '{"format": "relata/1", "id"', encoding="utf-8")
    done = relata("convert", source, tmp_path / "out", "--to", "conll2016")
    assert done.code == 2
    assert str(source) in done.err
    assert [place.name for place in tmp_path.iterdir()] == ["in.jsonl"]


def test_convert_lenient_keeps_the_good_documents(relata: Relata, tmp_path: Path, examples: Path) -> None:
    source = tmp_path / "in.jsonl"
    relata("convert", examples / "conll2016", source, "--to", "jsonl")
    good = source.read_text(encoding="utf-8")
    source.write_text("{}\n" + good, encoding="utf-8")
    done = relata("convert", source, tmp_path / "out.jsonl", "--to", "jsonl", "--lenient")
    assert done.code == 1
    assert "1 item skipped" in done.err
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == good


def test_a_missing_library_is_named_with_its_extra(
    relata: Relata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    done = relata("convert", SOURCES["conll2016"], tmp_path / "r.parquet", "--to", "parquet")

    assert done.code == 2
    assert done.err == 'error: pyarrow is not installed: pip install "relata-nlp[tables]"\n'
    assert not list(tmp_path.iterdir())


def test_convert_reads_and_writes_the_open_track(relata: Relata, tmp_path: Path) -> None:
    folder = FIXTURES / "conll2008-release" / "data" / "train"
    closed, opened = tmp_path / "closed.conll08", tmp_path / "closed.open"
    options = ("--open-track", folder / "train.open", "--open-out", opened, "--to", "conll2008")
    done = relata("convert", folder / "train.closed", closed, *options)
    assert (done.code, done.err) == (0, "")
    assert opened.read_bytes() == (folder / "train.open").read_bytes()
    assert relata("convert", folder / "train.closed", closed, *options).code == 2  # they are there


@pytest.mark.parametrize(
    ("option", "message"), [("--open-track", "conll2008 sources"), ("--open-out", "--to conll2008")]
)
def test_convert_refuses_open_tracks_of_other_formats(
    relata: Relata, tmp_path: Path, option: str, message: str
) -> None:
    done = relata(
        "convert", SOURCES["gdtb"], tmp_path / "x.jsonl", option, tmp_path / "x.open", "--to", "jsonl"
    )
    assert (done.code, message in done.err) == (2, True)


def test_convert_takes_the_folders_of_propbank_and_nombank(relata: Relata, tmp_path: Path) -> None:
    merged, out = FIXTURES / "wsj-merged", tmp_path / "wsj.jsonl"
    banks = ("--propbank", merged, "--nombank", merged / "nombank.1.0")
    done = relata("convert", merged / "treebank_3", out, "--from", "ptb", *banks, "--to", "jsonl")
    assert done.code == 0, done.err
    assert len(next(reader("jsonl")(out)).propositions) == 7
    done = relata(
        "convert", merged / "treebank_3", out, "--from", "ptb", "--propbank", tmp_path, "--to", "jsonl"
    )
    assert done.code == 2


def test_convert_splits_words_and_predicts_columns(relata: Relata, tmp_path: Path) -> None:
    merged, out = FIXTURES / "wsj-merged", tmp_path / "wsj.conll08"
    options = ("--propbank", merged, "--nombank", merged, "--names", merged, "--split", "--predict")
    done = relata("convert", merged / "treebank_3", out, "--from", "ptb", *options, "--to", "conll2008")
    assert done.code == 0, done.err
    rows = [line.split("\t") for line in out.read_text("utf-8").splitlines()]
    assert rows[1][1:10] == ["York-based", "york-based", "JJ", "JJ", "York", "york", "NNP", "4", "HMOD"]
    assert rows[2][1:10] == ["_", "_", "_", "_", "-", "-", "HYPH", "2", "HYPH"]
    assert rows[9][1:8] == ["cars", "car", "NNS", "NNS", "cars", "car", "NNS"]
    assert rows[6][10] == "salesman.01"


def test_convert_splits_words_of_documents_without_trees(relata: Relata, tmp_path: Path) -> None:
    source, out = tmp_path / "a.conllu", tmp_path / "a.conll08"
    source.write_text(
        "1\tYork-based\tyork-based\t_\tJJ\t_\t2\tNMOD\t_\t_\n2\tfirms\tfirm\t_\tNNS\t_\t0\tROOT\t_\t_\n\n",
        "utf-8",
    )
    done = relata("convert", source, out, "--split", "--to", "conll2008")
    assert done.code == 0, done.err
    assert out.read_text("utf-8").splitlines()[1] == "2\t_\t_\t_\t_\t-\t-\tHYPH\t1\tHYPH\t_"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dictionary", "words.txt"), "--dictionary goes with --split"),
        (("--names", "bbn"), "--propbank, --nombank and --names go with ptb sources"),
    ],
)
def test_convert_refuses_options_that_do_nothing(
    relata: Relata, tmp_path: Path, options: tuple[str, str], message: str
) -> None:
    done = relata("convert", SOURCES["gdtb"], tmp_path / "x.jsonl", *options, "--to", "jsonl")
    assert (done.code, message in done.err) == (2, True)
