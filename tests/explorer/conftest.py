"""Indexes of small corpora: documents of two genres, and a gold with the output of a system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from relata import Document
from relata.explorer.corpus import CorpusIndex
from relata.explorer.index import IndexedDocument, build
from relata.formats import conll2016
from relata.view.comparison import show_comparison
from relata.view.model import ShownDocument, show_document
from tests.view.conftest import EXAMPLES, relation, words

Index = Callable[..., CorpusIndex]


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """Function that indexes shown documents."""

    def made(*documents: ShownDocument, corpus: str = "corpus") -> CorpusIndex:
        place = tmp_path / "index.sqlite"
        build(place, (IndexedDocument(corpus, document) for document in documents), "state", corpus)
        return CorpusIndex(place)

    return made


def document(name: str, genre: str, *, sense: str = "Contingency.Cause.Reason") -> Document:
    """A document of one sentence with an explicit relation: We left because it rained ."""
    tokens = words("We left because it rained .").annotate(
        lemma=["we", "leave", "because", "it", "rain", "."], tag=["PRP", "VBD", "IN", "PRP", "VBD", "."]
    )
    found = relation(tokens, range(2), range(3, 5), sense, connective=(2,), score=0.61)
    return Document(name, "en", tokens, relations=(found,), metadata={"genre": genre})


@pytest.fixture
def genres(index: Index) -> CorpusIndex:
    """Six documents of news, all causal, and six letters, all temporal."""
    news = [show_document(document(f"news{n}", "news")) for n in range(6)]
    sense = "Temporal.Synchronous"
    letters = [show_document(document(f"letter{n}", "letters", sense=sense)) for n in range(6)]
    return index(*news, *letters)


@pytest.fixture
def errors(index: Index) -> CorpusIndex:
    """The example of CoNLL-2016 with the output of a system."""
    data = EXAMPLES / "conll2016"
    return index(*show_comparison(conll2016.read(data), conll2016.read(data, relations=data / "run")))


def chinese(text: str) -> Document:
    """A Chinese document whose words are parted by blanks, with a relation between its clauses."""
    tokens = words(text)
    return replace(
        Document("zh", "zh", tokens),
        relations=(relation(tokens, range(1, 3), range(4, 6), "Contingency.Cause.Result", connective=(3,)),),
    )
