"""Neural classifiers of argument pairs, at tiny sizes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from relata.errors import ProtocolError
from relata.experiments.splits import splitter
from relata.experiments.systems import LSTM_SCHEDULE, Schedule, System
from relata.experiments.tasks import Task, make_task
from tests.experiments.toy import toy_dataset, toy_instance
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.baselines.torch_networks import batches
from relata.experiments.models.classifiers import Classifier, DevelopmentPart
from relata.experiments.models.networks import PairLSTM
from relata.experiments.trials import check_system, make_classifier


def short(epochs: int, learning_rate: float = 0.05, patience: int = 4) -> Schedule:
    return replace(LSTM_SCHEDULE, epochs=epochs, learning_rate=learning_rate, patience=patience)


@pytest.fixture(scope="module")
def task() -> Task:
    return make_task(toy_dataset(), "L2:5")


def accuracy(task: Task, model: Classifier) -> float:
    """Of a model that is trained on most documents, tuned and tested on others."""
    fold = task.folds(splitter("documents-4"))[0]
    examples = list(task.training_examples(fold.train.tolist()))
    instances = task.data.instances
    dev = DevelopmentPart([instances[n] for n in fold.dev], [task.gold[n] for n in fold.dev])
    model.fit([instances[n] for n, _ in examples], [label for _, label in examples], dev)
    predicted = model.predict([instances[n] for n in fold.test]).tolist()
    gold = [task.gold[n] for n in fold.test]
    return float(np.mean([label in own for label, own in zip(predicted, gold, strict=True)]))


def test_an_lstm_learns_what_words_tell() -> None:
    """Half are of the most frequent sense; one of eight is of another and shows no word that tells it."""
    task = make_task(toy_dataset(12, 40), "L2:5")
    assert accuracy(task, PairLSTM(width=16, schedule=short(15, 0.1))) > 0.7


def test_an_lstm_begins_with_vectors_of_words_that_training_may_lack() -> None:
    instances = toy_dataset(2, 5).instances
    vectors = {"river": np.full(3, 0.5, np.float32), "glacier": np.full(3, -0.5, np.float32)}
    still = short(1, 1e-12)
    model = PairLSTM(vectors=vectors, schedule=still).fit(
        instances, [pair.senses[0][0] for pair in instances]
    )
    weights = model.network_.embeddings.weight
    assert weights.shape[1] == 3
    assert weights[model.words_["glacier"]].tolist() == pytest.approx([-0.5] * 3)
    assert weights[model.words_["river"]].tolist() == pytest.approx([0.5] * 3)


def test_an_lstm_learns_what_features_tell(task: Task) -> None:
    model = PairLSTM(("words",), width=2, schedule=short(15, 0.3))
    assert accuracy(task, model) > 0.6
    assert model.vectors_ is not None
    assert model.vectors_.size > 10


def test_the_same_seed_gives_the_same_network_and_another_another() -> None:
    instances = toy_dataset(2, 5).instances
    labels = [each.senses[0][0] for each in instances]

    def chances(seed: int) -> list[float | None]:
        model = PairLSTM(width=4, schedule=short(2), seed=seed).fit(instances, labels)
        return [answer.score for answer in model.answers(instances)]

    assert chances(1) == chances(1) != chances(2)


def test_a_withheld_argument_changes_nothing() -> None:
    instances = toy_dataset(2, 5).instances
    model = PairLSTM(span="arg1", width=4, schedule=short(2))
    model.fit(instances, [each.senses[0][0] for each in instances])
    one, other = (
        toy_instance("x:0", arg1="the river rose", arg2=words) for words in ("we left", "it rained")
    )
    assert model.answers([one]) == model.answers([other])


def test_the_best_epoch_is_kept(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first epoch, which is one step, says the second label, all others the third."""
    instances, labels = task.data.instances[:20], [own[0] for own in task.gold[:20]]
    seen: list[int] = []

    def step(self: PairLSTM, *_: object) -> None:
        seen.append(len(seen))
        with torch.no_grad():
            self.network_.output.weight.zero_()
            self.network_.output.bias.copy_(
                torch.tensor([1.0 if n == min(len(seen), 2) else 0.0 for n in range(3)])
            )

    monkeypatch.setattr(PairLSTM, "_step", step)
    wanted = sorted(set(labels))[1]
    model = PairLSTM(width=2, schedule=short(10, patience=3))
    model.fit(instances, labels, DevelopmentPart(instances, [(wanted,)] * 20))
    assert len(seen) == 4  # the first is best, and three more bring no gain
    assert set(model.predict(instances)) == {wanted}


def test_training_that_diverges_is_refused() -> None:
    instances = toy_dataset(2, 5).instances
    with pytest.raises(ProtocolError, match="training diverged: the loss is no number"):
        PairLSTM(width=4, schedule=short(3, 1e38)).fit(instances, [each.senses[0][0] for each in instances])


def test_networks_are_made_by_name_with_their_settings(task: Task) -> None:
    model = make_classifier(System("lstm", ("words",), "arg2", schedule=short(3, 0.5)), task, "1", 7)
    assert isinstance(model, PairLSTM)
    assert (model.features, model.span, model.seed) == (("words",), "arg2", 7)
    assert model.schedule == short(3, 0.5)


def test_an_encoder_is_fine_tuned(task: Task, tiny_encoder: Path) -> None:
    system = System(f"encoder:{tiny_encoder}", schedule=short(1))
    check_system(system, task, [0])
    assert accuracy(task, make_classifier(system, task, "1", 0)) > 0.2


def test_examples_of_like_length_meet_in_a_batch_and_none_is_left_out() -> None:
    lengths = np.random.default_rng(1).integers(1, 200, size=300).tolist()
    found = list(batches(lengths, 16, np.random.default_rng(0)))
    assert sorted(member for batch in found for member in batch) == list(range(300))
    padded = sum(len(batch) * max(lengths[member] for member in batch) for batch in found)
    assert padded < 1.15 * sum(lengths)
    assert found != list(batches(lengths, 16, np.random.default_rng(1)))


def test_answers_come_in_the_order_of_the_instances(tiny_encoder: Path) -> None:
    from relata.experiments.models.pair_encoder import PairEncoder

    instances = toy_dataset(2, 5).instances
    model = PairEncoder(str(tiny_encoder), schedule=short(1)).fit(instances, list("ababababab"))
    forwards, backwards = model.answers(instances), model.answers(instances[::-1])
    assert [each.score for each in forwards] == pytest.approx([each.score for each in backwards[::-1]])


def test_without_torch_networks_are_refused(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relata.experiments.trials.find_spec", lambda name: None)
    with pytest.raises(
        ProtocolError, match=r'encoder needs torch and transformers: pip install "relata-nlp\[train\]"'
    ):
        check_system(System("encoder:minilm"), task, [0])
