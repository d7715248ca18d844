"""The commands of the Laboratory, from the list of protocols to reports, on toy corpora.

The networks are tiny, and are trained for an epoch or two.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.experiments.data import Dataset
from relata.experiments.labels import label_set
from relata.formats.pdtb import PDTB2, PDTB3, PipeCorpus, gdtb
from tests.cli.conftest import REPOSITORY, Relata
from tests.experiments.toy import toy_dataset, toy_documents
from tests.training.conftest import WITHOUT_TORCH, make_encoder

for module in ("torch", "transformers"):
    pytest.importorskip(module, reason=WITHOUT_TORCH)
pytest.importorskip("sklearn", reason="needs the extra [experiments]")

pytestmark = pytest.mark.filterwarnings("ignore::relata.errors.UnsupportedWarning")  # words have no tags here


@pytest.fixture(scope="module")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus in the layout of PDTB-3: a document for each section, with the 14 senses in turn."""
    return written(tmp_path_factory.mktemp("treebank") / "pdtb3", PDTB3, label_set("pdtb3-L2").labels)


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same argument pairs in the layout of PDTB-2, with its 11 senses."""
    return written(tmp_path_factory.mktemp("older") / "pdtb2", PDTB2, label_set("pdtb2-L2").labels)


def written(path: Path, corpus: PipeCorpus, senses: tuple[str, ...]) -> Path:
    toy = toy_dataset(documents=25, each=14)
    instances = tuple(
        replace(
            each,
            document=f"wsj_{int(each.document[1:]):02}01",
            senses=((senses[place % len(senses)],), ()),
        )
        for place, each in enumerate(toy.instances)
    )
    corpus.write(toy_documents(Dataset("toy", "pdtb", instances)), path)
    return path


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus in the layout of GDTB: 30 documents, 300 implicit relations."""
    path = tmp_path_factory.mktemp("garden") / "gdtb"
    gdtb.write(toy_documents(toy_dataset(documents=30, each=10)), path)
    return path


@pytest.fixture(scope="module")
def kim(relata: Relata, treebank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run directory of an encoder by the first protocol."""
    folder = tmp_path_factory.mktemp("kim")
    encoder = make_encoder(folder / "encoder", "Bert", type_vocab_size=2)
    arguments = ("--model", f"encoder:{encoder}", "--seeds", "2", "--curve", "0.5", "--epochs", "1")
    schedule = ("--batch-size", "32", "--patience", "2", "--evaluation-steps", "0")
    out = folder / "results"
    done = relata(
        *(
            "experiment",
            "run",
            "kim2020",
            "--data",
            treebank,
            *arguments,
            *schedule,
            "--jobs",
            "2",
            "--out",
            out,
        )
    )
    assert (done.code, done.err) == (0, "")
    return out


@pytest.fixture(scope="module")
def shi(relata: Relata, garden: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run directory of the LSTM by the second protocol."""
    out = tmp_path_factory.mktemp("shi") / "results"
    features = ("--features", "inquirer,brown,levin,verbs,modality", "--seeds", "1", "--epochs", "2")
    model = ("--model", "lstm", "--labels", "L2:50")
    done = relata("experiment", "run", "shi2017", "--data", garden, *model, *features, "--out", out)
    assert (done.code, done.err) == (0, "")
    return out


def test_sections_are_crossed_with_an_encoder(relata: Relata, kim: Path) -> None:
    report = relata("experiment", "report", kim).out
    assert "labels:pdtb3-L2(14)|multi:all/all|split:sections-12/0/" in report
    for part in ("Perturbation", "Transitions", "Learning curves", "(upper bound)", " ± "):
        assert part in report
    assert len(list((kim / "predictions").rglob("*seed-1.json"))) == 12 * 3


def test_two_annotations_of_the_same_pairs_are_compared(
    relata: Relata, older: Path, treebank: Path, tmp_path: Path
) -> None:
    arguments = ("--model", "logistic", "--features", "words", "--out", tmp_path / "run")
    done = relata(
        *("experiment", "run", "kim2020-schemes", "--data", older, "--other-data", treebank, *arguments)
    )
    assert (done.code, done.err) == (0, "")
    assert "logistic on the same 350 argument pairs" in done.out
    assert "  Temporal.Synchronous " in done.out
    assert {folder.name for folder in (tmp_path / "run").iterdir()} == {"1-pdtb2", "2-pdtb3"}


def test_both_columns_are_run_by_default(relata: Relata, older: Path, tmp_path: Path) -> None:
    arguments = ("--model", "majority", "--out", tmp_path / "run")
    done = relata("experiment", "run", "shi2017", "--data", older, *arguments)
    assert done.code == 0
    for part in ("lin (1)", "instances-10 (10)", "not as in Shi and Demberg 2017, table 1: "):
        assert part in done.out


@pytest.mark.parametrize(("protocol", "tables"), [("kim2020", "6 8"), ("shi2017", "1")])
def test_published_counts_stand_beside_those_of_a_corpus(
    relata: Relata, older: Path, protocol: str, tables: str
) -> None:
    done = relata("experiment", "data", older, "--protocol", protocol)
    assert done.code == 0
    for table in tables.split():
        assert f", table {table}: " in done.out


def test_features_of_an_lstm_win_and_lose_by_fold(relata: Relata, shi: Path) -> None:
    report = relata("experiment", "report", shi).out
    for name in ("modality", "verbs", "levin", "inquirer", "brown", "all features"):
        assert f"  lstm + {name} " in report
    assert "+, " in report
    assert "documents stand on both sides" in report


def test_the_shipped_parser_runs_by_the_shared_task(relata: Relata, tmp_path: Path) -> None:
    data = REPOSITORY / "examples" / "conll2016"
    done = relata(
        *("experiment", "run", "conll2016", "--data", data, "--model", "relata:en", "--out", tmp_path / "run")
    )
    assert done.code == 0
    for part in ("All: Parser", "F1 (partial)", "Senses of given arguments"):
        assert part in done.out


def test_a_report_of_several_runs_has_tables_and_pictures(
    relata: Relata, kim: Path, shi: Path, tmp_path: Path
) -> None:
    done = relata("experiment", "report", kim, shi, "--out", tmp_path / "report")
    assert done.code == 0
    written = {str(file.relative_to(tmp_path / "report")) for file in (tmp_path / "report").rglob("*.*")}
    assert {f"report.{suffix}" for suffix in ("txt", "md", "tex", "json")} <= written
    for suffix in ("png", "svg"):
        assert f"run-1/learning-curves.{suffix}" in written
        assert f"run-2/confusion-lstm-all-features.{suffix}" in written
    assert (
        "Bonferroni-corrected for 10 comparisons" in done.out
    )  # three systems, and seven, against baselines


def test_two_runs_are_compared(relata: Relata, kim: Path, shi: Path) -> None:
    done = relata("experiment", "compare", kim, shi)
    assert done.code == 0
    assert "Fisher, pooled counts" in done.out
    assert "nothing can be paired" in done.out
