"""What the sentences of a corpus hold: dependency labels, nonprojective links, predicates and roles.

The counts are those of tables 4 to 9 of the overview of the CoNLL-2008 shared task.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from relata.document import NO_HEAD, Document

GAP = "GAP"
"""The part of a label that says that the word is a remnant of gapping."""


@dataclass(slots=True)
class SentenceStatistics:
    """Counts over the sentences of documents; support chains of nominals are left out."""

    labels: Counter[str] = field(default_factory=Counter)
    links: int = 0
    nonprojective: Counter[str] = field(default_factory=Counter)
    nonprojective_sentences: int = 0
    predicates: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)

    def add(self, document: Document) -> None:
        """Count a document in."""
        if document.tokens.heads is not None:
            self._add_dependencies(document)
        if document.propositions:
            self._add_propositions(document)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON; counters in descending order."""
        return {
            "labels": dict(self.labels.most_common()),
            "links": self.links,
            "nonprojective": dict(self.nonprojective.most_common()),
            "nonprojective_sentences": self.nonprojective_sentences,
            "predicates": dict(self.predicates.most_common()),
            "roles": dict(self.roles.most_common()),
        }

    def _add_dependencies(self, document: Document) -> None:
        from relata.scoring.conll2008.analysis import Analysis
        from relata.scoring.conll2008.syntax import typed_links

        tokens = document.tokens
        heads = [None if head == NO_HEAD else head for head in tokens.heads or ()]
        labels, tags = (
            [value or "" for value in tokens.columns.get(name, (None,) * len(tokens))]
            for name in ("deprel", "tag")
        )
        self.labels.update(filter(None, labels))
        self.links += sum(head is not None for head in heads)
        for sentence in document.sentences:
            own = slice(sentence.range.start, sentence.range.stop)
            analysis = Analysis(tags=tuple(tags[own]), heads=tuple(heads[own]), deprels=tuple(labels[own]))
            kinds = [kind for _, kind in typed_links(analysis)]
            self.nonprojective.update(kinds)
            self.nonprojective_sentences += bool(kinds)

    def _add_propositions(self, document: Document) -> None:
        from relata.formats.conll2008 import strip_su

        tags = document.tokens.columns.get("tag")
        for proposition in strip_su(document).propositions:
            places = proposition.predicate.indices
            tag = tags[places[0]] if tags and places else None
            self.predicates[tag or "no tag"] += 1
            self.roles.update(argument.role for argument in proposition.arguments)
