from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from relata.document import Document
from relata.errors import FormatError, ModelError, RelataError
from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.batch.progress import Progress
from relata.model.inputs import InputBuilder
from relata.training.data.instances import (
    EXTRA,
    TAGS,
    TrainingInstance,
    instances,
    senses_of,
    unmarked_instances,
)
from relata.training.loop import resume as standing
from relata.training.loop.distillation import mean_targets, soft_targets
from relata.training.loop.resume import LATEST
from relata.training.loop.trainer import BEST, Average, Recipe, Trainer
from relata.training.network import trained_model as checkpoints
from relata.training.network.encoders import pretrained
from relata.training.network.model import optimizer_of, set_rates
from relata.training.network.trained_model import Trained, load_trained

RECIPE = Recipe(epochs=3, patience=3, learning_rate=1e-3, batch_pieces=60, extra_share=1.0)


class Silent(Progress):
    """Says nothing, and pulls the plug before a batch if it is told to."""

    def __init__(self, stop: int | None = None) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._left = stop

    def write(self, line: str) -> None:
        self.lines.append(line)

    def follow(
        self, items: Iterable[Any], label: str, *, total: int | None = None, done: int = 0
    ) -> Iterator[Any]:
        for item in super().follow(items, label, total=total, done=done):
            if self._left == 0:
                raise KeyboardInterrupt
            if self._left is not None:
                self._left -= 1
            yield item


class Setup:
    """All that a trainer is made of, always the same."""

    def __init__(self, encoder: Path, document: Document) -> None:
        torch.manual_seed(3)
        base = pretrained(str(encoder))
        builder = InputBuilder(base.tokenizer)
        self.items: list[TrainingInstance] = list(instances(document, builder))
        self.extra = list(unmarked_instances(document, builder))
        self.trained = Trained.new(base, senses_of(self.items), senses_of(self.extra))
        self.evaluated = 0

    def evaluate(self, trained: Trained) -> dict[str, float]:
        self.evaluated += 1
        return {"criterion": float(sum(each.detach().sum() for each in trained.model.parameters()))}

    def trainer(self, folder: Path, recipe: Recipe = RECIPE, progress: Progress | None = None) -> Trainer:
        return Trainer(
            self.trained, self.items, self.extra, recipe, folder, self.evaluate, progress or Silent()
        )


@pytest.fixture
def setup(tiny_encoder: Path, document: Document) -> Setup:
    return Setup(tiny_encoder, document)


def weights(path: Path) -> dict[str, Any]:
    return checkpoints.load_checkpoint(path)["state"]


@pytest.mark.parametrize("average", [1, 2])
@pytest.mark.parametrize("checkpoint_seconds", [0.0, 3600.0])
def test_a_training_that_was_stopped_goes_on_to_the_same_model(
    tiny_encoder: Path,
    document: Document,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    average: int,
    checkpoint_seconds: float,
) -> None:
    monkeypatch.setattr(standing, "SECONDS", checkpoint_seconds)
    recipe = Recipe(epochs=3, patience=3, learning_rate=1e-3, batch_pieces=60, average=average)
    whole = Setup(tiny_encoder, document).trainer(tmp_path / "whole", recipe).run()

    for stop in (2, 7, 1):  # in the first epoch, in the second, at once
        with pytest.raises(KeyboardInterrupt):
            Setup(tiny_encoder, document).trainer(tmp_path / "parts", recipe, Silent(stop)).run()
    parts = Setup(tiny_encoder, document).trainer(tmp_path / "parts", recipe).run()

    first, second = weights(whole), weights(parts)
    assert all(torch.equal(first[name], second[name]) for name in first)


