from __future__ import annotations

from pathlib import Path

import pytest

from relata.document import Document
from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.batch.progress import Progress
from relata.model.inputs import InputBuilder
from relata.training.loop import resume as standing
from relata.training.masked_lm import (
    BATCH,
    MaskedRecipe,
    Passage,
    connective_words,
    passages,
    train_masked,
)
from relata.training.network.encoders import EncoderError, Pretrained, pretrained, save_encoder
from tests.training.test_trainer import Silent


def learned(
    base: Pretrained, found: list[Passage], folder: Path, progress: Progress, epochs: int = 2, seed: int = 1
) -> torch.Tensor:
    train_masked(base, found, MaskedRecipe(epochs, 2e-3, seed), folder, progress)
    return weights(base)


def loss(progress: Progress) -> float:
    return float(progress.note.removeprefix("loss "))


def weights(base: Pretrained) -> torch.Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in base.encoder.parameters()])


def test_passages_keep_the_pieces_of_each_word_together(base: Pretrained) -> None:
    text = blank_document("it rains because", "we stay .")

    (found,) = passages([text], InputBuilder(base.tokenizer), {"because"})

    assert [often for _, often in found.words] == [False, False, True, False, False, False]
    assert [place for places, _ in found.words for place in places] == list(range(1, 7))
    assert len(found.pieces) == 8


def test_words_of_connectives_are_those_that_are_often_annotated(document: Document) -> None:
    assert connective_words([document]) == frozenset()
    assert connective_words([document] * 4) == {"if", "then"}


def test_words_are_learned(base: Pretrained, tmp_path: Path) -> None:
    text = blank_document("if it rains then we stay .")
    found = list(passages([text] * BATCH, InputBuilder(base.tokenizer), {"if", "then"}))
    early, late = Silent(), Silent()

    learned(base, found, tmp_path / "early", early, epochs=1)
    learned(base, found, tmp_path / "late", late, epochs=60)

    assert loss(late) < loss(early) - 0.5


def some_passages(base: Pretrained) -> list[Passage]:
    texts = [blank_document("it rains ."), blank_document("if we stay .")] * BATCH
    return list(passages(texts, InputBuilder(base.tokenizer), {"if"}))


def test_the_same_seed_learns_the_same(masking_encoder: Path, tmp_path: Path) -> None:
    found = []
    for number, seed in enumerate((1, 1, 2)):
        base = pretrained(str(masking_encoder))
        found.append(learned(base, some_passages(base), tmp_path / str(number), Silent(), seed=seed))

    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_an_encoder_whose_training_was_stopped_learns_the_same(
    masking_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "SECONDS", 0.0)
    whole, stopped, parts = (pretrained(str(masking_encoder)) for _ in range(3))
    found = some_passages(whole)

    with pytest.raises(KeyboardInterrupt):
        learned(stopped, found, tmp_path / "parts", Silent(stop=3))
    afterwards = learned(parts, found, tmp_path / "parts", Silent())

    assert torch.equal(afterwards, learned(whole, found, tmp_path / "whole", Silent()))
    assert not torch.equal(afterwards, weights(stopped))


def test_an_encoder_that_learned_further_says_so(base: Pretrained, tmp_path: Path) -> None:
    out = tmp_path / "out"

    save_encoder(base.encoder, base.tokenizer, out, "BERT, then `relata train encoder`", {"seed": 3})
    found = pretrained(str(out))

    assert found.name == "BERT, then `relata train encoder`"
    assert torch.equal(weights(found), weights(base))


def test_an_encoder_without_a_mask_is_refused(tiny_encoder: Path, tmp_path: Path) -> None:
    bare = pretrained(str(tiny_encoder))
    text = blank_document("it rains .")
    found = list(passages([text] * BATCH, InputBuilder(bare.tokenizer), ()))

    with pytest.raises(EncoderError, match=r"has no \[MASK\]"):
        learned(bare, found, tmp_path, Silent())
