"""Documents with words split at hyphens and slashes: parts are tokens, joined by HMOD and HYPH."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import accumulate
from typing import Any

from relata.document import Document, Offsets, Span, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition
from relata.errors import FormatError
from relata.formats.conll2008.rows import EMPTY, encode
from relata.formats.conllu import parse_items
from relata.formats.propbank.banks import HyphenSplitter, split_words
from relata.syntax.hyphenation import DELIMITER, PREFIXES, Part
from relata.syntax.lemmas import lemma
from relata.treebank import parse_trees

_OF_WORD = ("upos", "feats", "deps")
"""Columns that the last part of a word keeps."""


def with_split_words(document: Document, splitter: HyphenSplitter) -> Document:
    """Split the words of a document; a document whose words have been split stays as it is.

    The last part of a word keeps its head, label and roles. The columns of the word go to MISC.
    """
    tokens = document.tokens
    if any("FORM" in parse_items(value) for value in tokens.columns.get("misc", ())):
        return document
    parts = [list(_parts(tokens, index, splitter)) for index in range(len(tokens))]
    if all(len(of_word) == 1 for of_word in parts):
        return document
    ends = accumulate(map(len, parts))
    words = [range(end - len(of_word), end) for of_word, end in zip(parts, ends, strict=True)]
    split = _split_tokens(tokens, parts, words)
    return replace(
        document,
        tokens=split,
        relations=tuple(_moved_relation(relation, split, words) for relation in document.relations),
        propositions=tuple(_moved_proposition(item, split, words) for item in document.propositions),
        trees=tuple(_split_tree(document, number, parts) for number in range(len(document.trees))),
        nonwords=(),
    )


def _parts(tokens: Tokens, index: int, splitter: HyphenSplitter) -> Sequence[Part]:
    """Split a token; one whose form is not its text stays whole, as its parts would have no offsets."""
    form, tag = tokens.form(index), _value(tokens, "tag", index) or ""
    whole = index in tokens.odd_forms or not ("-" in form or "/" in form)
    return [(form, tag)] if whole else splitter.parts(form, tag)


def _split_tokens(tokens: Tokens, parts: Sequence[Sequence[Part]], words: Sequence[range]) -> Tokens:
    """Build the tokens of parts; `words` are the ranges of their indices by word."""
    offsets: list[Offsets] = []
    heads: list[int | None] = []
    columns: defaultdict[str, list[str | None]] = defaultdict(list)
    starts = [*tokens.sentence_starts, len(tokens)]
    for index, (of_word, word) in enumerate(zip(parts, words, strict=True)):
        first = words[starts[tokens.sentence_of(index)]].start
        offsets += _part_offsets(tokens, index, of_word)
        columns["misc"] += _misc(tokens, index, of_word)
        for name in tokens.columns.keys() - {"tag", "lemma", "misc", "deprel"}:
            columns[name] += [None] * (len(word) - 1) + [_value(tokens, name, index)]
        if len(word) == 1:
            for name in ("tag", "lemma"):
                columns[name].append(_value(tokens, name, index))
        else:
            columns["tag"] += (tag if _value(tokens, "tag", index) else None for _, tag in of_word)
            columns["lemma"] += _lemmas(tokens, index, of_word)
        head = tokens.head(index)
        for number, part in enumerate(word[:-1]):
            heads.append(None if head is None else (part if number % 2 else word[-1] + 1) - first)
            columns["deprel"].append(None if head is None else "HYPH" if number % 2 else "HMOD")
        start = starts[tokens.sentence_of(index)]
        heads.append(words[start + head - 1][-1] + 1 - first if head else head)
        columns["deprel"].append(_value(tokens, "deprel", index))
    forms = [
        tokens.form(index) if len(of_word) == 1 else form
        for index, of_word in enumerate(parts)
        for form, _ in of_word
    ]
    total = words[-1].stop
    return Tokens(
        tokens.text,
        offsets,
        sentence_starts=[words[start].start if start < len(words) else total for start in starts[:-1]],
        forms=forms,
        heads=None if tokens.heads is None else heads,
        **{name: column for name, column in columns.items() if any(column)},
    )


def _value(tokens: Tokens, column: str, index: int) -> str | None:
    values = tokens.columns.get(column)
    return values[index] if values else None


def _part_offsets(tokens: Tokens, index: int, parts: Sequence[Part]) -> Iterator[Offsets]:
    if len(parts) == 1:
        yield tokens.begins[index], tokens.ends[index]
        return
    begin = tokens.begins[index]
    for form, _ in parts:
        yield begin, begin + len(form)
        begin += len(form)


def _misc(tokens: Tokens, index: int, parts: Sequence[Part]) -> Iterator[str | None]:
    """Encode the columns of a split word for its parts; the last keeps the other items of the word's MISC."""
    misc = _value(tokens, "misc", index)
    if len(parts) == 1:
        yield misc
        return
    tag, word_lemma = (_value(tokens, name, index) or EMPTY for name in ("tag", "lemma"))
    of_word = [tokens.form(index), word_lemma, parse_items(misc).get("GPOS", EMPTY), tag]
    for (form, part_tag), part_lemma in zip(parts[:-1], _lemmas(tokens, index, parts), strict=False):
        row = [EMPTY, *of_word, form, part_lemma or EMPTY, EMPTY if tag == EMPTY else part_tag]
        yield encode(row, (), spaced=False)
        of_word = [EMPTY] * len(of_word)
    others = [item for item in (misc or "").split("|") if item and not item.startswith("GPOS=")]
    yield "|".join([f"FORM={EMPTY}", *others])


