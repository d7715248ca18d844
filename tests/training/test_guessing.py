from __future__ import annotations

from pathlib import Path

import pytest

from relata.document import Document
from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.neural.inputs import InputBuilder  # noqa: E402
from relata.training.encoders import EncoderError, Pretrained, pretrained, save_encoder  # noqa: E402
from relata.training.guessing import (  # noqa: E402
    BATCH,
    Passage,
    connective_words,
    learn_words,
    passages,
)
from relata.training.progress import Progress  # noqa: E402

SPECIAL = ("[CLS]", "[SEP]", "[UNK]", "[MASK]")


@pytest.fixture
def base(tmp_path: Path) -> Pretrained:
    return pretrained(str(make_encoder(tmp_path / "tiny", "Bert", special=SPECIAL, type_vocab_size=2)))


def learned(base: Pretrained, found: list[Passage], epochs: int, seed: int = 1) -> Progress:
    progress = Progress()
    learn_words(base, found, progress, epochs=epochs, learning_rate=2e-3, seed=seed, bf16=False)
    return progress


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


def test_words_are_learned(base: Pretrained) -> None:
    text = blank_document("if it rains then we stay .")
    found = list(passages([text] * BATCH, InputBuilder(base.tokenizer), {"if", "then"}))

    early, late = (loss(learned(base, found, epochs)) for epochs in (1, 60))

    assert late < early - 0.5


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    found = []
    for seed in (1, 1, 2):
        folder = make_encoder(tmp_path / str(len(found)), "Bert", special=SPECIAL, type_vocab_size=2)
        base = pretrained(str(folder))
        text = blank_document("it rains .", "we stay .")
        learned(base, list(passages([text] * BATCH, InputBuilder(base.tokenizer), ())), 2, seed)
        found.append(weights(base))

    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_an_encoder_that_learned_further_says_so(base: Pretrained, tmp_path: Path) -> None:
    out = tmp_path / "out"

    save_encoder(base, out, "relata train encoder --seed 3", {"seed": 3})
    found = pretrained(str(out))

    assert found.name == f"{base.name}, then `relata train encoder --seed 3`"
    assert torch.equal(weights(found), weights(base))


def test_an_encoder_without_a_mask_is_refused(tiny_encoder: Path) -> None:
    bare = pretrained(str(tiny_encoder))
    text = blank_document("it rains .")
    found = list(passages([text] * BATCH, InputBuilder(bare.tokenizer), ()))

    with pytest.raises(EncoderError, match=r"has no \[MASK\]"):
        learned(bare, found, 1)
