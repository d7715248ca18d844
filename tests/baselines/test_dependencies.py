"""Systems of CoNLL-2008: dependencies, predicates and roles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relata.document import Document, Tokens
from relata.formats import conll2008
from relata.scoring.conll2008 import score
from tests.paths import REPOSITORY

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.baselines.dependencies import SENTENCE_SYSTEMS, SentenceSystem
from relata.baselines.dependencies.sentences import coded
from relata.baselines.dependencies.transition import TransitionParser

GOLD = REPOSITORY / "examples" / "conll2008" / "gold.conll08"


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return list(conll2008.read(GOLD)) * 3


@pytest.fixture(scope="module", params=SENTENCE_SYSTEMS)
def system(request: pytest.FixtureRequest, documents: list[Document]) -> SentenceSystem:
    return SentenceSystem(request.param).fit(documents)


def bare(document: Document) -> Document:
    nothing = [None] * len(document.tokens)
    return replace(document, propositions=(), tokens=document.tokens.annotate(heads=nothing, deprel=nothing))


def test_training_sentences_are_parsed_as_they_are(system: SentenceSystem, documents: list[Document]) -> None:
    measures = score(documents, [system(bare(document)) for document in documents]).measures
    assert measures["Labeled attachment score"] > 95
    assert measures["Labeled F1"] > 80


def test_a_restored_system_parses_alike(system: SentenceSystem, documents: list[Document]) -> None:
    twin = SentenceSystem(system.name).restored(system.state())
    parsed, again = system(bare(documents[0])), twin(bare(documents[0]))
    assert parsed.tokens == again.tokens
    assert parsed.propositions == again.propositions


def test_trees_and_propositions_that_a_document_brings_stay(
    system: SentenceSystem, documents: list[Document]
) -> None:
    own = documents[0].tokens.annotate(heads=[0] + [1] * (len(documents[0].tokens) - 1))
    parsed = system(replace(documents[0], tokens=own))
    assert parsed.tokens.heads == own.heads
    assert parsed.propositions == documents[0].propositions


def test_words_without_tags_get_some(system: SentenceSystem, documents: list[Document]) -> None:
    gold = documents[0].tokens
    words = Tokens.of_words(gold.form(word) for word in range(8))
    parsed = system(Document("plain", "en", words))
    assert parsed.tokens.columns["tag"] == gold.columns["tag"][:8]


def test_a_sentence_longer_than_the_chart_has_one_root(system: SentenceSystem) -> None:
    words = Tokens.of_words(["promises"] * 320)
    tokens = system(Document("long", "en", words), roles=False).tokens
    heads = [tokens.head(word) for word in range(320)]
    assert heads.count(0) == 1
    assert None not in heads


def test_the_oracle_leads_to_the_gold_tree() -> None:
    sentence = coded(list("abcde"), list("abcde"), list("NVDNP"), [-1, 2, 0, 4, 2, 2], [""] * 6)
    (heads,) = TransitionParser().fit([sentence], 8, lambda items, _: iter(items)).heads([sentence])
    assert heads == [-1, 2, 0, 4, 2, 2]
