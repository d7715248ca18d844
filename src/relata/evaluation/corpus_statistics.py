"""Statistics of a corpus: sizes, relations, and the dependencies and propositions of its sentences.

The counts of sentences are those of tables 4 to 9 of the overview of the CoNLL-2008 shared task.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from relata.document import NO_HEAD, Document, Span
from relata.document.relations import DiscourseRelation
from relata.formats.conll2008 import strip_su
from relata.scoring.conll2008.analysis import Analysis
from relata.scoring.conll2008.syntax import typed_links

GAP = "GAP"
"""Part of the label of a word that is a remnant of gapping."""

POSITIONS = ("same sentence", "previous sentence", "earlier sentence", "later sentence", "no argument")


def _counters() -> defaultdict[str, Counter[str]]:
    return defaultdict(Counter)


@dataclass(slots=True)
class Statistics:
    """Counts over documents, some of them by type of relation; support chains of nominals are left out."""

    documents: int = 0
    paragraphs: int = 0
    sentences: int = 0
    tokens: int = 0
    relations: int = 0
    propositions: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    senses: dict[str, Counter[str]] = field(default_factory=_counters)
    positions: dict[str, Counter[str]] = field(default_factory=_counters)
    discontinuous: Counter[str] = field(default_factory=Counter)
    connectives: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    links: int = 0
    nonprojective: Counter[str] = field(default_factory=Counter)
    nonprojective_sentences: int = 0
    predicates: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)

    def add(self, document: Document) -> None:
        """Add the counts of a document."""
        self.documents += 1
        self.languages[document.language] += 1
        self.paragraphs += len(document.paragraphs)
        self.sentences += len(document.sentences)
        self.tokens += len(document.tokens)
        self.relations += len(document.relations)
        self.propositions += len(document.propositions)
        for relation in document.relations:
            self._add_relation(relation)
        if document.tokens.heads is not None:
            self._add_dependencies(document)
        if document.propositions:
            self._add_propositions(document)

    def _add_relation(self, relation: DiscourseRelation) -> None:
        kind = str(relation.type)
        self.types[kind] += 1
        self.senses[kind].update(relation.all_senses)
        self.positions[kind][argument_position(relation.arg1, relation.arg2)] += 1
        if relation.explicit and relation.connective:
            self.connectives[relation.connective.text.lower()] += 1
        for part in ("connective", "arg1", "arg2"):
            span: Span | None = getattr(relation, part)
            if span is not None and span.discontinuous:
                self.discontinuous[part] += 1

    def _add_dependencies(self, document: Document) -> None:
        tokens = document.tokens
        heads = [None if head == NO_HEAD else head for head in tokens.heads or ()]
        labels, tags = (
            [value or "" for value in tokens.columns.get(name, (None,) * len(tokens))]
            for name in ("deprel", "tag")
        )
        self.labels.update(filter(None, labels))
        self.links += sum(head is not None for head in heads)
        for sentence in document.sentences:
            words = slice(sentence.range.start, sentence.range.stop)
            analysis = Analysis(
                tags=tuple(tags[words]), heads=tuple(heads[words]), deprels=tuple(labels[words])
            )
            kinds = [kind for _, kind in typed_links(analysis)]
            self.nonprojective.update(kinds)
            self.nonprojective_sentences += bool(kinds)

    def _add_propositions(self, document: Document) -> None:
        tags = document.tokens.columns.get("tag")
        for proposition in strip_su(document).propositions:
            words = proposition.predicate.indices
            self.predicates[(tags[words[0]] if tags and words else None) or "no tag"] += 1
            self.roles.update(argument.role for argument in proposition.arguments)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON; counters in descending order."""
        return {member.name: _plain(getattr(self, member.name)) for member in fields(self)}


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return dict(value.most_common())
    return {key: _plain(content) for key, content in value.items()} if isinstance(value, dict) else value


def statistics(documents: Iterable[Document]) -> Statistics:
    """Count the content of documents one by one."""
    counts = Statistics()
    for document in documents:
        counts.add(document)
    return counts


def argument_position(arg1: Span, arg2: Span) -> str:
    """Return the position of Arg1, seen from Arg2: one of `POSITIONS`."""
    if not arg1.ranges or not arg2.ranges:
        return "no argument"
    (first1, last1), (first2, last2) = (
        (span.tokens.sentence_of(span.ranges[0][0]), span.tokens.sentence_of(span.ranges[-1][1] - 1))
        for span in (arg1, arg2)
    )
    if last1 < first2:
        return "previous sentence" if last1 + 1 == first2 else "earlier sentence"
    return "later sentence" if first1 > last2 else "same sentence"
