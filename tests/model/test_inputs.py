from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from relata.document import Document, Tokens
from relata.errors import ModelError
from relata.model.inputs import InputBuilder, context, shape, windows
from relata.model.model import Model
from tests.documents import blank_document
from tests.strategies import documents
from tests.toy_model import edit_file, save_rule_model


@pytest.fixture(scope="module")
def builder(rule_model: Path) -> InputBuilder:
    return Model.load(rule_model).builder


def test_a_window_tells_where_the_pieces_of_words_are(builder: InputBuilder) -> None:
    tokens = blank_document("if abc then").tokens

    window = builder.window(tokens, range(3))

    assert (window.first, window.last, len(window)) == ([1, 2, 5], [1, 4, 5], 7)


def test_markers_stand_around_each_part_of_a_connective(builder: InputBuilder) -> None:
    tokens = blank_document("a if b then c").tokens

    input = builder.connective(tokens, tokens.span([1, 3]), range(5))

    begin, end = input.pieces[input.mark], input.pieces[input.mark + 2]
    assert input.mark == 2
    assert (input.pieces.count(begin), input.pieces.count(end)) == (2, 2)
    assert input.marked == [0, 1, 0, 1, 0]


def test_the_sides_of_a_pair_have_types_of_their_own(builder: InputBuilder) -> None:
    tokens = blank_document("a b c").tokens

    assert builder.pair(tokens, range(1), range(1, 3)).types == [0, 0, 0, 1, 1, 1]


class Spelling:
    """A tokenizer that makes a piece of each character, and does not know the character 為."""

    def __init__(self, ids: list[int] | None = None) -> None:
        self.ids = ids or []

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Spelling:
        return Spelling([0 if character == "為" else ord(character) for character in sequence])

    def token_to_id(self, token: str) -> int:
        return 0


def test_unknown_traditional_characters_are_read_as_simplified_ones() -> None:
    builder = InputBuilder(Spelling())

    unknown, simplified, known = (
        builder.window(blank_document(text).tokens, range(1)).pieces[1:-1]
        for text in ("因為", "因为", "沒有")
    )

    assert unknown == simplified == [ord("因"), ord("为")]
    assert known == [ord("沒"), ord("有")]


def test_a_long_word_is_cut_short(builder: InputBuilder) -> None:
    tokens = blank_document("x" * 60).tokens

    assert len(builder.window(tokens, range(1))) == 12 + 2


def test_a_pair_of_long_words_keeps_what_is_next_to_the_border(builder: InputBuilder) -> None:
    tokens = blank_document(*["x" * 40] * 200).tokens

    pair = builder.pair(tokens, range(90), range(90, 180))

    assert len(pair) <= 512
    assert pair.words[0] > 0
    assert {89, 90} <= set(pair.words)
    assert pair.words[-1] < 179


@pytest.mark.parametrize("form", ["", "\ud800", "\x00", "\u200b", "\U0001f600", "因此", " "])
def test_odd_forms_make_at_least_one_piece(builder: InputBuilder, form: str) -> None:
    tokens = Tokens("word", [(0, 4)], forms=[form])

    assert len(builder.window(tokens, range(1))) >= 3


@pytest.mark.parametrize(
    ("form", "look"), [("word", 0), ("USA", 1), ("Word", 2), ("A", 2), ("3rd", 3), ("--", 4), ("", 4)]
)
def test_shapes_tell_capitals_digits_and_punctuation(form: str, look: int) -> None:
    assert shape(form) == look


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=documents(), most=st.integers(16, 40))
def test_windows_hold_every_word_once(builder: InputBuilder, document: Document, most: int) -> None:
    found = list(windows(document, builder, most))

    assert [word for window in found for word in window] == list(range(len(document.tokens)))
    assert all(0 < len(builder.window(document.tokens, window)) <= most for window in found)


def test_windows_break_between_sentences(builder: InputBuilder) -> None:
    document = blank_document("if if if", "if if", "if if")

    assert list(windows(document, builder, most=8)) == [[0, 1, 2, 3, 4], [5, 6]]


def test_context_has_the_sentences_before(builder: InputBuilder) -> None:
    document = blank_document("a b", "c d", "e f", "g because h")

    assert context(document, builder, document.tokens.span([7]), before=2) == [2, 3, 4, 5, 6, 7, 8]


def test_context_leaves_out_sentences_that_do_not_fit(builder: InputBuilder) -> None:
    document = blank_document("a b", "c d", "because h")

    assert context(document, builder, document.tokens.span([4]), before=2, most=5) == [2, 3, 4, 5]


def test_context_of_an_endless_sentence_is_near_the_connective(builder: InputBuilder) -> None:
    document = blank_document(" ".join(["if"] * 10_000))

    words = context(document, builder, document.tokens.span([5000]), before=2)

    assert (words[0], words[-1]) == (5000 - 66, 5000 + 66)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 299), min_size=1, max_size=5), st.integers(1, 90))
def test_every_context_fits_an_encoder(builder: InputBuilder, connective: list[int], size: int) -> None:
    long = blank_document(*[" ".join(["x" * 40] * size)] * (300 // size), " ".join(["x" * 40] * (300 % size)))
    span = long.tokens.span(connective)

    near = context(long, builder, span, before=2)

    assert len(builder.connective(long.tokens, span, near)) <= 512
    assert span.ranges[0][0] in near


def test_more_forms_than_are_remembered_are_cut_as_well(
    rule_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("relata.model.inputs._MOST_REMEMBERED", 2)
    builder, tokens = Model.load(rule_model).builder, blank_document("a ab abc abcd a").tokens

    assert builder.window(tokens, range(5)).first == [1, 2, 4, 7, 11]


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    edit_file(path := save_rule_model(tmp_path / "model"), "tokenizer.json", b'{"version": "1.0"}')

    with pytest.raises(ModelError, match=r"tokenizer\.json: no tokenizer that can be used"):
        Model.load(path)


def test_a_tokenizer_without_markers_is_refused() -> None:
    from tokenizers import Tokenizer, models

    with pytest.raises(ValueError, match=r"the tokenizer has no \[SEP\]"):
        InputBuilder(Tokenizer(models.WordLevel({"[CLS]": 0}, unk_token="[UNK]")))
