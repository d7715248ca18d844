"""Documents built of trees: tokens with tags and dependencies, and the propositions of their predicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from relata.document import Document, Tokens
from relata.document.relations import Argument, Proposition
from relata.formats.conll2008.rows import EMPTY, encode
from relata.formats.propbank.frames import Frame, Predication, Syntax, predications
from relata.treebank import Tree, to_dependencies
from relata.treebank.tree import decoded_tag, decoded_word


class TreeDocument:
    """Builder of a document from trees; its text is the words with blanks between them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._forms: list[str] = []
        self._tags: list[str] = []
        self._lemmas: list[str | None] = []
        self._heads: list[int] = []
        self._labels: list[str] = []
        self._gaps: list[str] = []
        self._misc: list[str | None] = []
        self._starts: list[int] = []
        self._trees: list[str] = []
        self._predications: list[tuple[int, Predication]] = []

    def add(
        self, tree: Tree, frames: Iterable[Frame] = (), words: Sequence[Tree] = (), sizes: Sequence[int] = ()
    ) -> None:
        """Add a sentence; `words` are its unsplit words, `sizes` [words] their numbers of tokens."""
        leaves = tree.tokens()
        dependencies = to_dependencies(tree)
        forms = [decoded_word(leaf.word or "") for leaf in leaves]
        tags = [decoded_tag(leaf.label) for leaf in leaves]
        start = len(self._forms)
        self._starts.append(start)
        self._forms += forms
        self._tags += tags
        self._heads += dependencies.heads
        self._labels += dependencies.labels
        self._trees.append(str(tree))
        self._lemmas += [None] * len(forms)
        for predication in predications(frames, Syntax(dependencies.heads, dependencies.labels, tags), forms):
            self._predications.append((start, predication))
            if tags[predication.predicate].startswith("VB"):
                # the verb of a roleset, without its particle: "pick" of pick_up.04
                verb = predication.roleset.rpartition(".")[0].partition("_")[0]
                self._lemmas[start + predication.predicate] = verb or None
        self._add_words(start, words or leaves, sizes or (1,) * len(leaves))

    def document(self) -> Document:
        """Build the document of the added sentences."""
        tokens = Tokens.of_words(
            self._forms,
            self._gaps[:-1],
            sentence_starts=self._starts,
            heads=self._heads,
            lemma=self._lemmas if any(self._lemmas) else None,
            tag=self._tags,
            deprel=self._labels,
            misc=self._misc,
        )
        propositions = (_proposition(tokens, *predication) for predication in self._predications)
        return Document(self.name, "en", tokens, propositions=tuple(propositions), trees=tuple(self._trees))

    def _add_words(self, start: int, words: Sequence[Tree], sizes: Sequence[int]) -> None:
        """Add the words of the tokens that begin at `start`, and the gaps between them."""
        token = start
        for word, size in zip(words, sizes, strict=True):
            if size == 1:
                self._misc.append(_gold_tag(decoded_tag(word.label)))
            else:
                self._misc += self._parts(word, token, size)
            self._gaps += [""] * (size - 1)
            self._gaps.append(" ")
            token += size

    def _parts(self, word: Tree, start: int, size: int) -> Iterator[str | None]:
        """Encode the columns of CoNLL-2008 for the parts of a split word; the first has those of the word."""
        tag = decoded_tag(word.label)
        of_word = [decoded_word(word.word or ""), EMPTY, tag, tag]
        for token in range(start, start + size):
            row = [EMPTY, *of_word, self._forms[token], self._lemmas[token] or EMPTY, self._tags[token]]
            yield encode(row, (), spaced=token == start + size - 1)
            of_word = [EMPTY] * len(of_word)


@lru_cache
def _gold_tag(tag: str) -> str | None:
    """Encode the columns of CoNLL-2008 for an unsplit word, whose tag is gold."""
    return encode([EMPTY, EMPTY, EMPTY, tag, tag, EMPTY, EMPTY, tag], (), spaced=True)


def _proposition(tokens: Tokens, start: int, predication: Predication) -> Proposition:
    arguments = (
        Argument(item.role, tokens.span(start + token for token in item.tokens), start + item.head)
        for item in predication.arguments
    )
    return Proposition(tokens.span((start + predication.predicate,)), predication.roleset, tuple(arguments))
