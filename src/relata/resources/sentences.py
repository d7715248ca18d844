"""Training data of the sentence parser in one label scheme: `relata resources sentences`.

Trees become the dependencies of the CoNLL-2008 task. Roles are PropBank's: unknown of a document without
propositions, known of every sentence of a document with some.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from relata.document import Document, Sentence, Span, Tokens
from relata.document.relations import Argument, Proposition
from relata.errors import FormatError
from relata.formats import conllu, propbank, ptb
from relata.formats.pdtb import gdtb
from relata.formats.propbank import read_columns
from relata.syntax.lemmas import lemma
from relata.treebank import parse_trees, with_dependencies
from relata.treebank.tree import decoded_brackets

_OF_TEXT = frozenset(("lemma", "upos", "feats"))
"""Columns that a text keeps when annotation is laid onto it."""

Pair = tuple[Sentence, Sentence]
"""A sentence with annotation, and the same sentence in the document of its text."""

LeftOut = Counter[str]
"""Counts of sentences and documents left out, by reason."""

PARTS = ("train", "dev")


@dataclass(frozen=True, slots=True)
class SentenceSources:
    """Corpora of the sentence parser, each None if it is not used.

    `trees` is a treebank, `propbank` its annotation in columns; documents from the name `dev_from` on are for
    development. `web_propbank` and `web_text` are folders with columns (`*_train.gold_conll`) and Universal
    Dependencies (`*-train.conllu`) of the same texts, `gdtb` a folder with parts.
    """

    trees: Path | None = None
    propbank: Path | None = None
    dev_from: str = "wsj_0130"
    web_propbank: Path | None = None
    web_text: Path | None = None
    gdtb: Path | None = None


def build(sources: SentenceSources, left_out: LeftOut) -> Iterator[tuple[str, Iterable[Document]]]:
    """Iterate over the files of the training data: their paths, such as `train/wsj.jsonl`, and documents."""
    treebanks: dict[str, list[Document]] = {}
    if sources.trees and sources.propbank:
        treebanks["wsj"] = list(treebank_with_roles(sources.trees, sources.propbank, left_out))
    if sources.trees:
        treebanks["wsj-unsplit"] = list(treebank(sources.trees))
    for part in PARTS:
        for name, documents in treebanks.items():
            of_part = [item for item in documents if (item.id >= sources.dev_from) == (part == "dev")]
            yield f"{part}/{name}.jsonl", of_part
        if sources.web_propbank and sources.web_text:
            columns = _part_file(sources.web_propbank, f"*_{part}.gold_conll*")
            universal = _part_file(sources.web_text, f"*-{part}.conllu")
            yield f"{part}/ewt.jsonl", web_treebank(columns, universal, left_out)
        if sources.gdtb:
            yield f"{part}/gdtb.jsonl", discourse_treebank(sources.gdtb / part, left_out)


def _part_file(folder: Path, pattern: str) -> Path:
    paths = list(folder.glob(pattern))
    if len(paths) != 1:
        raise FormatError(f"expected one file {pattern}, found {len(paths)}", folder)
    return paths[0]


def treebank(trees: Path) -> Iterator[Document]:
    """Read a treebank with its words unsplit: dependencies, no roles; names end in `-unsplit`."""
    for document in ptb.read(trees):
        yield replace(with_lemmas(document), id=f"{document.id}-unsplit")


def treebank_with_roles(trees: Path, columns: Path, left_out: LeftOut) -> Iterator[Document]:
    """Read the documents that PropBank's columns annotate, with words split as there.

    Sentences without columns are left out.
    """
    annotated: dict[str, set[int]] = defaultdict(set)
    for sentence in read_columns(columns):
        annotated[sentence.document].add(sentence.sentence)
    for document in ptb.read(trees, propbank=columns):
        numbers = sorted(annotated[document.id])
        missing = len(document.sentences) - len(numbers)
        left_out["sentences of which PropBank says nothing"] += missing
        if numbers:
            yield with_lemmas(with_sentences(document, numbers) if missing else document)


def web_treebank(columns: Path, universal: Path, left_out: LeftOut) -> Iterator[Document]:
    """Lay PropBank's columns onto the text, lemmas and paragraphs of Universal Dependencies.

    Documents have their names in Universal Dependencies. A sentence with other words there is left out.
    """
    texts = {document.id.partition("-")[2]: document for document in conllu.read(universal)}
    for document in propbank.read(columns):
        text = texts.get(document.id.removesuffix(".xml"))
        if text is None:
            left_out["sentences of unknown documents"] += len(document.sentences)
            continue
        pairs = list(_aligned(document, text))
        left_out["sentences with other words"] += len(document.sentences) - len(pairs)
        if pairs:
            yield with_lemmas(_on_text(document, text, pairs))


def discourse_treebank(folder: Path, left_out: LeftOut) -> Iterator[Document]:
    """Read GDTB's documents, with the tags and dependencies of their trees and lemmas in lower case.

    A document whose trees have other words is left out.
    """
    for document in gdtb.read(folder):
        if all(_tree_words(sentence) == _words(sentence) for sentence in document.sentences):
            yield with_lemmas(with_dependencies(document))
        else:
            left_out["documents with other words"] += 1


def with_sentences(document: Document, numbers: Collection[int]) -> Document:
    """Restrict a document to some of its sentences; the text stays as it is."""
    return _on_text(document, document, [(document.sentences[number],) * 2 for number in sorted(numbers)])


def with_lemmas(document: Document) -> Document:
    """Convert a document's lemmas to lower case; the lemmatizer adds missing ones."""
    lemmas = (
        token.lemma.lower() if token.lemma else lemma(token.form, token.tag) for token in document.tokens
    )
    return replace(document, tokens=document.tokens.annotate(lemma=lemmas))


