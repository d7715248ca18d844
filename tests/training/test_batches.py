from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from relata.document import Document
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)

from relata.training.data.batches import IGNORED, MOST_INSTANCES, batch_of, batches
from relata.training.data.instances import EXPLICIT, SITE, TAGS, TrainingInstance, instances


@pytest.fixture
def items(rule_model: Path, document: Document) -> list[TrainingInstance]:
    builder: InputBuilder = Model.load(rule_model).builder
    return list(instances(document, builder))


def test_a_batch_holds_one_task_and_no_more_pieces_than_allowed(items: list[TrainingInstance]) -> None:
    for batch in batches(items * 9, 120, Random(1)):
        assert len({item.task for item in batch}) == 1
        assert len(batch) * max(len(item.input) for item in batch) <= 120


def test_batches_hold_every_instance_once(items: list[TrainingInstance]) -> None:
    many = items * 60

    found = [item for batch in batches(many, 1800, Random(1)) for item in batch]

    assert sorted(map(id, found)) == sorted(map(id, many))


def test_an_instance_larger_than_a_batch_has_one_of_its_own(items: list[TrainingInstance]) -> None:
    assert all(len(batch) == 1 for batch in batches(items, 1))


def test_short_inputs_do_not_fill_a_batch_without_end(items: list[TrainingInstance]) -> None:
    assert max(len(batch) for batch in batches(items * 100, 100_000)) == MOST_INSTANCES


def test_chance_is_repeated_by_its_seed(items: list[TrainingInstance]) -> None:
    first, second, other = (batches(items * 5, 120, Random(seed)) for seed in (1, 1, 2))

    assert [list(map(id, batch)) for batch in first] == [list(map(id, batch)) for batch in second]
    assert [len(batch) for batch in first] != [len(batch) for batch in other]


def test_padding_is_no_target(items: list[TrainingInstance]) -> None:
    sites = [item for item in items if item.task == SITE]

    batch = batch_of(sites, {"Contingency.Cause.Result": 1})

    assert batch.words.sum(1).tolist() == [len(item.input.words) for item in sites]
    assert batch.labels[1].tolist() == [IGNORED] * batch.labels.shape[1]  # a site without relation
    assert batch.sense.tolist() == [IGNORED, IGNORED, 1]  # a sense that is not known, none, and the known one
    assert batch.mask.sum(1).tolist() == [len(item.input) for item in sites]


def test_the_marker_of_a_connective_is_kept(items: list[TrainingInstance]) -> None:
    (explicit,) = (item for item in items if item.task == EXPLICIT)

    assert batch_of([explicit], {}).mark.tolist() == [explicit.input.mark]


def test_soft_targets_are_padded_and_need_all_instances(items: list[TrainingInstance]) -> None:
    first, second = (item for item in items * 2 if item.task == TAGS)
    first.soft = {"tags": torch.ones(3, 5), "anchors": torch.ones(3)}

    words = len(first.input.words)

    assert batch_of([first], {}).soft["tags"].shape == (1, words, 5)
    assert batch_of([first], {}).soft["anchors"].sum() == 3
    second.soft = None
    assert batch_of([first, second], {}).soft == {}