def _lemmas(tokens: Tokens, index: int, parts: Sequence[Part]) -> list[str | None]:
    """Return the lemmas of parts, if their word has one."""
    known = _value(tokens, "lemma", index) is not None
    return [lemma(form, tag) if known else None for form, tag in parts]


def with_word_columns(document: Document) -> Document:
    """Complete split words that were parsed as parts: their lemmas and tags, and the links of their hyphens.

    The tag of a word is that of its last part, or an adjective's ("York-based", "seven-day").
    """
    tokens = document.tokens
    misc = list(tokens.columns.get("misc", ()))
    words = list(_split_words(misc))
    if not words:
        return document
    tags = list(tokens.columns.get("tag") or (None,) * len(tokens))
    deprels = list(tokens.columns.get("deprel") or (None,) * len(tokens))
    heads = None if tokens.heads is None else list(tokens.heads)
    for word in words:
        first = word[0]
        for delimiter in word[1::2] if heads else ():
            sentence = tokens.sentence_range(tokens.sentence_of(delimiter))
            _attach_to_part(heads or [], delimiter, sentence)
            tags[delimiter], deprels[delimiter] = DELIMITER, DELIMITER
        items = parse_items(misc[first])
        if not items.keys() & {"LEMMA", "PPOS"}:
            columns = (_value(tokens, "lemma", first) or EMPTY, tags[first] or EMPTY)
            tag = _word_tag(tokens.form(first), tags[word[-1]] or EMPTY)
            of_word = [items["FORM"], items["FORM"].lower(), items.get("GPOS", EMPTY), tag]
            row = [EMPTY, *of_word, tokens.form(first), *columns]
            misc[first] = encode(row, (), spaced=items.get("SpaceAfter") != "No")
    parsed = {"tag": tags, "deprel": deprels} if heads else {}
    return replace(document, tokens=tokens.annotate(heads=heads, misc=misc, **parsed))


def _split_words(misc: Sequence[str | None]) -> Iterator[range]:
    """Yield the tokens of each split word."""
    first: int | None = None
    for index, value in enumerate([*misc, None]):
        form = parse_items(value).get("FORM")
        if form != EMPTY:
            if first is not None and index - first > 1:
                yield range(first, index)
            first = None if form is None else index


def _attach_to_part(heads: list[int], delimiter: int, sentence: range) -> None:
    """Attach a hyphen to the part before it; words below the hyphen go to its former head."""
    number = delimiter - sentence.start + 1
    governor = heads[delimiter]
    for word in sentence:
        if heads[word] == number:
            heads[word] = governor or number - 1
    if governor == 0:
        heads[delimiter - 1] = 0
    heads[delimiter] = number - 1


def _word_tag(first_part: str, last_tag: str) -> str:
    keeps = first_part.lower() in PREFIXES or last_tag in (EMPTY, "NNP", "NNPS", "NNS", "RB")
    return last_tag if keeps else "JJ"


def _moved(span: Span, tokens: Tokens, words: Sequence[range]) -> Span:
    return tokens.span(index for old in span.indices for index in words[old])


def _moved_relation(relation: DiscourseRelation, tokens: Tokens, words: Sequence[range]) -> DiscourseRelation:
    spans: dict[str, Any] = {
        item.name: _moved(value, tokens, words)
        for item in fields(relation)
        if isinstance(value := getattr(relation, item.name), Span)
    }
    return replace(relation, **spans)


def _moved_proposition(proposition: Proposition, tokens: Tokens, words: Sequence[range]) -> Proposition:
    """Move a proposition; predicates and heads are the last parts of words."""
    arguments = (
        Argument(
            item.role,
            _moved(item.span, tokens, words),
            None if item.head is None else words[item.head][-1],
        )
        for item in proposition.arguments
    )
    predicate = tokens.span(words[index][-1] for index in proposition.predicate.indices)
    return replace(proposition, predicate=predicate, arguments=tuple(arguments))


def _split_tree(document: Document, number: int, parts: Sequence[Sequence[Part]]) -> str | None:
    """Split the words of a constituent tree; None if it has other words than the sentence."""
    sentence = document.sentences[number]
    of_sentence = [parts[index] for index in sentence.range]
    if sentence.tree is None:
        return None
    try:
        (tree,) = parse_trees(sentence.tree, document.id)
        sizes = list(map(len, of_sentence))
        if len(tree.tokens()) != len(sizes):
            return None
    except (FormatError, ValueError):  # brackets that make no tree, or several
        return None
    words = zip(of_sentence, tree.tokens(), strict=True)
    labelled = [
        (form, tag) if len(of_word) > 1 else (leaf.word or "", leaf.label)
        for of_word, leaf in words
        for form, tag in of_word
    ]
    return str(split_words(tree, sizes, [form for form, _ in labelled], [tag for _, tag in labelled]))
