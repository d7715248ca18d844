"""The CoNLL-2016 protocol, run with the classical parser and with trained ones."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import relata
from relata.discourse.given_arguments import withheld
from relata.document.relations import RelationType
from relata.errors import ProtocolError
from relata.evaluation.discourse import end_to_end
from relata.evaluation.labels import Scheme
from relata.formats import jsonl
from relata.formats.pdtb import PDTB3
from tests.experiments.treebank import text_of
from tests.paths import TESTS

FIXTURES = TESTS / "fixtures"

pytest.importorskip("sklearn", reason="needs the extra [experiments]")
pytest.importorskip("tabulate", reason="needs the extra [experiments]")

from relata.baselines.features import ParsedDocument
from relata.baselines.nonexplicit import PairSenses
from relata.experiments.parsing import (
    ParsingReports,
    compare_parsing,
    load_parsing,
    read_parsing_data,
    run_parsing,
)
from relata.experiments.protocols import PROTOCOLS, RunRequest


def test_the_sense_only_task_withholds_senses_and_types() -> None:
    found = withheld(text_of(40)).relations
    assert not any(each.senses for each in found)
    assert {str(each.type) for each in found} == {"Explicit", "Implicit"}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name, numbers in (("train", range(12)), ("dev", range(40, 44))):
        (tmp_path / "corpus" / name).mkdir(parents=True)
        jsonl.write(map(text_of, numbers), tmp_path / "corpus" / name / "texts.jsonl")
    return tmp_path / "corpus"


def test_a_parser_is_trained_tested_and_scored(corpus: Path, tmp_path: Path) -> None:
    run_parsing("relata:classical", read_parsing_data(corpus), tmp_path / "run")
    report = load_parsing(tmp_path / "run")
    assert report.connectives.f1 == 1.0
    assert report.end_to_end.strict["Explicit only"].parser.f1 == 1.0
    assert report.senses.strict["All"].parser.f1 == 1.0
    assert "conll2016|mode:corrected" in ParsingReports([report]).text()


def test_training_has_one_thread_whatever_the_machine(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With more of them, sums come in another order, and senses that are nearly even turn."""
    threads: set[int] = set()
    fit = PairSenses.fit

    def counted(self: PairSenses, documents: Sequence[ParsedDocument]) -> PairSenses:
        threads.update(pool["num_threads"] for pool in threadpool_info())
        return fit(self, documents)

    monkeypatch.setattr(PairSenses, "fit", counted)
    with threadpool_limits(limits=2):
        run_parsing("relata:classical", read_parsing_data(corpus), tmp_path / "run")
    assert threads == {1}


def test_scores_come_from_the_run_directory_alone(corpus: Path, tmp_path: Path) -> None:
    run_parsing("relata:classical", read_parsing_data(corpus), tmp_path / "run")
    before = load_parsing(tmp_path / "run").as_dict()
    for file in corpus.rglob("*.jsonl"):
        file.unlink()
    assert load_parsing(tmp_path / "run").as_dict() == before


def test_a_trained_parser_is_run_without_training(corpus: Path, tmp_path: Path, rule_model: Path) -> None:
    run_parsing(f"relata:{rule_model}", read_parsing_data(corpus), tmp_path / "run")
    assert load_parsing(tmp_path / "run").connectives.recall > 0.5


def test_runs_on_the_same_documents_are_compared(corpus: Path, tmp_path: Path, rule_model: Path) -> None:
    data = read_parsing_data(corpus)
    reports = []
    for name, model in (("one", "relata:classical"), ("other", f"relata:{rule_model}")):
        run_parsing(model, data, tmp_path / name)
        reports.append(load_parsing(tmp_path / name))
    found = compare_parsing(reports[0], reports[1], "All Parser f1")
    assert found.documents == 4


def test_other_data_cannot_be_compared(corpus: Path, tmp_path: Path, rule_model: Path) -> None:
    run_parsing(f"relata:{rule_model}", read_parsing_data(corpus), tmp_path / "one")
    run_parsing(f"relata:{rule_model}", read_parsing_data(corpus / "train"), tmp_path / "other")
    with pytest.raises(ProtocolError, match="are of other data"):
        compare_parsing(load_parsing(tmp_path / "one"), load_parsing(tmp_path / "other"), "All Parser f1")


