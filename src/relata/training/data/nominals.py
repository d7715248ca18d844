"""How often nouns and adjectives are predicates in the sources of a training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from relata.document import Document
from relata.evaluation.sentences import is_annotated
from relata.roles.rolesets import is_nominal, part_of_speech, rolesets
from relata.training.data.sentence_corpus import Sources

_FILLER = 2.0
"""With how many words, half of them predicates, a lemma is filled up."""

Key = tuple[str, str]


def nominal_rates(sources: Sources) -> dict[str, dict[str, float]]:
    """How often each lemma with rolesets is a predicate, by part of speech.

    Corpora differ in which nouns they annotate. Sources count alike here: the words of a larger one weigh
    less, as if it were as large as the smallest.
    """
    annotated = [list(filter(is_annotated, part.documents)) for part in sources.values()]
    sizes = [sum(len(document.tokens) for document in documents) for documents in annotated]
    smallest = min((size for size in sizes if size), default=0)
    words: defaultdict[Key, float] = defaultdict(float)
    predicates: defaultdict[Key, float] = defaultdict(float)
    for documents, size in zip(annotated, sizes, strict=True):
        for key, is_predicate in (each for document in documents for each in _nominals(document)):
            words[key] += smallest / size
            predicates[key] += is_predicate * smallest / size
    rates: dict[str, dict[str, float]] = {}
    for (part, lemma), count in sorted(words.items()):
        rate = (predicates[part, lemma] + _FILLER / 2) / (count + _FILLER)
        rates.setdefault(part, {})[lemma] = round(rate, 2)
    return rates


def _nominals(document: Document) -> Iterator[tuple[Key, bool]]:
    """Nouns and adjectives that the frame files know, and whether they are predicates."""
    predicates = {each.predicate.ranges[0][0] for each in document.propositions}
    for word, token in enumerate(document.tokens):
        part = part_of_speech(token.tag)
        lemma = token.lemma or token.form.lower()
        if part is not None and is_nominal(part) and rolesets(lemma, part):
            yield (part, lemma), word in predicates
