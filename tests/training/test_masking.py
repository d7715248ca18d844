from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.model.inputs import InputBuilder
from relata.training.data.batches import batch_of
from relata.training.data.instances import EXPLICIT, SENSE, TAGS, TrainingInstance
from relata.training.loop.trainer import WordMask
from relata.training.network.encoders import EncoderError, Pretrained, pretrained


def test_an_encoder_without_a_mask_is_refused(tiny_encoder: Path) -> None:
    with pytest.raises(EncoderError, match=r"has no \[MASK\]"):
        WordMask(pretrained(str(tiny_encoder)), 0.1)


@pytest.mark.parametrize("task", ["pair", "connective", "window"])
def test_words_are_hidden_but_neither_connectives_nor_what_stands_between_words(
    base: Pretrained, task: str
) -> None:
    tokens = blank_document("if it rains then we stay .").tokens
    builder = InputBuilder(base.tokenizer)
    shown = {
        "pair": TrainingInstance(SENSE, builder.pair(tokens, range(3), range(3, 7)), InputBuilder.pair),
        "connective": TrainingInstance(
            EXPLICIT, builder.connective(tokens, tokens.span([0, 3]), range(7)), InputBuilder.connective
        ),
        "window": TrainingInstance(
            TAGS, builder.window(tokens, range(7)), InputBuilder.window, [1, 0, 0, 3, 0, 0, 0]
        ),
    }[task]
    signals = () if task == "pair" else (shown.input.first[0], shown.input.first[3])
    batch = batch_of([shown] * 300, {})
    words = torch.tensor(
        [place in shown.input.first and place not in signals for place in range(len(shown.input))]
    )
    torch.manual_seed(1)

    hidden = WordMask(base, 0.2)(batch) == base.tokenizer.token_to_id("[MASK]")

    assert not hidden[:, ~words].any()
    assert hidden[:, words].float().mean().item() == pytest.approx(0.2, abs=0.04)
