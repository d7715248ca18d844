"""Predicted lemmas and tags in the columns of CoNLL-2008: of words, and of the parts of split words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from relata.document import Document, Tokens
from relata.formats.conll2008.rows import EMPTY, encode
from relata.formats.conllu import parse_items
from relata.parsing.parser import batched

Parse = Callable[[Iterable[Document]], Iterator[Document]]
"""Function that parses documents in order, such as `Parser.pipe`."""

_DOCUMENTS = 8
"""Number of documents that are parsed together."""


def with_predicted_columns(documents: Iterable[Document], parse: Parse) -> Iterator[Document]:
    """Replace the tags and lemmas of documents by predicted ones; gold tags go to the column GPOS.

    Words are tagged before they are split (PPOS), their parts after that (PPOSS).
    """
    for batch in batched(documents, _DOCUMENTS):
        starts = [_word_starts(document.tokens) for document in batch]
        words = parse([_bare(each, indices) for each, indices in zip(batch, starts, strict=True)])
        parts = parse([_bare(each, range(len(each.tokens))) for each in batch])
        for document, indices, of_words, of_parts in zip(batch, starts, words, parts, strict=True):
            yield _predicted(document, indices, of_words.tokens, of_parts.tokens)


def _word_starts(tokens: Tokens) -> Sequence[int]:
    """Return the first tokens of words, split or not."""
    misc = tokens.columns.get("misc")
    if misc is None:
        return range(len(tokens))
    return [index for index, value in enumerate(misc) if parse_items(value).get("FORM") != EMPTY]


def _bare(document: Document, starts: Sequence[int]) -> Document:
    """Return a document of the words that begin at these tokens, without annotation."""
    tokens = document.tokens
    misc = tokens.columns.get("misc") or (None,) * len(tokens)
    offsets, forms = [], []
    numbers = dict(zip(starts, range(len(starts)), strict=True))
    for start, stop in zip(starts, [*starts[1:], len(tokens)], strict=True):
        offsets.append((tokens.begins[start], tokens.ends[stop - 1]))
        whole = parse_items(misc[start]).get("FORM") if stop - start > 1 else None
        forms.append(whole or tokens.form(start))
    first_words = [numbers.get(start, len(starts)) for start in tokens.sentence_starts]
    words = Tokens(tokens.text, offsets, sentence_starts=first_words, forms=forms)
    return Document(document.id, document.language, words, paragraphs=document.paragraphs)


def _predicted(document: Document, starts: Sequence[int], words: Tokens, parts: Tokens) -> Document:
    tokens = document.tokens
    misc = [_misc(tokens, index, None, parts) for index in range(len(tokens))]
    for word, index in enumerate(starts):
        misc[index] = _misc(tokens, index, (words, word), parts)
    columns = {name: parts.columns.get(name, (None,) * len(tokens)) for name in ("tag", "lemma")}
    return replace(document, tokens=tokens.annotate(heads=None, **columns, misc=misc))


def _misc(tokens: Tokens, index: int, word: tuple[Tokens, int] | None, parts: Tokens) -> str | None:
    """Encode the columns of the word that begins at a token; of no word for the further parts of one."""
    values = {name: column[index] for name, column in tokens.columns.items()}
    items = parse_items(values.get("misc"))
    spaced = items.get("SpaceAfter") != "No"
    part = [parts.form(index), *(_value(parts, index, name) for name in ("lemma", "tag"))]
    if word is None:
        return encode([EMPTY, *[EMPTY] * 4, *part], (), spaced=spaced)
    lemma, tag = (_value(*word, name) for name in ("lemma", "tag"))
    gold = items.get("GPOS") or items.get("PPOS") or values.get("tag") or EMPTY
    form = items.get("FORM") or tokens.form(index)
    return encode([EMPTY, form, lemma, gold, tag, *part], (), spaced=spaced)


def _value(tokens: Tokens, index: int, column: str) -> str:
    values = tokens.columns.get(column)
    return (values[index] if values else None) or EMPTY
