"""`relata experiment`, run as users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.formats import jsonl
from tests.cli.conftest import Relata
from tests.experiments.toy import toy_dataset, toy_documents

pytest.importorskip("sklearn", reason="needs the extra [experiments]")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toy data as a file of documents."""
    path = tmp_path_factory.mktemp("corpus") / "toy.jsonl"
    jsonl.write(toy_documents(toy_dataset()), path)
    return path


SMALL = ("--labels", "L2:5", "--split", "documents-3", "--model", "logistic", "--features", "words")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("experiment", "run", "kim2020", "--data"), "unknown format; expected one of conll2016, "),
        (("stats",), "unknown format; name one with --from: conll2016, "),
    ],
)
def test_data_of_no_known_format_are_refused_with_what_the_command_takes(
    relata: Relata, tmp_path: Path, command: tuple[str, ...], message: str
) -> None:
    done = relata(*command, tmp_path)
    assert done.code == 2
    assert message in done.err


def test_everything_there_is_can_be_listed(relata: Relata) -> None:
    done = relata("experiment", "list")
    assert done.code == 0
    for name in ("kim2020", "pdtb3-L2+L3", "sections-12", "logistic", "production-rules"):
        assert f"  {name} " in done.out


def test_a_run_is_made_reported_and_compared(relata: Relata, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = relata("experiment", "run", "kim2020", "--data", corpus, *SMALL, "--out", out)
    assert (done.code, done.err) == (0, "")
    assert "logistic (upper bound)" in done.out
    again = relata("experiment", "run", "kim2020", "--data", corpus, *SMALL, "--out", out)
    assert again.out == done.out
    reported = relata("experiment", "report", out, "--out", tmp_path / "report")
    assert (reported.code, reported.out) == (0, (tmp_path / "report" / "report.txt").read_text("utf-8"))
    compared = relata(
        "experiment", "compare", out, out, "--systems", "logistic", "majority", "--format", "json"
    )
    assert json.loads(compared.out)["contrast"]["mcnemar"]["exact"]["p"] < 0.05


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (("--split", "ji"), "goes by sections of the Wall Street Journal"),
        (("--labels", "pdtb3-L2"), "no instance of Comparison.Concession to train on"),
        (("--model", "predictions:nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
        (("--curve", "half"), "--curve: expected numbers with commas between"),
        (("--epochs", "3"), "--epochs: for networks alone, which are lstm and encoder:NAME"),
        (("--baseline", "lstm"), "no system 'lstm' to compare with"),
    ],
)
def test_what_cannot_be_run_ends_in_one_line(
    relata: Relata, corpus: Path, tmp_path: Path, changes: tuple[str, ...], message: str
) -> None:
    out = tmp_path / "run"
    done = relata("experiment", "run", "kim2020", "--data", corpus, *SMALL, "--out", out, *changes)
    assert done.code == 2
    assert message in done.err
    assert not out.exists()


def test_an_unknown_protocol_is_refused(relata: Relata, corpus: Path) -> None:
    done = relata("experiment", "run", "lin2009", "--data", corpus)
    assert done.code == 2
    assert "no protocol 'lin2009'; expected one of kim2020, shi2017, kim2020-schemes, conll2016" in done.err


def test_a_directory_without_results_is_refused(relata: Relata, tmp_path: Path) -> None:
    done = relata("experiment", "report", tmp_path)
    assert (done.code, done.err) == (2, f"error: {tmp_path}: no run directory: it has no run.json\n")


def test_a_parser_is_run_and_compared_by_the_shared_task(
    relata: Relata, examples: Path, rule_model: Path, tmp_path: Path
) -> None:
    out, model = tmp_path / "run", f"relata:{rule_model}"
    done = relata(
        "experiment", "run", "conll2016", "--data", examples / "conll2016", "--model", model, "--out", out
    )
    assert (done.code, done.err) == (0, "")
    assert "Explicit only: Parser" in done.out
    reported = relata("experiment", "report", out)
    assert "conll2016|mode:corrected|task:sense-only|lang:en|senses:conll2016-en" in reported.out


@pytest.mark.parametrize(
    ("option", "value"),
    [("--features", "brown"), ("--learning-rate", "0.1"), ("--seeds", "3"), ("--jobs", "2")],
)
def test_options_that_a_protocol_does_not_take_are_refused(
    relata: Relata, examples: Path, option: str, value: str
) -> None:
    data = examples / "conll2016"
    done = relata("experiment", "run", "conll2016", "--data", data, "--model", "relata:en", option, value)
    assert done.code == 2
    assert f"conll2016 takes no {option}" in done.err


def test_several_splits_are_run_and_reported_side_by_side(
    relata: Relata, corpus: Path, tmp_path: Path
) -> None:
    out, changes = tmp_path / "run", ("--split", "documents-3,documents-4")
    done = relata("experiment", "run", "kim2020", "--data", corpus, *SMALL, *changes, "--out", out)
    assert (done.code, done.err) == (0, "")
    assert "documents-3 (3)" in done.out
    assert sorted(folder.name for folder in out.iterdir()) == ["documents-3", "documents-4"]
    assert "Accuracy by split" in relata("experiment", "report", out).out
    tested = relata("experiment", "against", "40", out)
    assert tested.code == 0
    assert "documents-4: logistic" in tested.out
    assert relata("experiment", "against", "46.48", "--reached", "58.77", "--size", "766").code == 0


def test_a_corpus_is_counted_and_cues_are_shown(relata: Relata, corpus: Path, tmp_path: Path) -> None:
    out, small = tmp_path / "run", ("--labels", "L2:5", "--split", "documents-3")
    done = relata("experiment", "data", corpus, *small)
    assert (done.code, done.err) == (0, "")
    for title in ("Labels: L2:5", "Label shares", "Transitions", "Sizes"):
        assert title in done.out
    relata("experiment", "run", "kim2020", "--data", corpus, *small, "--model", "majority", "--out", out)
    done = relata("experiment", "cues", out, "--data", corpus, "--cue", "rain", "--anywhere")
    assert "Cue 'rain', anywhere in Arg2: run" in done.out
    several = ("--labels", "L2:5", "--split", "documents-3,documents-4", "--model", "majority")
    relata("experiment", "run", "kim2020", "--data", corpus, *several, "--out", tmp_path / "several")
    done = relata("experiment", "cues", tmp_path / "several", "--data", corpus, "--cue", "rain", "--anywhere")
    assert "in Arg2: documents-4" in done.out
    assert "in Arg2: documents-3" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("against", "46.48"), "give run directories, or --reached and --size"),
        (("against", "46.48", "--reached", "50"), "give run directories, or --reached and --size"),
        (("against", "461", "--reached", "50", "--size", "9"), "461.0 is not in the range"),
        (("cues", "nowhere", "--data", "x", "--cue", " "), "--cue: expected a word"),
        (("cues", "nowhere", "--data", "x"), "nowhere: no run directory"),
        (("report", "nowhere"), "nowhere: no run directory"),
        (("compare", "nowhere", "elsewhere"), "nowhere: no run directory"),
    ],
)
def test_bad_questions_end_in_one_line(relata: Relata, arguments: tuple[str, ...], message: str) -> None:
    done = relata("experiment", *arguments)
    assert done.code == 2
    assert message in done.err


def test_vectors_of_another_width_are_refused(relata: Relata, corpus: Path, tmp_path: Path) -> None:
    vectors, small = tmp_path / "v.txt", ("--labels", "L2:5", "--split", "documents-3")
    vectors.write_text("2 3\nrain 1 2 3\ntea 1 2\n", "utf-8")
    arguments = ("--model", "lstm", "--vectors", vectors, "--out", tmp_path / "run")
    done = relata("experiment", "run", "shi2017", "--data", corpus, *small, *arguments)
    assert (done.code, done.err) == (2, f"error: {vectors}:3: expected 3 numbers, got 2\n")
    done = relata("experiment", "run", "shi2017", "--data", corpus, *SMALL, "--vectors", vectors)
    assert (done.code, "--vectors: for the model lstm alone" in done.err) == (2, True)
