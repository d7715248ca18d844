"""Documents and their sentences."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from relata import Document, Proposition, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import SpanError

TEXT = "It rained , so we left . Nobody minded ."


def tokens() -> Tokens:
    begin, offsets = 0, []
    for word in TEXT.split(" "):
        offsets.append((begin, begin + len(word)))
        begin += len(word) + 1
    return Tokens(TEXT, offsets, sentence_starts=[0, 7])


def document(**layers: object) -> Document:
    return Document("rain", "en", tokens(), **layers)  # type: ignore[arg-type]


def relation(of: Tokens) -> DiscourseRelation:
    return DiscourseRelation(
        RelationType.EXPLICIT, of.span([0, 1]), of.span([4, 5]), connective=of.span([3]), extras={"note": "1"}
    )


class TestDocument:
    def test_its_text_is_that_of_its_tokens(self) -> None:
        assert document().text == TEXT

    def test_relations_make_a_new_document(self) -> None:
        before = document()

        after = before.with_relations([relation(before.tokens)])

        assert (len(before.relations), len(after.relations)) == (0, 1)

    def test_propositions_make_a_new_document(self) -> None:
        own = Proposition(document().tokens.span([5]), "leave.01")

        assert document().with_propositions(iter([own])).propositions == (own,)

    def test_equal_documents_are_equal_and_hash_alike(self) -> None:
        one, other = (document(relations=(relation(tokens()),), metadata={"genre": "news"}) for _ in range(2))

        assert one == other
        assert hash(one) == hash(other)

    @pytest.mark.parametrize(
        "layer",
        [
            {"relations": (relation(tokens()),)},
            {"paragraphs": ((0, 24),)},
            {"trees": ("(S)", None)},
            {"metadata": {"genre": "news"}},
        ],
    )
    def test_a_layer_more_makes_another_document(self, layer: dict[str, object]) -> None:
        assert document(**layer) != document()

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            document().id = "other"  # type: ignore[misc]

    def test_its_metadata_are_its_own(self) -> None:
        given = {"genre": "news"}
        own = document(metadata=given)

        given["genre"] = "fiction"

        assert own.metadata == {"genre": "news"}

    def test_its_metadata_cannot_be_changed(self) -> None:
        with pytest.raises(TypeError):
            document().metadata["genre"] = "news"  # type: ignore[index]

    def test_pickling_keeps_everything(self) -> None:
        own = document(
            relations=(relation(tokens()),),
            propositions=(Proposition(tokens().span([5])),),
            paragraphs=((0, 24),),
            trees=("(S)", None),
            comments=(("sent_id = 1",), ()),
            nonwords=((), ("1.1",)),
            metadata={"genre": "news"},
        )

        assert pickle.loads(pickle.dumps(own)) == own

    def test_a_deep_copy_is_equal(self) -> None:
        own = document(metadata={"genre": "news"})

        assert copy.deepcopy(own) == own

    def test_replace_changes_one_field(self) -> None:
        assert replace(document(), id="sun").id == "sun"

    def test_repr_counts(self) -> None:
        assert repr(document()) == "<Document 'rain' (en): 10 tokens, 2 sentences, 0 relations>"

    @pytest.mark.parametrize("layer", ["trees", "comments", "nonwords"])
    def test_a_layer_must_fit_the_sentences(self, layer: str) -> None:
        with pytest.raises(SpanError, match=f"rain: 1 {layer} for 2 sentences"):
            document(**{layer: ((),)})

    @pytest.mark.parametrize("paragraph", [(-1, 3), (5, 3), (0, 41)])
    def test_paragraphs_must_be_in_the_text(self, paragraph: tuple[int, int]) -> None:
        with pytest.raises(SpanError, match="is outside the text"):
            document(paragraphs=(paragraph,))


class TestSentences:
    def test_a_sentence_has_its_tokens_and_its_text(self) -> None:
        second = document().sentences[1]

        assert ([token.form for token in second], second.text) == (
            ["Nobody", "minded", "."],
            "Nobody minded .",
        )

    def test_a_sentence_has_its_place(self) -> None:
        second = document().sentences[1]

        assert (second.range, second.offsets, len(second)) == (range(7, 10), (25, 40), 3)

    def test_sentences_are_a_sequence(self) -> None:
        sentences = document().sentences

        assert (len(sentences), sentences[-1].index, [one.index for one in sentences[:1]]) == (2, 1, [0])

    def test_a_sentence_outside_is_refused(self) -> None:
        with pytest.raises(IndexError):
            document().sentences[2]

    def test_an_empty_sentence_has_a_place_and_no_text(self) -> None:
        both = Document("rain", "en", Tokens("so .", [(0, 2), (3, 4)], sentence_starts=[0, 2])).sentences

        assert (both[1].offsets, both[1].text, list(both[1])) == ((4, 4), "", [])

    def test_an_empty_sentence_at_the_start_stands_there(self) -> None:
        assert Document("rain", "en", Tokens("so", [(0, 2)], sentence_starts=[0, 0])).sentences[
            0
        ].offsets == (0, 0)

    def test_layers_are_given_sentence_by_sentence(self) -> None:
        own = document(trees=(None, "(S)"), comments=(("a",), ("b",)), nonwords=((), ("1.1",)))

        second = own.sentences[1]

        assert (second.tree, second.comments, second.nonwords) == ("(S)", ("b",), ("1.1",))

    def test_absent_layers_are_empty(self) -> None:
        second = document().sentences[1]

        assert (second.tree, second.comments, second.nonwords) == (None, (), ())