def test_what_no_annotator_said_is_learned_from_teachers_alone(
    tiny_encoder: Path, document: Document, tmp_path: Path
) -> None:
    def learned(folder: Path, *, silver: bool, place: int) -> dict[str, Any]:
        setup = Setup(tiny_encoder, document)
        setup.extra = []
        senses = setup.trained.senses
        opinions = soft_targets(setup.trained, setup.items, senses, RECIPE.batch_pieces, Silent())
        for item, soft in zip(setup.items, opinions, strict=True):
            item.soft, item.silver = soft, silver
            item.sense = senses[place] if item.sense else None
        return weights(setup.trainer(folder).run())

    def alike(silver: bool) -> bool:
        one, other = (learned(tmp_path / f"{silver}{place}", silver=silver, place=place) for place in (0, 1))
        return all(torch.equal(one[name], other[name]) for name in one)

    assert alike(silver=True)
    assert not alike(silver=False)


def test_what_training_began_with_may_count_as_an_epoch(
    tiny_encoder: Path, document: Document, tmp_path: Path
) -> None:
    def learned(name: str, **given: Any) -> dict[str, Any]:
        recipe = Recipe(epochs=1, learning_rate=1e-3, batch_pieces=60, **given)
        return weights(Setup(tiny_encoder, document).trainer(tmp_path / name, recipe).run())

    begun = Setup(tiny_encoder, document).trained.model.state_dict()
    alone, both = learned("alone"), learned("both", average_start=True)

    name = "explicit_arguments.emit.weight"
    assert torch.allclose(both[name], (begun[name] + alone[name]) / 2)
    assert not torch.allclose(both[name], alone[name])


def test_a_finished_training_is_not_done_again(
    setup: Setup, tiny_encoder: Path, document: Document, tmp_path: Path
) -> None:
    setup.trainer(tmp_path).run()
    again = Setup(tiny_encoder, document)

    best = again.trainer(tmp_path).run()

    assert (best, again.evaluated) == (tmp_path / BEST, 0)


def test_another_training_does_not_go_on_from_these_checkpoints(
    setup: Setup, tiny_encoder: Path, document: Document, tmp_path: Path
) -> None:
    setup.trainer(tmp_path).run()
    other = Setup(tiny_encoder, document)
    other.items[0].labels = [0] * len(other.items[0].labels or ())

    with pytest.raises(ModelError, match=r"latest.pt: .* another run \(with another data\); remove it"):
        other.trainer(tmp_path).run()


def test_training_learns(setup: Setup, tmp_path: Path) -> None:
    progress = Silent()

    setup.trainer(tmp_path, Recipe(epochs=12, patience=12, learning_rate=3e-3), progress).run()

    first, last = (
        float(line.split("explicit ")[1].split()[0]) for line in (progress.lines[0], progress.lines[-1])
    )
    assert last < first / 2


def test_the_best_epoch_is_kept_and_patience_ends(setup: Setup, tmp_path: Path) -> None:
    scores = iter([1.0, 3.0, 2.0, 3.0, 9.0])
    kept = []

    def evaluate(trained: Trained) -> dict[str, float]:
        kept.append({name: each.clone() for name, each in trained.model.state_dict().items()})
        return {"criterion": next(scores)}

    setup.evaluate = evaluate  # type: ignore[method-assign]
    best = setup.trainer(tmp_path, Recipe(epochs=5, patience=2, batch_pieces=60)).run()

    assert len(kept) == 4
    assert all(torch.equal(each, kept[1][name]) for name, each in weights(best).items())


def test_a_loss_that_explodes_is_said(setup: Setup, tmp_path: Path) -> None:
    with pytest.raises(RelataError, match="try a lower --learning-rate"):
        setup.trainer(tmp_path, Recipe(learning_rate=1e30, head_learning_rate=1e30)).run()


