from __future__ import annotations

from itertools import pairwise, product

import pytest

from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)

from relata.training.data.batches import IGNORED, Batch
from relata.training.network.model import HeadScores, log_partition, loss_of


def batch(task: str, words: list[list[int]], **targets: object) -> Batch:
    """A batch of which only targets are looked at."""
    mask = torch.tensor(words)
    nothing = torch.zeros(len(mask), 1, dtype=torch.int64)
    unknown = torch.full(mask.shape, IGNORED)
    given = {
        "labels": unknown,
        "anchors": unknown,
        "altlex": unknown,
        "kind": torch.zeros(len(mask), dtype=torch.int64),
        "sense": torch.full((len(mask),), IGNORED),
        "soft": {},
    } | targets
    names = ("pieces", "types", "mask", "first", "last", "shapes", "marked", "arguments", "mark")
    inputs = dict.fromkeys(names, nothing)
    sentences = torch.where(mask > 0, 0, -1)
    return Batch(task=task, words=mask, sentences=sentences, syntax=None, roles=None, **inputs, **given)


def chain_score(labels, changes, path) -> float:
    score = sum(float(labels[word, label]) for word, label in enumerate(path))
    return score + sum(float(changes[at, a, b]) for at, (a, b) in enumerate(pairwise(path)))


@pytest.fixture
def chain():
    torch.manual_seed(2)
    return torch.randn(2, 4, 3), torch.randn(2, 3, 3, 3)


def test_the_partition_sums_over_all_sequences(chain) -> None:
    labels, changes = chain
    words = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]])

    found = log_partition(labels, changes, words)

    for row, length in enumerate((4, 2)):
        paths = product(range(3), repeat=length)
        total = torch.tensor([chain_score(labels[row], changes[row], path) for path in paths])
        assert found[row].item() == pytest.approx(total.logsumexp(0).item(), abs=1e-4)


def test_the_loss_of_labels_is_their_negative_log_likelihood(chain) -> None:
    labels, changes = chain
    annotated = [[0, 1, 2, 0], [2, 1]]
    given = batch(
        "explicit",
        [[1, 1, 1, 1], [1, 1, 0, 0]],
        labels=torch.tensor([annotated[0], [*annotated[1], IGNORED, IGNORED]]),
    )

    loss = loss_of(HeadScores(labels=labels, changes=changes), given)

    total = log_partition(labels, changes, given.words).tolist()
    expected = [
        total[row] - chain_score(labels[row], changes[row], path) for row, path in enumerate(annotated)
    ]
    assert loss.item() == pytest.approx(0.1 * sum(expected) / 2, abs=1e-4)


def test_inputs_without_labels_cost_nothing(chain) -> None:
    labels, changes = chain

    loss = loss_of(
        HeadScores(labels=labels, changes=changes), batch("explicit", [[1, 1, 1, 1], [1, 1, 0, 0]])
    )

    assert loss.item() == 0


def test_a_teacher_that_is_sure_of_the_annotation_changes_nothing(chain) -> None:
    labels, changes = chain
    annotated = torch.tensor([[0, 1, 2, 0], [2, 1, IGNORED, IGNORED]])
    words = [[1, 1, 1, 1], [1, 1, 0, 0]]
    single = torch.nn.functional.one_hot(annotated.clamp(min=0), 3) * torch.tensor(words)[..., None]
    soft = {"labels": single.float(), "changes": (single[:, :-1, :, None] * single[:, 1:, None]).float()}
    scores = HeadScores(labels=labels, changes=changes)

    taught = loss_of(scores, batch("explicit", words, labels=annotated, soft=soft))

    assert taught.item() == pytest.approx(loss_of(scores, batch("explicit", words, labels=annotated)).item())


def test_the_teacher_s_own_scores_cost_least() -> None:
    kind = torch.tensor([[2.0, 0.0, 0.0, 0.0, 0.0]])
    given = batch("site", [[1]], soft={"kind": kind.softmax(-1)})

    def cost(scores) -> float:
        return loss_of(HeadScores(kind=scores), given, teacher=1.0).item()

    assert cost(kind) < min(cost(kind * 2), cost(kind / 2))


def test_a_question_that_no_annotator_answered_is_learned_from_the_teacher() -> None:
    sense = torch.tensor([[2.0, 0.0, 0.0]])
    asked = batch("sense", [[1]], sense=torch.tensor([IGNORED]), soft={"sense": sense.softmax(-1)})

    def cost(scores) -> float:
        return loss_of(HeadScores(sense=scores), asked, teacher=1.0).item()

    assert 0 < cost(sense) < min(cost(sense * 2), cost(sense / 2))


def test_what_a_teacher_says_nothing_of_counts_whole() -> None:
    kind = torch.tensor([[2.0, 0.0, 0.0, 0.0, 0.0]])
    altlex = {"altlex": torch.tensor([[1, 0]])}
    given = batch("site", [[1, 1]], **altlex, soft={"kind": kind.softmax(-1)})

    def cost(altlex) -> float:
        return loss_of(HeadScores(kind=kind, altlex=altlex), given, teacher=1.0).item()

    indifferent, sure = cost(torch.zeros(1, 2)), cost(torch.tensor([[50.0, -50.0]]))

    assert indifferent - sure == pytest.approx(0.02 * 2 * torch.tensor(2.0).log().item(), abs=1e-6)


def test_words_of_padding_do_not_count_for_tags() -> None:
    scores = HeadScores(tags=torch.zeros(1, 2, 5), anchors=torch.zeros(1, 2))
    soft = {"tags": torch.tensor([[[1.0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]]), "anchors": torch.zeros(1, 2)}
    targets = {"labels": torch.tensor([[0, IGNORED]]), "anchors": torch.tensor([[0, IGNORED]])}

    hard = loss_of(scores, batch("tags", [[1, 0]], **targets))
    taught = loss_of(scores, batch("tags", [[1, 0]], **targets, soft=soft), teacher=1.0)

    assert hard.item() == pytest.approx(0.1 * (torch.tensor(5.0).log() + torch.tensor(2.0).log()).item())
    assert taught.item() == pytest.approx(hard.item())


def test_a_batch_without_any_sense_has_no_loss_of_senses() -> None:
    loss = loss_of(HeadScores(sense=torch.randn(1, 4)), batch("sense", [[1]]))

    assert loss.item() == 0