def _aligned(document: Document, text: Document) -> Iterator[Pair]:
    """Pair the sentences of a document with the next sentence of the text that has the same words."""
    targets = [(_words(sentence), sentence) for sentence in text.sentences]
    start = 0
    for sentence in document.sentences:
        words = _words(sentence)
        match = next((number for number in range(start, len(targets)) if targets[number][0] == words), None)
        if match is not None:
            yield sentence, targets[match][1]
            start = match + 1


def _on_text(document: Document, text: Document, pairs: Sequence[Pair]) -> Document:
    """Lay annotated sentences onto a text, which may have more; lemmas and features are the text's."""
    sources = [index for sentence, _ in pairs for index in sentence.range]
    targets = [index for _, sentence in pairs for index in sentence.range]
    tokens, text_tokens = document.tokens, text.tokens
    starts = list(accumulate((len(sentence) for sentence, _ in pairs[:-1]), initial=0))
    columns = {name: [column[index] for index in sources] for name, column in tokens.columns.items()}
    for name in text_tokens.columns.keys() & _OF_TEXT:
        columns[name] = [text_tokens.columns[name][index] for index in targets]
    moved = Tokens(
        text.text,
        [(text_tokens.begins[index], text_tokens.ends[index]) for index in targets],
        sentence_starts=starts,
        forms=map(text_tokens.form, targets),
        heads=map(tokens.head, sources),
        **columns,
    )
    new_index = {index: number for number, index in enumerate(sources)}
    propositions = (
        _moved(proposition, moved, new_index)
        for proposition in document.propositions
        if proposition.predicate.indices[0] in new_index
    )
    return replace(
        text,
        tokens=moved,
        relations=(),
        propositions=tuple(propositions),
        trees=tuple(sentence.tree for sentence, _ in pairs),
        comments=(),
        nonwords=(),
    )


def _moved(proposition: Proposition, tokens: Tokens, new_index: Mapping[int, int]) -> Proposition:
    def moved_span(old: Span) -> Span:
        return tokens.span(new_index[index] for index in old.indices)

    arguments = (
        Argument(item.role, moved_span(item.span), None if item.head is None else new_index[item.head])
        for item in proposition.arguments
    )
    return replace(proposition, predicate=moved_span(proposition.predicate), arguments=tuple(arguments))


def _words(sentence: Sentence) -> list[str]:
    return [decoded_brackets(token.form) for token in sentence]


def _tree_words(sentence: Sentence) -> list[str]:
    """List the words of a sentence's tree."""
    return [
        decoded_brackets(leaf.word or "")
        for tree in parse_trees(sentence.tree or "", "")
        for leaf in tree.tokens()
    ]
