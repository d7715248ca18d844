from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ModelError
from relata.formats.pdtb.gdtb import read as read_gdtb
from relata.model.model import Model
from relata.model.package import TOKENIZER
from relata.model.tokenizer import WordPiece
from tests.paths import REPOSITORY
from tests.toy_model import edit_file, save_rule_model, tokenizer_settings

SHIPPED = REPOSITORY / "src" / "relata" / "models" / "en" / TOKENIZER
"""The tokenizer of the English model."""

VOCABULARY = (
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "un",
    "##want",
    "##ed",
    "run",
    "##ning",
    ",",
    "a",
    "A",
    "é",
    "中",
    "x",
)

ODD = st.sampled_from(
    [*"aAxéÉΣİßǅ中𠀀,.!_$^`~ \t\n\r\x0b\x1c\x85\xa0\xad\u0301\u200b\u2028\ufffd\x00", "[SEP]", "##"]
)
"""What the rules are about."""


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("unwanted", ["un", "##want", "##ed"]),
        ("Running", ["run", "##ning"]),
        ("run,a", ["run", ",", "a"]),
        ("a\tx", ["a", "x"]),
        ("x中x", ["x", "中", "x"]),
        ("Á", ["a"]),
        ("u\u00adn", ["un"]),
        ("a[SEP]x", ["a", "[SEP]", "x"]),
        ("[sep]", ["[UNK]", "[UNK]", "[UNK]"]),
        ("unrun", ["[UNK]"]),
        ("a" * 101, ["[UNK]"]),
        ("", []),
        (" \x00\ufffd", []),
    ],
)
def test_words_are_cut_into_the_longest_pieces(text: str, pieces: list[str]) -> None:
    assert _ids(WordPiece(_settings()), text) == [VOCABULARY.index(piece) for piece in pieces]


@pytest.mark.parametrize(
    ("setting", "text", "pieces"),
    [
        ({"lowercase": False}, "A", ["A"]),
        ({"lowercase": False, "strip_accents": None}, "é", ["é"]),
        ({"lowercase": False, "strip_accents": True}, "é", ["[UNK]"]),
        ({"strip_accents": False}, "É", ["é"]),
        ({"clean_text": False}, "u\u00adn", ["[UNK]"]),
        ({"handle_chinese_chars": False}, "x中x", ["[UNK]"]),
    ],
)
def test_spelling_follows_the_settings(setting: dict[str, Any], text: str, pieces: list[str]) -> None:
    assert _ids(WordPiece(_settings(**setting)), text) == [VOCABULARY.index(piece) for piece in pieces]


def test_no_pieces_are_added_at_the_ends() -> None:
    with pytest.raises(ValueError, match="depend on what it is for"):
        WordPiece(_settings()).encode("run", add_special_tokens=True)


def test_numbers_are_those_of_added_tokens_first() -> None:
    tokenizer = WordPiece(_settings(added={"[new]": 40}))

    assert [tokenizer.token_to_id(each) for each in ("[new]", "[SEP]", "run", "runs")] == [40, 2, 6, None]


@given(st.text() | st.lists(ODD).map("".join))
def test_text_is_cut_as_by_the_library(text: str) -> None:
    _compare(SHIPPED.read_text(encoding="utf-8"), [text])


@given(
    text=st.text() | st.lists(ODD).map("".join),
    setting=st.fixed_dictionaries(
        {
            "clean_text": st.booleans(),
            "handle_chinese_chars": st.booleans(),
            "lowercase": st.booleans(),
            "strip_accents": st.none() | st.booleans(),
        }
    ),
    normalized=st.booleans(),
)
def test_all_settings_are_those_of_the_library(text: str, setting: dict[str, Any], normalized: bool) -> None:
    # The library numbers added tokens from the end of the vocabulary on, whatever numbers they have.
    added = {"[SEP]": 2} | {token: len(VOCABULARY) + place for place, token in enumerate(("AX", "a,", "a,a"))}
    _compare(json.dumps(_settings(added=added, normalized=normalized, **setting)), [text])


@given(st.lists(st.sampled_from([*"aAx中,“”—…. ", "[SEP]"])).map("".join))
def test_marks_are_replaced_as_by_the_library(text: str) -> None:
    settings = _settings()
    steps = [
        {"type": "Replace", "pattern": {"String": mark}, "content": other}
        for mark, other in (("“", "a"), ("”", ","), ("—", "x中"))
    ]
    settings["normalizer"] = {"type": "Sequence", "normalizers": [*steps, settings["normalizer"]]}
    _compare(json.dumps(settings), [text])


