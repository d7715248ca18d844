"""Tokens by column, and spans over them."""

from __future__ import annotations

import copy
import pickle
import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.document.tokens import NO_HEAD, Span, Token, Tokens
from relata.errors import SpanError

TEXT = "It rained , so we left . Nobody minded ."


def words(text: str = TEXT, **columns: object) -> Tokens:
    """The blank-separated words of a text as tokens."""
    offsets, begin = [], 0
    for word in text.split(" "):
        offsets.append((begin, begin + len(word)))
        begin += len(word) + 1
    return Tokens(text, offsets, **columns)  # type: ignore[arg-type]


@st.composite
def token_tables(draw: st.DrawFn) -> Tokens:
    """Tokens with and without blanks between them."""
    pieces = draw(st.lists(st.tuples(st.text("ab因", min_size=1, max_size=3), st.sampled_from(["", " "]))))
    text, offsets = "", []
    for form, space in pieces:
        offsets.append((len(text), len(text) + len(form)))
        text += form + space
    return Tokens(text, offsets)


def indices_of(tokens: Tokens) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, len(tokens) - 1)) if tokens else st.just([])


class TestTokens:
    def test_a_token_has_its_place_and_its_columns(self) -> None:
        tokens = words("We left", lemma=("we", "leave"), heads=(2, 0), deprel=("nsubj", None))

        assert tokens[0] == Token(0, 0, 2, "We", lemma="we", head=2, deprel="nsubj")

    def test_iteration_gives_what_indexing_gives(self) -> None:
        tokens = words("We left", tag=("PRP", "VBD"), heads=(None, 0), forms=("We", "LEFT"))

        assert list(tokens) == [tokens[0], tokens[1]]

    def test_negative_indices_count_from_the_end(self) -> None:
        assert words()[-1].form == "."

    def test_a_slice_is_a_list_of_tokens(self) -> None:
        assert [token.form for token in words()[0:4:3]] == ["It", "so"]

    @pytest.mark.parametrize("index", [10, -11])
    def test_an_index_outside_is_refused(self, index: int) -> None:
        with pytest.raises(IndexError, match="of 10"):
            words()[index]

    def test_a_form_that_differs_from_the_text_is_kept(self) -> None:
        tokens = words("( so )", forms=("-LRB-", "so", "-RRB-"))

        assert [tokens.form(index) for index in range(3)] == ["-LRB-", "so", "-RRB-"]

    def test_an_unknown_head_is_none(self) -> None:
        tokens = words("We left", heads=(None, 0))

        assert (tokens.head(0), tokens.head(1)) == (None, 0)

    def test_heads_are_none_where_there_are_no_heads(self) -> None:
        assert words().head(3) is None

    def test_sentences_are_ranges_of_tokens(self) -> None:
        tokens = words(sentence_starts=[0, 7])

        assert [tokens.sentence_range(0), tokens.sentence_range(1)] == [range(7), range(7, 10)]

    def test_a_sentence_may_be_empty(self) -> None:
        tokens = words(sentence_starts=[0, 7, 7])

        assert (tokens.sentence_range(1), tokens.sentence_of(7)) == (range(7, 7), 2)

    def test_without_starts_all_tokens_are_one_sentence(self) -> None:
        assert words().sentence_range(0) == range(10)

    def test_no_tokens_are_no_sentence(self) -> None:
        assert len(Tokens("", []).sentence_starts) == 0

    def test_tokens_may_share_their_characters(self) -> None:
        tokens = Tokens("du", [(0, 2), (0, 2)], forms=("de", "le"))

        assert [token.form for token in tokens] == ["de", "le"]

    def test_repr_counts(self) -> None:
        assert repr(words(sentence_starts=[0, 7])) == "<Tokens: 10 in 2 sentences>"

    @pytest.mark.parametrize(
        ("offsets", "message"),
        [
            ([(0, 41)], "token 0 at 0..41 is outside the text of 40 characters"),
            ([(-1, 2)], "token 0 at -1..2 is outside"),
            ([(2, 1)], "token 0 at 2..1 is outside"),
            ([(3, 9), (0, 2)], "token 1 at 0..2 stands before"),
            ([(0, 9), (3, 5)], "token 1 at 3..5 stands before"),
        ],
    )
    def test_offsets_that_do_not_fit_are_refused(self, offsets: list[tuple[int, int]], message: str) -> None:
        with pytest.raises(SpanError, match=message):
            Tokens(TEXT, offsets)

    @pytest.mark.parametrize("starts", [[0, 7, 5], [0, 11], [-1, 0]])
    def test_sentence_starts_that_do_not_fit_are_refused(self, starts: list[int]) -> None:
        with pytest.raises(SpanError, match="sentence"):
            words(sentence_starts=starts)

    @pytest.mark.parametrize("starts", [[1], []])
    def test_no_token_stands_before_the_first_sentence(self, starts: list[int]) -> None:
        with pytest.raises(SpanError, match="first sentence must start at token 0"):
            words(sentence_starts=starts)

    def test_columns_must_be_as_long_as_the_tokens(self) -> None:
        with pytest.raises(SpanError, match="2 values of lemma for 10 tokens"):
            words(lemma=("it", "rain"))

    def test_heads_must_be_as_many_as_the_tokens(self) -> None:
        with pytest.raises(SpanError, match="1 heads for 10 tokens"):
            words(heads=[0])

    def test_forms_must_be_as_many_as_the_tokens(self) -> None:
        with pytest.raises(SpanError, match="1 forms for 10 tokens"):
            words(forms=["It"])

    def test_without_tokens_an_empty_column_makes_no_difference(self) -> None:
        assert Tokens("", [], tag=[]) == Tokens("", [])

    def test_a_column_nobody_knows_is_refused(self) -> None:
        with pytest.raises(TypeError, match="unknown token columns: pos"):
            words(pos=["X"] * 10)

    def test_annotate_adds_and_replaces_columns(self) -> None:
        tokens = words("We left", tag=("X", "Y"), forms=("we", "left"))

        annotated = tokens.annotate(tag=("PRP", "VBD"), heads=(2, 0))

        assert annotated[0] == Token(0, 0, 2, "we", tag="PRP", head=2)

    def test_annotate_leaves_the_tokens_as_they_were(self) -> None:
        tokens = words("We left", heads=(2, 0))

        tokens.annotate(tag=("PRP", "VBD"))

        assert tokens[0] == Token(0, 0, 2, "We", head=2)

    def test_annotate_checks_the_length(self) -> None:
        with pytest.raises(SpanError, match="1 values of tag for 10 tokens"):
            words().annotate(tag=["X"])

    def test_attributes_cannot_be_set(self) -> None:
        with pytest.raises(AttributeError, match="annotate"):
            words().text = "other"

    def test_columns_cannot_be_changed(self) -> None:
        with pytest.raises(TypeError):
            words().begins[0] = 3

    def test_equal_tokens_are_equal_and_hash_alike(self) -> None:
        assert words(heads=[0] * 10) == words(heads=[0] * 10)
        assert hash(words()) == hash(words())

    @pytest.mark.parametrize(
        "other", [words("It rained"), words(tag=["X"] * 10), words(heads=[0] * 10), TEXT]
    )
    def test_tokens_that_differ_are_not_equal(self, other: object) -> None:
        assert words() != other

    @pytest.mark.parametrize("columns", [{}, {"heads": [0] * 10, "tag": ["X"] * 10}])
    def test_pickling_keeps_everything(self, columns: dict[str, list[object]]) -> None:
        tokens = words(sentence_starts=[0, 7], forms=["form"] * 10, **columns)

        assert pickle.loads(pickle.dumps(tokens)) == tokens

    def test_a_deep_copy_is_equal(self) -> None:
        assert copy.deepcopy(words()) == words()

    def test_a_million_tokens_are_small(self) -> None:
        size = 1_000_000
        text = "so " * size
        tags = ["IN"] * size
        tracemalloc.start()

        tokens = Tokens(text, ((3 * n, 3 * n + 2) for n in range(size)), tag=tags, heads=(NO_HEAD,) * size)

        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(tokens) == size
        assert kept < 40_000_000