def test_a_damaged_checkpoint_is_refused(setup: Setup, tmp_path: Path) -> None:
    (tmp_path / LATEST).write_bytes(b"nonsense")

    with pytest.raises(ModelError, match=r"latest.pt: damaged, or no checkpoint"):
        setup.trainer(tmp_path).run()


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(
    setup: Setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(content: object, path: Path) -> None:
        path.write_bytes(b"half")
        raise RuntimeError("PytorchStreamWriter failed writing file\nat ...")

    setup.trainer(tmp_path).run()
    before = (tmp_path / LATEST).read_bytes()
    monkeypatch.setattr(torch, "save", fail)

    with pytest.raises(FormatError, match=r"latest.pt: cannot be written: PytorchStreamWriter failed"):
        checkpoints.save_checkpoint({}, tmp_path / LATEST)

    assert (tmp_path / LATEST).read_bytes() == before


def test_a_trained_model_is_loaded_as_it_was(setup: Setup, tmp_path: Path) -> None:
    setup.trained.model.tags.bias.data.fill_(0.5)
    checkpoints.save_checkpoint(setup.trained.content(), tmp_path / "model.pt")

    found = load_trained(tmp_path / "model.pt")

    assert found.senses == setup.trained.senses
    assert torch.equal(found.model.tags.bias, setup.trained.model.tags.bias)


def test_a_checkpoint_without_its_encoder_needs_its_name(
    setup: Setup, tiny_encoder: Path, tmp_path: Path
) -> None:
    content = setup.trained.content()
    checkpoints.save_checkpoint(
        {name: content[name] for name in ("state", "senses", "esenses")}, tmp_path / "model.pt"
    )

    assert load_trained(tmp_path / "model.pt", str(tiny_encoder)).senses == setup.trained.senses


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"senses": ["a", "b", "c"]}, "its weights are not those"),
        ({"state": {}}, "its weights are not those"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused(
    setup: Setup, tmp_path: Path, changes: dict, message: str
) -> None:
    checkpoints.save_checkpoint({**setup.trained.content(), **changes}, tmp_path / "model.pt")

    with pytest.raises(ModelError, match=message):
        load_trained(tmp_path / "model.pt")


def test_a_training_state_is_no_trained_model(setup: Setup, tmp_path: Path) -> None:
    setup.trainer(tmp_path).run()

    with pytest.raises(ModelError, match="expected a checkpoint of a trained model"):
        load_trained(tmp_path / LATEST)


def test_a_checkpoint_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model.pt: cannot be read: No such file"):
        load_trained(tmp_path / "model.pt")


def test_encoder_and_heads_learn_at_their_own_rates(setup: Setup) -> None:
    optimizer = optimizer_of(setup.trained.model, 1e-4, 1e-3, 0.01)

    own = {id(each): name for name, each in setup.trained.model.named_parameters()}
    rates = {own[id(each)]: group["lr"] for group in optimizer.param_groups for each in group["params"]}
    assert rates["encoder.embeddings.word_embeddings.weight"] == 1e-4
    assert rates["tags.weight"] == 1e-3


def test_a_share_of_relations_leaves_all_windows(setup: Setup, tmp_path: Path) -> None:
    whole, part = (
        Counter(item.task for batch in setup.trainer(tmp_path, recipe)._plan(Random(1)) for item in batch)
        for recipe in (Recipe(extra_share=1.0), Recipe(extra_share=1.0, discourse_share=0.5))
    )

    assert part[TAGS] == whole[TAGS]
    assert part.total() - part[TAGS] < whole.total() - whole[TAGS]


def test_rates_rise_and_fall(setup: Setup) -> None:
    optimizer = optimizer_of(setup.trained.model, 1e-4, 1e-3, 0.01)
    found = []
    for progress in (0.0, 0.05, 0.5, 1.0):
        set_rates(optimizer, RECIPE.rate_at(progress))
        found.append(optimizer.param_groups[0]["lr"] / optimizer.param_groups[0]["peak"])

    assert found == pytest.approx([0.0, 0.95, 0.5, 0.02])


def test_the_mean_is_of_the_last_epochs_and_the_weights_are_put_back(setup: Setup) -> None:
    model = setup.trained.model
    before = model.tags.bias.detach().clone()
    average = Average(model, 2)
    for step in (4.0, 1.0, 2.0):
        model.tags.bias.data = before + step
        average.add()

    with average.applied():
        inside = model.tags.bias.detach().clone()

    assert torch.allclose(inside, before + 1.5)
    assert torch.equal(model.tags.bias, before + 2)


def test_bfloat16_trains_where_it_is_asked_for(setup: Setup, tmp_path: Path) -> None:
    setup.trained.model.bf16 = True

    setup.trainer(tmp_path, Recipe(epochs=1)).run()

    assert weights(tmp_path / BEST)["tags.weight"].dtype is torch.float32


def test_a_teacher_gives_probabilities_for_all_that_is_learnt(setup: Setup) -> None:
    teacher, items = setup.trained, [*setup.items, *setup.extra]

    found = soft_targets(teacher, items, teacher.senses, 200, Silent())

    for item, soft in zip(items, found, strict=True):
        if item.task == EXTRA:
            assert soft is None
            continue
        assert soft is not None
        words = len(item.input.words)
        for name, values in soft.items():
            if name in {"tags", "labels"}:
                assert values.shape[0] == words
            if name != "anchors":
                total = values.float().flatten(1).sum(1) if name == "changes" else values.float().sum(-1)
                assert total == pytest.approx(1, abs=0.01)


def test_a_teacher_s_senses_are_put_into_the_student_s_order(setup: Setup) -> None:
    reason, result = setup.trained.senses

    (first, *_), (second, *_) = (
        [
            soft["sense"]
            for soft in soft_targets(setup.trained, setup.items, senses, 200, Silent())
            if soft and "sense" in soft
        ]
        for senses in ((reason, result), (result, "Expansion.Conjunction", reason))
    )

    assert second[1] == 0
    assert second[[2, 0]].tolist() == first.tolist()


def test_several_teachers_say_their_mean() -> None:
    sure, unsure = ({"kind": torch.tensor(values).half()} for values in ([1.0, 0.0], [0.5, 0.5]))

    first, second = mean_targets([[sure, sure], [unsure, None]])

    assert first is not None
    assert first["kind"].tolist() == [0.75, 0.25]
    assert second is None


def test_a_student_comes_to_agree_with_its_teacher(
    setup: Setup, tiny_encoder: Path, document: Document, tmp_path: Path
) -> None:
    teacher = setup.trained
    with torch.no_grad():
        teacher.model.site_kind.out.bias.copy_(torch.tensor([0.0, 0.0, 0.0, 5.0, 0.0]))
    student = Setup(tiny_encoder, document)
    targets = soft_targets(teacher, student.items, student.trained.senses, 200, Silent())
    for item, soft in zip(student.items, targets, strict=True):
        item.soft = soft

    student.trainer(tmp_path, Recipe(epochs=15, patience=15, learning_rate=1e-3, teacher_weight=1.0)).run()

    kinds = [
        soft["kind"]
        for soft in soft_targets(student.trained, student.items, student.trained.senses, 200, Silent())
        if soft and "kind" in soft
    ]
    assert all(kind.argmax() == 3 for kind in kinds)


def test_hidden_words_are_read_as_masks(document: Document, tmp_path: Path) -> None:
    special = ("[CLS]", "[SEP]", "[UNK]", "[MASK]")
    encoder = make_encoder(tmp_path / "tiny", "Bert", special=special, type_vocab_size=2)

    def learned(share: float) -> torch.Tensor:
        """The vector of the mask, which nothing but weight decay moves where it is never read."""
        setup = Setup(encoder, document)
        mask = setup.trained.base.tokenizer.token_to_id("[MASK]")
        begun = setup.trained.model.encoder.get_input_embeddings().weight[mask].detach().clone()
        recipe = Recipe(epochs=1, learning_rate=1e-3, batch_pieces=60, hidden_words=share)
        state = weights(setup.trainer(tmp_path / str(share), recipe).run())
        own = state["encoder.embeddings.word_embeddings.weight"][mask]
        return torch.cosine_similarity(own, begun, dim=0)

    assert learned(0.0).item() == pytest.approx(1.0, abs=1e-6)
    assert learned(0.5).item() < 0.9999
