"""A vocabulary loses the pieces that no text is cut into, and nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from relata.model.inputs import InputBuilder
from relata.model.tokenizer import WordPiece
from relata.training.network.encoders import Pretrained, pretrained, rebuilt
from relata.training.network.model import encoded
from relata.training.network.vocabulary import prune_vocabulary

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]", "[unused2]", "[unused9]"]
POSSIBLE = ["雨", "因", "。", "-", "te", "##d", "##2", "1", "ᄀ"]
IMPOSSIBLE = ["##雨", "雨因", "##。", "Te", "##é", "가", "##-", "E"]  # capitals and accents are removed
TEXTS = ["雨因1ted2。", "TED", "té", "가雨", "##雨", "a…-[CLS]ted", "[unused1]"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small Chinese BERT; impossible pieces stand between the others."""
    pieces = [*SPECIAL, *(piece for pair in zip(IMPOSSIBLE, POSSIBLE, strict=False) for piece in pair), "ᄀ"]
    folder = make_encoder(tmp_path_factory.mktemp("chinese") / "bert", "Bert")
    tokenizer = Tokenizer(models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(SPECIAL[:5])
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def cut(base: Pretrained, text: str) -> list[str]:
    """The pieces of a text."""
    return list(base.tokenizer.encode(text, add_special_tokens=False).tokens)


def test_pieces_that_no_text_has_go(folder: Path) -> None:
    before = pretrained(str(folder)).tokenizer.get_vocab()

    found = prune_vocabulary(pretrained(str(folder)))

    assert set(before) - set(found.tokenizer.get_vocab()) == set(IMPOSSIBLE)
    assert sorted(found.tokenizer.get_vocab().values()) == list(range(len(SPECIAL) + len(POSSIBLE)))


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_cut_as_before(folder: Path, text: str) -> None:
    before, found = pretrained(str(folder)), prune_vocabulary(pretrained(str(folder)))
    at_run_time = WordPiece(json.loads(found.tokenizer.to_str())).encode(text, add_special_tokens=False)

    assert cut(found, text) == cut(before, text)
    assert at_run_time.ids == found.tokenizer.encode(text, add_special_tokens=False).ids


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.sampled_from("雨因。-ted12é가…T# [") | st.characters(codec="utf-8"), max_size=12))
def test_any_text_is_cut_as_before(folder: Path, text: str) -> None:
    before, found = pretrained(str(folder)), prune_vocabulary(pretrained(str(folder)))

    assert cut(found, text) == cut(before, text)


def test_each_piece_keeps_its_embedding(folder: Path) -> None:
    before, found = pretrained(str(folder)), prune_vocabulary(pretrained(str(folder)))
    states = []
    for base in (before, found):
        pieces = torch.tensor([[base.tokenizer.token_to_id(piece) for piece in ("[CLS]", *POSSIBLE)]])
        with torch.no_grad():
            types = torch.zeros_like(pieces)
            states.append(encoded(base.encoder.eval(), pieces, torch.ones_like(pieces), types))

    assert torch.equal(*states)
    again = rebuilt(found.name, found.config, found.tokenizer.to_str())
    again.encoder.load_state_dict(found.encoder.state_dict())
    InputBuilder(again.tokenizer)


def test_other_tokenizers_stay_as_they_are(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder))

    assert prune_vocabulary(base) is base
