"""Runs: complete, resumed, repeated, and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.errors import FormatError, ProtocolError, RelataError
from relata.experiments.data import Dataset
from relata.experiments.labels import Policy
from relata.experiments.systems import ExperimentPlan, System
from tests.experiments.conftest import RunToy
from tests.experiments.toy import toy_instance, toy_plan

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.experiments.data_tables import split_notes
from relata.experiments.results import load_run
from relata.experiments.run_directory import RunDirectory, signature
from relata.experiments.running import Experiment
from relata.experiments.trials import ExperimentTrial, perturb


def predictions(path: Path) -> dict[str, object]:
    files = sorted((path / "predictions").rglob("*.json"))
    return {str(file.relative_to(path)): json.loads(file.read_text("utf-8"))["answers"] for file in files}


def test_a_run_has_a_file_for_each_system_fold_and_seed(run_toy: RunToy) -> None:
    found = predictions(run_toy())
    assert len(found) == 2 * 3  # restarts of these two systems cannot differ, so there is one
    assert "predictions/logistic/fold-02.seed-0.json" in found


def test_a_run_says_what_it_was(run_toy: RunToy) -> None:
    config = json.loads((run_toy() / "run.json").read_text("utf-8"))
    assert config["labels"]["counts"].keys() == {
        "Comparison.Contrast",
        "Contingency.Cause",
        "Expansion.Conjunction",
    }
    assert config["policies"] == {"training": "all", "judging": "all"}
    assert config["versions"]["scikit-learn"]
    assert config["split"]["documents_on_both_sides"] == 0


def test_the_signature_names_data_labels_split_and_version(run_toy: RunToy) -> None:
    line = signature(RunDirectory(run_toy()).config())
    assert line.startswith("kim2020|data:jsonl/")
    assert "|labels:L2:5(3)|multi:all/all|split:documents-3/0/" in line


def test_the_same_seed_gives_the_same_predictions(run_toy: RunToy) -> None:
    assert predictions(run_toy("one")) == predictions(run_toy("other"))


def test_a_run_that_was_stopped_goes_on_with_what_is_left(data: Dataset, tmp_path: Path) -> None:
    experiment = Experiment(toy_plan(), data)
    directory = experiment.begin(tmp_path / "run")
    work = experiment.run(directory)
    first = [next(work), next(work)]
    work.close()
    rest = list(experiment.run(experiment.begin(tmp_path / "run")))
    assert first + rest == experiment.trials
    assert list(experiment.run(directory)) == []


def test_two_processes_give_the_same_as_one(data: Dataset, tmp_path: Path, run_toy: RunToy) -> None:
    experiment = Experiment(toy_plan(), data)
    directory = experiment.begin(tmp_path / "parallel")
    assert len(list(experiment.run(directory, jobs=2))) == 6
    assert predictions(directory.path) == predictions(run_toy("single"))


def test_restarts_are_added_to_those_that_are_there(data: Dataset, tmp_path: Path) -> None:
    rows = [
        {"id": id, "label": label, "seed": seed}
        for seed, label in enumerate(["Contingency.Cause", "Comparison.Contrast"])
        for id in data.ids
    ]
    file = tmp_path / "mine.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")

    def run(seeds: int) -> int:
        plan = toy_plan(systems=(System("majority"), System(f"predictions:{file}")), seeds=seeds)
        experiment = Experiment(plan, data)
        return len(list(experiment.run(experiment.begin(tmp_path / "run"))))

    assert run(1) == 3 + 3
    assert run(2) == 3
    assert load_run(tmp_path / "run").config["seeds"] == 2
    with pytest.raises(ProtocolError, match=r"holds outputs of another run \(with another seeds, restarts\)"):
        run(1)


def test_another_run_does_not_go_into_a_directory(run_toy: RunToy) -> None:
    run_toy()
    with pytest.raises(
        ProtocolError, match=r"holds outputs of another run \(with another split\); name another --out"
    ):
        run_toy(split="documents-4")


def test_other_versions_of_libraries_do_not_mix(run_toy: RunToy) -> None:
    path = run_toy() / "run.json"
    config = json.loads(path.read_text("utf-8"))
    config["versions"]["scikit-learn"] = "0.1"
    path.write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ProtocolError, match=r"holds outputs of another run \(with another versions\)"):
        run_toy()


def test_a_directory_with_other_things_is_left_alone(data: Dataset, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.tex").touch()
    with pytest.raises(ProtocolError, match="exists, and is no run directory"):
        Experiment(toy_plan(), data).begin(tmp_path / "run")


def test_results_of_another_version_are_refused(run_toy: RunToy) -> None:
    path = run_toy()
    text = (path / "run.json").read_text("utf-8")
    (path / "run.json").write_text(text.replace('"relata": "', '"relata": "9.'), encoding="utf-8")
    with pytest.raises(ProtocolError, match=r"results of Relata 9\..*, this is .*; run them again"):
        load_run(path)


def test_a_directory_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"no run directory: it has no run.json"):
        load_run(tmp_path)


def test_an_incomplete_run_is_refused(run_toy: RunToy) -> None:
    path = run_toy()
    (path / "predictions" / "logistic" / "fold-02.seed-0.json").unlink()
    with pytest.raises(ProtocolError, match="not complete: logistic, fold 2, seed 0 is missing"):
        load_run(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"answers": [["A", 0.5]]}', "1 predictions for [0-9]+ instances to test"),
        ('{"answers": [["A", NaN]]}', "expected a finite number"),
        ('{"answers": [["A", Infinity]]}', "expected a finite number"),
        ('{"answers": 3}', "answers: expected a list, got an integer"),
        ("[]", "expected one JSON object"),
        ('{"answers"', "broken JSON"),
    ],
)
def test_damaged_predictions_are_refused(run_toy: RunToy, content: str, message: str) -> None:
    path = run_toy()
    (path / "predictions" / "logistic" / "fold-01.seed-0.json").write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        load_run(path)


def given(tmp_path: Path, data: Dataset, score: float | None) -> ExperimentPlan:
    file = tmp_path / "given.jsonl"
    rows = ({"id": each.id, "label": "Contingency.Cause", "score": score} for each in data.instances)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return toy_plan(systems=(System(f"predictions:{file}"),), baseline=f"predictions:{file}")


def test_predictions_from_elsewhere_are_evaluated(tmp_path: Path, data: Dataset) -> None:
    experiment = Experiment(given(tmp_path, data, 0.4), data)
    directory = experiment.begin(tmp_path / "run")
    list(experiment.run(directory))
    (found,) = load_run(directory.path).systems.values()
    expected = sum("Contingency.Cause" in own for own in experiment.task.gold) / len(experiment.task)
    assert found.pooled[0].accuracy == pytest.approx(expected)


def test_scores_that_are_no_numbers_are_refused(tmp_path: Path, data: Dataset) -> None:
    experiment = Experiment(given(tmp_path, data, float("nan")), data)
    with pytest.raises(ProtocolError, match="fold 1, seed 0: a score of nan, expected a number"):
        list(experiment.run(experiment.begin(tmp_path / "run")))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": "ji"}, "which the data lack; documents-12 is for such data"),
        ({"labels": "pdtb3-L2"}, "no instance of Comparison.Concession to train on"),
        ({"labels": "L2:1000"}, "no sense of the data comes that often"),
        ({"systems": (System("logistic", ("production-rules",)),)}, "needs constituent trees"),
        ({"systems": (System("relata:nowhere"),)}, "no model 'nowhere'"),
        ({"baseline": "lstm"}, "no system 'lstm' to compare with; there is majority, logistic"),
    ],
)
def test_what_cannot_be_run_is_refused_before_it_is_begun(
    data: Dataset, change: dict[str, object], message: str
) -> None:
    with pytest.raises(RelataError, match=message):
        Experiment(toy_plan(**change), data)


def test_instance_level_splits_say_that_documents_are_cut(run_toy: RunToy) -> None:
    config = RunDirectory(run_toy(split="instances-3", judging=Policy.FIRST)).config()
    assert config["split"]["instance_level"]
    assert config["split"]["documents_on_both_sides"] == 12


def test_learning_curves_train_on_shares(run_toy: RunToy) -> None:
    run = load_run(run_toy(shares=(0.1, 0.5)))
    assert list(run.curves) == ["logistic"]
    assert list(run.curves["logistic"]) == [0.1, 0.5, 1.0]
    assert run.curves["logistic"][0.1].mean < run.curves["logistic"][1.0].mean


def test_a_perturbed_instance_has_a_dash_before_both_arguments() -> None:
    found = perturb(toy_instance(arg1="it rained", arg2="we left"))
    assert (found.arg1.words, found.arg2.words) == (("-", "it", "rained"), ("-", "we", "left"))


def test_trials_have_files_of_their_own() -> None:
    system = System("lstm", ("brown",), title="lstm + brown")
    assert ExperimentTrial(system, 0, 3, 0.25).file == "lstm-brown/fold-01.seed-3.share-0.25.json"


def test_a_licensed_corpus_is_held_against_published_sizes(tmp_path: Path) -> None:
    """A PDTB-3 of two relations of each sense in each section; Ji has 19, 2 and 2 sections."""
    senses = (
        "Comparison.Contrast",
        "Contingency.Cause.Reason",
        "Expansion.Conjunction",
        "Temporal.Synchronous",
    )
    instances = (
        toy_instance(f"wsj_{section:02}01:{number}", (senses[number % 4],))
        for section in range(25)
        for number in range(8)
    )
    data = Dataset("ldc/pdtb3", "pdtb3", tuple(instances))
    plan = toy_plan(labels="L1", split="ji", systems=(System("majority"),))
    config = Experiment(plan, data).config()
    assert list(split_notes(config)) == [
        "split ji: 1 fold; examples to train on, instances to tune on, to test on: 152 / 16 / 16, not as in "
        "Kim et al. 2020, table 6: train 152 (published: 17854), dev 16 (published: 1647), "
        "test 16 (published: 1471)"
    ]
    plan = toy_plan(labels="L1", split="sections-12", systems=(System("majority"),))
    assert Experiment(plan, data).config()["split"]["sizes"] == [[168, 16, 16]] * 12
