"""Documents made of trees: tokens with tags and dependencies, and the propositions of their predicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from relata.document import Document, Offsets, Tokens
from relata.relations import Argument, Proposition
from relata.semantics.attachment import Syntax
from relata.semantics.frames import Frame
from relata.semantics.propositions import Predication, predications
from relata.syntax.treebank import Tree, to_dependencies
from relata.syntax.treebank.tree import decoded_tag, decoded_word


class TreeDocument:
    """Gathers the trees of a document; its text is the words with blanks between them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._forms: list[str] = []
        self._tags: list[str] = []
        self._lemmas: list[str | None] = []
        self._heads: list[int] = []
        self._labels: list[str] = []
        self._gaps: list[str] = []
        self._starts: list[int] = []
        self._trees: list[str] = []
        self._predications: list[tuple[int, Predication]] = []

    def add(self, tree: Tree, frames: Iterable[Frame] = (), sizes: Sequence[int] = ()) -> None:
        """Adds a sentence; `sizes` says how many of its tokens are one word each."""
        leaves = tree.tokens()
        found = to_dependencies(tree)
        forms = [decoded_word(leaf.word or "") for leaf in leaves]
        tags = [decoded_tag(leaf.label) for leaf in leaves]
        start = len(self._forms)
        self._starts.append(start)
        self._forms += forms
        self._tags += tags
        self._heads += found.heads
        self._labels += found.labels
        self._gaps += _gaps(sizes or (1,) * len(forms))
        self._trees.append(str(tree))
        self._lemmas += [None] * len(forms)
        for predication in predications(frames, Syntax(found.heads, found.labels, tags), forms):
            self._lemmas[start + predication.predicate] = predication.roleset.rpartition(".")[0] or None
            self._predications.append((start, predication))

    def document(self) -> Document:
        """The document of all that was added."""
        text, offsets = self._text()
        tokens = Tokens(
            text,
            offsets,
            sentence_starts=self._starts,
            heads=self._heads,
            lemma=self._lemmas if any(self._lemmas) else None,
            tag=self._tags,
            deprel=self._labels,
        )
        propositions = (_proposition(tokens, start, found) for start, found in self._predications)
        return Document(self.name, "en", tokens, propositions=tuple(propositions), trees=tuple(self._trees))

    def _text(self) -> tuple[str, list[Offsets]]:
        offsets: list[Offsets] = []
        at = 0
        for form, gap in zip(self._forms, self._gaps, strict=True):
            offsets.append((at, at + len(form)))
            at += len(form) + len(gap)
        return "".join(chain.from_iterable(zip(self._forms, [*self._gaps[:-1], ""], strict=True))), offsets


def _gaps(sizes: Sequence[int]) -> list[str]:
    """What follows each token: nothing inside a word, else a blank."""
    return [gap for size in sizes for gap in ([""] * (size - 1) + [" "])]


def _proposition(tokens: Tokens, start: int, found: Predication) -> Proposition:
    arguments = (
        Argument(item.role, tokens.span(start + place for place in item.tokens), start + item.head)
        for item in found.arguments
    )
    return Proposition(tokens.span((start + found.predicate,)), found.roleset, tuple(arguments))