def test_characters_of_all_kinds_are_cut_as_by_the_library() -> None:
    everything = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    # Letters without case, private and unassigned characters are many, and all alike.
    chosen = {each for each in everything if category(each) not in {"Lo", "Co", "Cn"}} | {*everything[::97]}
    assert len(chosen) > 20_000
    _compare(SHIPPED.read_text(encoding="utf-8"), (f"a{character}a" for character in chosen))


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
def test_english_is_cut_as_by_the_library(shared: Path) -> None:
    documents = list(read_gdtb(shared / "data/gdtb/dev"))
    words = {document.tokens.form(at) for document in documents for at in range(len(document.tokens))}
    assert len(words) > 5_000
    _compare(SHIPPED.read_text(encoding="utf-8"), words | {document.text for document in documents})


def test_chinese_is_cut_as_by_the_library(shared: Path) -> None:
    lines = [
        line
        for path in (shared / "data/ted-cdb/dev").glob("*.raw")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    characters = sorted(set("".join(lines)))
    assert len(characters) > 1_000
    known = characters[::2]  # and the others are not
    settings = _settings((*VOCABULARY[:3], *known, *(f"##{each}" for each in known)))
    for apart in (True, False):
        settings["normalizer"]["handle_chinese_chars"] = apart
        _compare(json.dumps(settings), lines)


def test_models_of_word_pieces_need_no_library(rule_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)

    assert Model.load(rule_model).builder


def test_other_tokenizers_need_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_rule_model(tmp_path / "model")
    settings = json.loads((path / TOKENIZER).read_bytes())
    words = {**settings, "model": {**settings["model"], "type": "WordLevel"}}
    edit_file(path, TOKENIZER, json.dumps(words).encode())
    monkeypatch.setitem(sys.modules, "tokenizers", None)

    with pytest.raises(
        ModelError, match=r"tokenizer\.json: not BERT's word pieces: `pip install tokenizers`"
    ):
        Model.load(path)


def test_other_tokenizers_are_read_with_the_library(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    path = save_rule_model(tmp_path / "model")
    settings = json.loads((path / TOKENIZER).read_bytes())
    words = {**settings, "pre_tokenizer": {"type": "Whitespace"}}
    edit_file(path, TOKENIZER, json.dumps(words).encode())

    assert not WordPiece.reads(words)
    assert Model.load(path).builder


@pytest.mark.parametrize(
    "fault",
    [
        {"model": {"type": "WordPiece"}},
        {"normalizer": {"type": "BertNormalizer"}},
        {"added_tokens": [{"content": "x"}]},
        {"model": None},
    ],
)
def test_a_broken_tokenizer_is_named(fault: dict[str, Any], tmp_path: Path) -> None:
    path = save_rule_model(tmp_path / "model")
    settings = json.loads((path / TOKENIZER).read_bytes())
    edit_file(path, TOKENIZER, json.dumps({**settings, **fault}).encode())

    with pytest.raises(ModelError, match=r"tokenizer\.json: no tokenizer that can be used") as raised:
        Model.load(path)
    assert "\n" not in str(raised.value)


def _settings(
    vocabulary: tuple[str, ...] = VOCABULARY,
    added: dict[str, int] | None = None,
    *,
    normalized: bool = False,
    **spelling: Any,
) -> dict[str, Any]:
    settings = tokenizer_settings(vocabulary)
    settings["normalizer"].update(spelling)
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "special": False}
    settings["added_tokens"] = [
        {"id": number, "content": content, "normalized": normalized, **flags}
        for content, number in (added or {"[CLS]": 1, "[SEP]": 2}).items()
    ]
    return settings


def _ids(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False).ids
    return ids


@cache
def _both(settings: str) -> tuple[Any, WordPiece]:
    library = pytest.importorskip("tokenizers").Tokenizer.from_str(settings)
    own = json.loads(settings)
    assert WordPiece.reads(own)
    return library, WordPiece(own)


def _compare(settings: str, texts: Iterable[str]) -> None:
    library, own = _both(settings)
    differing = [text for text in texts if _ids(own, text) != _ids(library, text)]
    assert not differing, differing[:3]