def test_parts_of_a_corpus_are_tested_side_by_side(corpus: Path, tmp_path: Path, rule_model: Path) -> None:
    request = RunRequest(corpus, (f"relata:{rule_model}",), splits=("dev", "train"))
    protocol = PROTOCOLS["conll2016"]
    first, *_ = protocol.run("conll2016", request, tmp_path / "runs", lambda items, *_, **__: iter(items))
    assert [row[0] for row in first.rows] == ["dev", "train"]
    paths = [tmp_path / "runs" / name for name in ("dev", "train")]
    assert first.title in protocol.report(paths, None).text()
    with pytest.raises(ProtocolError, match=r"has no part 'blind'; expected one of train, dev"):
        read_parsing_data(corpus, part="blind")


def test_a_finished_run_is_left_as_it_is_and_another_refused(
    corpus: Path, tmp_path: Path, rule_model: Path
) -> None:
    data = read_parsing_data(corpus)
    run_parsing(f"relata:{rule_model}", data, tmp_path / "run")
    written = (tmp_path / "run" / "parsed.jsonl").stat().st_mtime_ns
    run_parsing(f"relata:{rule_model}", data, tmp_path / "run")
    assert (tmp_path / "run" / "parsed.jsonl").stat().st_mtime_ns == written
    with pytest.raises(ProtocolError, match=r"holds outputs of another run \(with another model\)"):
        run_parsing("relata:classical", data, tmp_path / "run")


def test_scores_are_those_of_the_evaluation_of_models(tmp_path: Path, rule_model: Path) -> None:
    """Hypophora is no type of the task; what is found in its place is neither right nor wrong."""
    document = text_of(1)
    asked = replace(document.relations[2], type=RelationType.HYPOPHORA, senses=())
    document = document.with_relations((*document.relations[:2], asked, *document.relations[3:]))
    (tmp_path / "corpus").mkdir()
    jsonl.write([document], tmp_path / "corpus" / "texts.jsonl")
    run_parsing(f"relata:{rule_model}", read_parsing_data(tmp_path / "corpus"), tmp_path / "run")
    found = load_parsing(tmp_path / "run")
    strict, partial = end_to_end(
        [(document, relata.load(rule_model)(document))],
        Scheme(found.config["labels"], found.config["labels"]),
    )
    assert found.end_to_end.partial is not None
    assert (found.end_to_end.strict["All"].parser, found.end_to_end.partial["All"].parser) == (
        strict,
        partial,
    )


def test_training_needs_a_part_for_it(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="are trained first: expected data with a folder train"):
        run_parsing("relata:classical", read_parsing_data(corpus / "dev"), tmp_path / "run")


@pytest.mark.parametrize("model", ["logistic", "relata:", "relata"])
def test_what_is_no_parser_is_refused(corpus: Path, tmp_path: Path, model: str) -> None:
    expected = r"no parser .*; expected classical:NAME, classical, or relata:NAME"
    with pytest.raises(ProtocolError, match=expected):
        run_parsing(model, read_parsing_data(corpus), tmp_path / "run")


def test_a_parser_is_not_tested_on_its_training_data(corpus: Path, tmp_path: Path, rule_model: Path) -> None:
    copy = shutil.copytree(rule_model, tmp_path / "model")
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    seen = {"data": {"train": {"source": "corpus/train"}}}
    other = {"data": {"train": {"source": "other/train"}}}
    for training in (seen, {**other, "before": seen}, {**other, "tuned": seen}):
        (copy / "manifest.json").write_text(json.dumps({**manifest, "training": training}), encoding="utf-8")
        with pytest.raises(ProtocolError, match="was trained on corpus/train, which would be tested"):
            run_parsing(f"relata:{copy}", read_parsing_data(corpus / "train"), tmp_path / "run")


def test_a_pdtb_has_the_parts_of_the_task_by_section(tmp_path: Path) -> None:
    """Sections 02 to 21, 22 and 23; a corpus of other sections has no parts."""
    (document,) = PDTB3.read(FIXTURES / "pdtb3")
    names = ("wsj_0201", "wsj_2101", "wsj_2201", "wsj_2301")
    PDTB3.write([replace(document, id=name) for name in names], tmp_path / "wsj")
    data = read_parsing_data(tmp_path / "wsj")
    assert (data.part, [each.id for each in data.tested]) == ("test", ["wsj_2301"])
    assert data.train is not None
    assert [each.id for each in data.train()] == ["wsj_0201", "wsj_2101"]
    assert [each.id for each in read_parsing_data(tmp_path / "wsj", part="dev").tested] == ["wsj_2201"]
    with pytest.raises(ProtocolError, match="no part 'blind'; expected one of train, dev, test"):
        read_parsing_data(tmp_path / "wsj", part="blind")
    assert read_parsing_data(FIXTURES / "pdtb3").train is None
