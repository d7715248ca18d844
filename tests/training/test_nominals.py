from __future__ import annotations

from relata.document import Document
from relata.document.relations import Proposition
from relata.training.data.sentences import nominal_rates
from tests.documents import blank_document


def tagged(text: str, *predicates: int) -> Document:
    """Words that are nouns, if they do not look like verbs, some of them predicates."""
    document = blank_document(text)
    tags = ["VBD" if token.form.endswith("ed") else "NN" for token in document.tokens]
    tokens = document.tokens.annotate(tag=tags, lemma=[token.form for token in document.tokens])
    found = [Proposition(tokens.span([word]), "x.01") for word in predicates]
    return Document("d", "en", tokens).with_propositions(found)


def rates(*sources: Document) -> dict[str, dict[str, float]]:
    return nominal_rates([(document,) for document in sources])


def test_a_lemma_is_a_predicate_as_often_as_it_was() -> None:
    # Filled up with two words, one of them a predicate.
    assert rates(tagged("price price price death", 0, 1, 2)) == {"n": {"death": 0.33, "price": 0.8}}


def test_larger_sources_count_no_more_than_smaller_ones() -> None:
    small, large = tagged("price price", 0, 1), tagged("price price price price rained rained", 5)

    assert rates(small, large) == {"n": {"price": round((2 + 1) / (2 + 4 / 3 + 2), 2)}}


def test_verbs_and_words_without_rolesets_are_left_out() -> None:
    assert rates(tagged("rained xyzzy price", 0, 2)).keys() == {"n"}
    assert rates(tagged("rained xyzzy price", 0, 2))["n"].keys() == {"price"}


def test_sources_without_propositions_say_nothing() -> None:
    assert rates(tagged("price price")) == {}