class TestSpan:
    @given(st.data())
    def test_a_span_gives_back_the_indices_it_was_made_of(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        indices = data.draw(indices_of(tokens))

        assert tokens.span(indices).indices == tuple(sorted(set(indices)))

    @given(st.data())
    def test_order_and_repetition_do_not_matter(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        indices = data.draw(indices_of(tokens))
        shuffled = data.draw(st.permutations(indices * 2))

        one, other = tokens.span(indices), tokens.span(shuffled)

        assert one == other
        assert hash(one) == hash(other)

    @given(st.data())
    def test_spans_are_equal_just_if_their_tokens_are(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        one, other = data.draw(indices_of(tokens)), data.draw(indices_of(tokens))

        assert (tokens.span(one) == tokens.span(other)) is (set(one) == set(other))

    @given(st.data())
    def test_pieces_lead_back_to_the_span(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        span = tokens.span(data.draw(indices_of(tokens)))

        assert tokens.span_at(span.pieces) == span

    @given(st.data())
    def test_a_snapped_span_covers_all_that_is_not_blank(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        begin = data.draw(st.integers(0, len(tokens.text)))
        end = data.draw(st.integers(begin, len(tokens.text)))

        covered = {
            n for first, last in tokens.span_at([(begin, end)], snap=True).pieces for n in range(first, last)
        }

        assert {n for n in range(begin, end) if tokens.text[n] != " "} <= covered

    @given(st.data())
    def test_a_span_is_discontinuous_just_if_tokens_are_missing_inside(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())
        indices = data.draw(indices_of(tokens))

        gaps = bool(indices) and len(set(indices)) < max(indices) - min(indices) + 1

        assert tokens.span(indices).discontinuous is gaps

    @given(st.data())
    def test_ranges_are_ascending_and_apart(self, data: st.DataObject) -> None:
        tokens = data.draw(token_tables())

        ranges = tokens.span(data.draw(indices_of(tokens))).ranges

        assert all(before < after for (_, before), (after, _) in pairwise(ranges))

    def test_the_text_of_pieces_is_joined_by_blanks(self) -> None:
        assert str(words().span([0, 1, 3])) == "It rained so"

    def test_iteration_gives_the_tokens(self) -> None:
        assert [token.form for token in words().span([3, 0])] == ["It", "so"]

    def test_its_length_is_the_number_of_tokens(self) -> None:
        assert len(words().span([1, 2, 5])) == 3

    def test_an_empty_span_has_no_text(self) -> None:
        span = words().span([])

        assert (span.text, span.pieces, span.discontinuous, bool(span)) == ("", (), False, False)

    def test_the_same_characters_in_equal_texts_are_equal(self) -> None:
        assert words().span([1, 3]) == words().span([1, 3])

    def test_the_same_numbers_in_another_text_differ(self) -> None:
        assert words("We left").span([0]) != words("He left").span([0])

    def test_the_same_numbers_in_other_tokens_of_a_text_differ(self) -> None:
        assert Tokens("because", [(0, 2), (2, 7)]).span([0]) != Tokens("because", [(0, 7)]).span([0])

    def test_a_span_is_not_its_indices(self) -> None:
        assert words().span([1]) != (1,)

    @pytest.mark.parametrize("index", [-1, 10])
    def test_tokens_outside_the_document_are_refused(self, index: int) -> None:
        with pytest.raises(SpanError, match="outside the document of 10 tokens"):
            words().span([index])

    @pytest.mark.parametrize("ranges", [((3, 3),), ((0, 2), (2, 4)), ((4, 6), (0, 2))])
    def test_ranges_out_of_order_are_refused(self, ranges: tuple[tuple[int, int], ...]) -> None:
        with pytest.raises(SpanError, match="must be ascending and apart"):
            Span(words(), ranges)

    def test_an_edge_inside_a_token_is_refused(self) -> None:
        with pytest.raises(SpanError, match=r"characters 4\.\.9 \('ained'\) do not fall on token edges"):
            words().span_at([(4, 9)])

    def test_an_edge_inside_a_token_snaps_to_the_token(self) -> None:
        assert words().span_at([(4, 8)], snap=True).text == "rained"

    def test_blanks_around_tokens_are_not_looked_at(self) -> None:
        assert words().span_at([(2, 10)]).text == "rained"

    def test_no_token_under_the_characters_is_refused(self) -> None:
        with pytest.raises(SpanError, match="do not fall on token edges"):
            words().span_at([(2, 3)])

    @pytest.mark.parametrize("piece", [(-1, 2), (9, 3), (0, 41)])
    def test_characters_outside_the_text_are_refused(self, piece: tuple[int, int]) -> None:
        with pytest.raises(SpanError, match="outside the text of 40 characters"):
            words().span_at([piece], snap=True)

    def test_pickled_spans_share_their_tokens(self) -> None:
        tokens = words()

        one, other = pickle.loads(pickle.dumps((tokens.span([1]), tokens.span([2]))))

        assert one.tokens is other.tokens


def test_equal_strings_of_columns_are_kept_once() -> None:
    first, second = "".join(("N", "N")), "".join(("N", "N"))
    assert first is not second
    tags = Tokens("a b", [(0, 1), (2, 3)], tag=(first, second)).columns["tag"]
    assert tags[0] is tags[1]
