"""The training data of the sentence parser: corpora with dependencies, tags and roles in one label scheme.

Trees become the dependencies of the CoNLL-2008 task. Roles are PropBank's. Of a document that has no
propositions they are not known; of one that has some, they are known of every sentence.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from relata.document import Document, Sentence, Span, Tokens
from relata.document.relations import Argument, Proposition
from relata.formats import conllu, propbank, ptb
from relata.formats.pdtb import gdtb
from relata.formats.propbank.columns import read_columns
from relata.syntax.lemmas import lemma
from relata.treebank import parse_trees, with_dependencies
from relata.treebank.tree import decoded_brackets

_OF_TEXT = ("lemma", "upos", "feats")
"""The columns that a text has of its own when annotation is laid onto it."""

Pair = tuple[Sentence, Sentence]
"""A sentence with annotation, and the same one in a document that has its text."""


@dataclass(slots=True)
class Report:
    """What was left out, counted by reason."""

    left_out: Counter[str] = field(default_factory=Counter)


def treebank(trees: Path) -> Iterator[Document]:
    """A treebank's documents with its own words: dependencies, no roles; names end in `-unsplit`."""
    for document in ptb.read(trees):
        yield replace(with_lemmas(document), id=f"{document.id}-unsplit")


def treebank_with_roles(trees: Path, columns: Path, report: Report) -> Iterator[Document]:
    """The documents that PropBank's columns annotate, words split as there; sentences without columns go."""
    known: dict[str, set[int]] = defaultdict(set)
    for sentence in read_columns(columns):
        known[sentence.document].add(sentence.number)
    for document in ptb.read(trees, propbank=columns):
        own = sorted(known[document.id])
        left = len(document.sentences) - len(own)
        report.left_out["sentences of which PropBank says nothing"] += left
        if own:
            yield with_lemmas(with_sentences(document, own) if left else document)


def web_treebank(columns: Path, universal: Path, report: Report) -> Iterator[Document]:
    """PropBank's columns on the text, the lemmas and the paragraphs that Universal Dependencies has of it.

    Documents bear the names that they have there. A sentence whose words are not the same is left out.
    """
    texts = {document.id.partition("-")[2]: document for document in conllu.read(universal)}
    for document in propbank.read(columns):
        text = texts.get(document.id.removesuffix(".xml"))
        if text is None:
            report.left_out["sentences of unknown documents"] += len(document.sentences)
            continue
        pairs = list(_aligned(document, text))
        report.left_out["sentences with other words"] += len(document.sentences) - len(pairs)
        if pairs:
            yield with_lemmas(_on_text(document, text, pairs))


def discourse_treebank(folder: Path, report: Report) -> Iterator[Document]:
    """GDTB's documents as its reader gives them, with the dependencies of their trees.

    Tags are those of the trees, lemmas in lower case. A document whose trees have other words is left out.
    """
    for document in gdtb.read(folder):
        if all(_tree_words(sentence) == _words(sentence) for sentence in document.sentences):
            yield with_lemmas(with_dependencies(document))
        else:
            report.left_out["documents with other words"] += 1


def with_sentences(document: Document, numbers: Collection[int]) -> Document:
    """The document with these of its sentences only; the text stays as it is."""
    return _on_text(document, document, [(document.sentences[number],) * 2 for number in sorted(numbers)])


def with_lemmas(document: Document) -> Document:
    """The document with lemmas in lower case: its own, those of the lemmatizer where it has none."""
    lemmas = (
        token.lemma.lower() if token.lemma else lemma(token.form, token.tag) for token in document.tokens
    )
    return replace(document, tokens=document.tokens.annotate(lemma=lemmas))


def _aligned(document: Document, text: Document) -> Iterator[Pair]:
    """The sentences of a document, each with the next one of the text that has the same words."""
    there = [(_words(sentence), sentence) for sentence in text.sentences]
    at = 0
    for sentence in document.sentences:
        words = _words(sentence)
        found = next((place for place in range(at, len(there)) if there[place][0] == words), None)
        if found is not None:
            yield sentence, there[found][1]
            at = found + 1


def _on_text(document: Document, text: Document, pairs: Sequence[Pair]) -> Document:
    """Annotated sentences laid onto a text, which may have more; lemmas and features are the text's."""
    own = [index for sentence, _ in pairs for index in sentence.range]
    there = [index for _, sentence in pairs for index in sentence.range]
    tokens, under = document.tokens, text.tokens
    starts = list(accumulate((len(sentence) for sentence, _ in pairs[:-1]), initial=0))
    columns = {name: [column[index] for index in own] for name, column in tokens.columns.items()}
    columns |= {
        name: [column[index] for index in there] for name, column in under.columns.items() if name in _OF_TEXT
    }
    moved = Tokens(
        text.text,
        [(under.begins[index], under.ends[index]) for index in there],
        sentence_starts=starts,
        forms=map(under.form, there),
        heads=map(tokens.head, own),
        **columns,
    )
    place = {index: number for number, index in enumerate(own)}
    kept = (each for each in document.propositions if each.predicate.indices[0] in place)
    return replace(
        text,
        tokens=moved,
        relations=(),
        propositions=tuple(_moved(each, moved, place) for each in kept),
        trees=tuple(sentence.tree for sentence, _ in pairs),
        comments=(),
        nonwords=(),
    )


def _moved(proposition: Proposition, tokens: Tokens, place: Mapping[int, int]) -> Proposition:
    def span(old: Span) -> Span:
        return tokens.span(place[index] for index in old.indices)

    arguments = (
        Argument(item.role, span(item.span), None if item.head is None else place[item.head])
        for item in proposition.arguments
    )
    return replace(proposition, predicate=span(proposition.predicate), arguments=tuple(arguments))


def _words(sentence: Sentence) -> list[str]:
    return [decoded_brackets(token.form) for token in sentence]


def _tree_words(sentence: Sentence) -> list[str]:
    """The words of a sentence's tree."""
    return [
        decoded_brackets(leaf.word or "")
        for tree in parse_trees(sentence.tree or "", "")
        for leaf in tree.tokens()
    ]
