"""Tasks: labels to train with, labels to be judged by, folds that can be used."""

from __future__ import annotations

import numpy as np
import pytest

from relata.errors import Lenient, ProtocolError
from relata.experiments.data import Dataset
from relata.experiments.labels import Policy
from relata.experiments.splits import splitter
from relata.experiments.tasks import make_task
from tests.experiments.toy import CAUSE, CONJUNCTION, CONTRAST, toy_dataset, toy_instance


def dataset(*instances: tuple[tuple[str, ...], tuple[str, ...]], part: str = "") -> Dataset:
    found = (
        toy_instance(f"d{n}:0", *senses, part=part or ("train", "test")[n % 2])
        for n, senses in enumerate(instances)
    )
    return Dataset("toy", "jsonl", tuple(found))


def test_each_label_of_an_instance_is_an_example_of_its_own() -> None:
    task = make_task(dataset(((CAUSE,), (CONJUNCTION,))), "L1")
    assert list(task.training_examples([0])) == [(0, "Contingency"), (0, "Expansion")]


def test_instances_without_a_label_are_left_out() -> None:
    task = make_task(dataset(((CAUSE,), ()), (("Comparison.Similarity",), ())), "pdtb3-L2")
    assert task.data.ids == ["d0:0"]
    assert dict(task.labels.dropped) == {"Comparison.Similarity": 1}


def test_policies_differ_for_training_and_judging() -> None:
    data = dataset(((CAUSE,), (CONJUNCTION,)))
    task = make_task(data, "L1", training=Policy.FIRST, judging=Policy.ALL)
    assert (task.examples, task.gold) == ((("Contingency",),), (("Contingency", "Expansion"),))


def test_what_has_no_label_to_be_judged_by_is_trained_on_but_not_tested() -> None:
    data = dataset(((CAUSE,), ()), ((CAUSE,), ()), ((CAUSE,), ()), (("Comparison.Similarity",), (CAUSE,)))
    task = make_task(data, "L2:1", training=Policy.ALL, judging=Policy.FIRST)
    (fold,) = task.folds(splitter("given"))
    assert fold.test.tolist() == [1]
    assert task.sizes(fold) == (2, 0, 1)


def test_sizes_count_examples_to_train_and_instances_to_test() -> None:
    task = make_task(dataset(((CAUSE,), (CONJUNCTION,)), ((CAUSE, CONJUNCTION), ())), "L2:1")
    (fold,) = task.folds(splitter("given"))
    assert task.sizes(fold) == (2, 0, 1)


def test_a_training_part_without_a_label_is_refused() -> None:
    task = make_task(dataset(((CAUSE,), ()), ((CONTRAST,), ())), "L2:0")
    with pytest.raises(ProtocolError, match=r"no instance of Comparison.Contrast to train on"):
        task.folds(splitter("given"))


def test_lenient_folds_go_on_without_a_label_and_without_sections() -> None:
    """A part of a corpus, such as a few sections of it, has few labels."""
    lenient = Lenient()
    data = Dataset(
        "toy",
        "pdtb3",
        tuple(toy_instance(f"wsj_{section}01:0", (CAUSE,), ()) for section in ("00", "02", "23")),
    )
    task = make_task(data, "L1")
    folds = task.folds(splitter("sections-12", on_error=lenient), on_error=lenient)
    assert [(fold.name, len(fold.train), len(fold.test)) for fold in folds][:2] == [
        ("test 23-24", 1, 1),
        ("test 00-01", 1, 1),
    ]
    messages = [str(fault) for fault in lenient.faults]
    assert messages[0].startswith("split sections-12 names sections that the data lack: 01, 03")
    assert any("no instance of Comparison to train on" in message for message in messages)
    with pytest.raises(ProtocolError, match="sections that the data lack"):
        task.folds(splitter("sections-12"), on_error=lenient)


def test_a_document_in_two_parts_is_refused_unless_the_split_is_at_instance_level() -> None:
    instances = (toy_instance(f"d:{n}", part=part, document="d") for n, part in enumerate(("train", "dev")))
    task = make_task(Dataset("toy", "jsonl", tuple(instances)), "L2:0")
    with pytest.raises(ProtocolError, match="document d stands on both sides"):
        task.folds(splitter("given"))
    assert len(task.folds(splitter("given-instances"))) == 1


def test_folds_of_instances_cover_all() -> None:
    pytest.importorskip("sklearn", reason="needs the extra [experiments]")
    task = make_task(toy_dataset(), "L2:5")
    folds = task.folds(splitter("instances-5"))
    assert sorted(np.concatenate([fold.test for fold in folds]).tolist()) == list(range(len(task)))
