"""Two annotations of the same pairs, and cues of senses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.errors import ProtocolError
from relata.experiments.data import Dataset
from relata.experiments.labels import Policy
from tests.experiments.conftest import RunToy
from tests.experiments.toy import CAUSE, CONJUNCTION, CONTRAST, toy_dataset, toy_instance

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.experiments.contrasts import published_table
from relata.experiments.cues import LexicalCue, cue_table
from relata.experiments.protocols import PROTOCOLS, RunRequest, run_experiments
from relata.experiments.results import load_run
from relata.experiments.running import Experiment
from relata.experiments.schemes import same_pairs, scheme_table
from relata.experiments.systems import System
from tests.experiments.toy import toy_plan

ALL = (Policy.ALL, Policy.ALL)


def dataset(source: str, *rows: tuple[str, str, str]) -> Dataset:
    pairs = (
        toy_instance(f"{source}{number}:{number}", (sense,), document=document, arg2=arg2)
        for number, (document, arg2, sense) in enumerate(rows)
    )
    return Dataset(source, source, tuple(pairs))


def test_pairs_are_the_same_word_by_word_and_have_a_label_in_both() -> None:
    first = dataset(
        "x", ("a", "it rained", CAUSE), ("a", "we left", CONTRAST), ("b", "it rained", "Expansion.X")
    )
    second = dataset("y", ("b", "it rained", CAUSE), ("a", "it left", CAUSE), ("a", "it rained", CONJUNCTION))
    found = same_pairs([first, second], ["pdtb2-L2", "pdtb3-L2"], ALL)
    assert [[pair.id for pair in data.instances] for data in found] == [["x0:0"], ["y2:2"]]
    with pytest.raises(ProtocolError, match="x and y have no pair of arguments in common"):
        same_pairs([first, replace(second, instances=second.instances[1:2])], ["L1", "L1"], ALL)


def test_labels_of_both_annotations_are_compared(tmp_path: Path) -> None:
    """In the second annotation all contrasts are causes, and synchrony has another name."""
    data = toy_dataset()
    names = {CAUSE: "Temporal.Synchrony"}, {CAUSE: "Temporal.Synchronous", CONTRAST: CONJUNCTION}
    runs = []
    for number, table in enumerate(names):
        pairs = (
            replace(pair, senses=((table.get(pair.senses[0][0], pair.senses[0][0]),), ()))
            for pair in data.instances
        )
        plan = toy_plan(labels=("pdtb2-L2", "pdtb3-L2")[number])
        experiment = Experiment(plan, replace(data, instances=tuple(pairs)), complete=False)
        report = run_experiments(
            {tmp_path / str(number): experiment}, RunRequest(Path()), lambda items, *_, **__: iter(items)
        )
        runs += report.runs
    table = scheme_table(*runs)
    assert [row[0] for row in table.rows] == ["Expansion.Conjunction", "Temporal.Synchronous"]
    conjunction, synchrony = table.rows
    contrasts = sum(pair.senses[0][0] == CONTRAST for pair in data.instances)
    assert conjunction[3] == f"{contrasts / 3:+.0f}"
    assert synchrony[3] == "+0"


def test_the_other_annotation_is_asked_for() -> None:
    protocol = PROTOCOLS["kim2020-schemes"]
    with pytest.raises(ProtocolError, match="name the other one by --other-data"):
        protocol.run("kim2020-schemes", RunRequest(Path()), Path(), lambda items, *_, **__: iter(items))


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        (LexicalCue("Because of"), True),
        (LexicalCue("of"), False),
        (LexicalCue("of", initial=False), True),
        (LexicalCue("river"), False),
        (LexicalCue("the river", "arg1"), True),
        (LexicalCue("the river", "any"), True),
        (LexicalCue("of rain now", initial=False), False),
    ],
)
def test_cues_are_words_of_an_argument(cue: LexicalCue, expected: bool) -> None:
    assert cue.occurs(toy_instance(arg2="because of RAIN")) is expected


def test_shares_of_senses_with_a_cue_are_gold_and_predicted(run_toy: RunToy, data: Dataset) -> None:
    run = load_run(run_toy())
    table = cue_table(run, data, LexicalCue("rain", "any", initial=False), ["Contingency.Cause"])
    marked = [pair for pair in data.instances if "rain" in pair.arg1.words + pair.arg2.words]
    assert table.rows[0][:2] == ["Contingency.Cause", "100.0"]
    right = run.systems["logistic"].restarts[0]
    predicted = dict(zip(run.column("id"), (label for fold in right for label in fold), strict=True))
    share = sum(predicted[pair.id] == "Contingency.Cause" for pair in marked) / len(marked)
    assert table.rows[0][3] == f"{100 * share:.1f}"
    assert table.notes[0].startswith(f"per cent of the {len(marked)} instances with the cue, of 120")
    shares = [float(row[1]) for row in cue_table(run, data, LexicalCue("the", "any", initial=False)).rows]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == 3


def test_cues_that_cannot_be_counted_are_refused(run_toy: RunToy, data: Dataset) -> None:
    run = load_run(run_toy())
    with pytest.raises(ProtocolError, match=r"no instance that .* has the cue 'glacier', initial in Arg2"):
        cue_table(run, data, LexicalCue("glacier"))
    with pytest.raises(ProtocolError, match=r"no label 'Purpose' in .*; there is Comparison.Contrast"):
        cue_table(run, data, LexicalCue("rain"), ["Purpose"])
    with pytest.raises(ProtocolError, match="toy are not the data of"):
        cue_table(run, toy_dataset(seed=1), LexicalCue("rain"))


def test_a_published_accuracy_is_tested_by_hand() -> None:
    """60 and 40 of 100: Pearson's 8 times 199 / 200, corrected for two."""
    ((name, *cells),) = published_table(0.4, [("x", 60, 100)], 2).rows
    assert (name, cells[:3]) == ("x", ["60.00", "60 of 100", "+20.00**"])
    assert cells[3] == "7.960"
    assert float(cells[4]) == pytest.approx(2 * 0.00478, abs=1e-4)


def test_pairs_of_models_have_a_table(run_toy: RunToy) -> None:
    models = (System("logistic", ("words",)), System("logistic", ("first-last",), title="ends"))
    run = load_run(run_toy(systems=(System("majority"), *models)))
    assert run.models == ["logistic", "ends"]
