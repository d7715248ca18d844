"""Documents and relations as the JSON text of the task's files.

Templates, not `json.dumps`: a dataset holds millions of words and token rows of the same shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json.encoder import encode_basestring_ascii as quoted

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation
from relata.formats.conll2016.relations import CONNECTIVE_TEXT, raw_text
from relata.formats.conll2016.syntax import NO_TREE


def parse_entry(document: Document, relations: Sequence[DiscourseRelation]) -> str:
    """Format a document as an entry of parses.json, with the relations of each word."""
    tokens = document.tokens
    forms = list(map(tokens.form, range(len(tokens))))
    words = _words(tokens, forms, _linkers(tokens, relations))
    root = "root" if document.language == "zh" else "ROOT"
    sentences = []
    for number in range(len(tokens.sentence_starts)):
        own = tokens.sentence_range(number)
        tree = document.trees[number] if document.trees else None
        dependencies = ", ".join(_dependencies(tokens, own, (root, *forms[own.start : own.stop])))
        sentences.append(
            f'{{"dependencies": [{dependencies}], "parsetree": {quoted((tree or NO_TREE) + chr(10))}, '
            f'"words": [{", ".join(words[own.start : own.stop])}]}}'
        )
    return f'{quoted(document.id)}: {{"sentences": [{", ".join(sentences)}]}}'


def output_line(doc_id: str, relation: DiscourseRelation) -> str:
    """Format a relation for output.json."""
    number = "" if relation.id is None else f'"ID": {relation.id}, '
    connective = relation.connective.indices if relation.connective else ()
    return (
        f'{{"DocID": {quoted(doc_id)}, {number}"Type": "{relation.type}", '
        f'"Sense": [{quoted(relation.senses[0])}], "Arg1": {{"TokenList": {list(relation.arg1.indices)}}}, '
        f'"Arg2": {{"TokenList": {list(relation.arg2.indices)}}}, '
        f'"Connective": {{"TokenList": {list(connective)}}}{_output_mark(relation)}}}\n'
    )


def _linkers(tokens: Tokens, relations: Sequence[DiscourseRelation]) -> list[list[str]]:
    """List the parts of relations that each word belongs to, in quotes."""
    linkers: list[list[str]] = [[] for _ in tokens.begins]
    for relation in relations:
        for name, span in (
            ("conn", relation.connective),
            ("arg1", relation.arg1),
            ("arg2", relation.arg2),
            ("punct", relation.punctuation),
        ):
            linker = f'"{name}_{relation.id}"'
            for first, last in span.ranges if span else ():
                for own in linkers[first:last]:
                    own.append(linker)
    return linkers


def _words(tokens: Tokens, forms: Sequence[str], linkers: Sequence[Sequence[str]]) -> list[str]:
    tags = tokens.columns.get("tag") or ("",) * len(tokens)
    return [
        f'[{quoted(form)}, {{"CharacterOffsetBegin": {begin}, "CharacterOffsetEnd": {end}, '
        f'"Linkers": [{", ".join(own)}], "PartOfSpeech": {quoted(tag or "")}}}]'
        for form, begin, end, own, tag in zip(forms, tokens.begins, tokens.ends, linkers, tags, strict=True)
    ]


def _dependencies(tokens: Tokens, sentence: range, names: Sequence[str]) -> Iterator[str]:
    """Format the dependencies of a sentence; `names` are those of the root and of the words."""
    if tokens.heads is None:
        return
    labels = tokens.columns.get("deprel") or ("",) * len(tokens)
    numbered = [quoted(f"{name}-{number}") for number, name in enumerate(names)]
    for index, dependent in zip(sentence, numbered[1:], strict=True):
        head = tokens.heads[index]
        if 0 <= head < len(numbered):
            yield f"[{quoted(labels[index] or '')}, {numbered[head]}, {dependent}]"


class RelationWriter:
    """Formatter for the relations of one document."""

    def __init__(self, document: Document) -> None:
        tokens = document.tokens
        self._doc_id = quoted(document.id)
        self._language = document.language
        self._rows = [
            f"[{tokens.begins[index]}, {tokens.ends[index]}, {index}, {sentence}, {place}]"
            for sentence in range(len(tokens.sentence_starts))
            for place, index in enumerate(tokens.sentence_range(sentence))
        ]

    def lines(self, relation: DiscourseRelation) -> tuple[str, str]:
        """Format a relation for relations.json and for relations-no-senses.json."""
        head = f'{{"DocID": {self._doc_id}, "ID": {relation.id}'
        senses = ", ".join(map(quoted, relation.senses))
        parts = ", ".join(self._parts(relation))
        return (
            f'{head}, "Type": "{relation.type}", "Sense": [{senses}], {parts}}}\n',
            f'{head}, "Type": "", "Sense": [], {parts}}}\n',
        )

    def _parts(self, relation: DiscourseRelation) -> Iterator[str]:
        yield f'"Arg1": {{{self._span(relation.arg1)}}}'
        yield f'"Arg2": {{{self._span(relation.arg2)}}}'
        if relation.connective:
            text = relation.extras.get(CONNECTIVE_TEXT)
            yield f'"Connective": {{{self._span(relation.connective, text)}}}'
        else:
            text = quoted(relation.inserted or "")
            yield f'"Connective": {{"CharacterSpanList": [], "RawText": {text}, "TokenList": []}}'
        if relation.punctuation is not None:
            yield f'"Punctuation": {{{self._span(relation.punctuation)}{_mark_type(relation)}}}'
        if relation.sup1 is not None:
            yield f'"Sup1Span": {_pieces(relation.sup1)}'

    def _span(self, span: Span, text: str | None = None) -> str:
        rows = ", ".join(row for first, last in span.ranges for row in self._rows[first:last])
        shown = raw_text(span, self._language) if text is None else text
        return f'"CharacterSpanList": {_pieces(span)}, "RawText": {quoted(shown)}, "TokenList": [{rows}]'


def _output_mark(relation: DiscourseRelation) -> str:
    """Format the mark between the arguments, which the task's programs ignore in a system's output."""
    if relation.punctuation is None:
        return ""
    words = list(relation.punctuation.indices)
    return f', "Punctuation": {{"TokenList": {words}{_mark_type(relation)}}}'


def _mark_type(relation: DiscourseRelation) -> str:
    kind = relation.punctuation_type
    return "" if kind is None else f', "PunctuationType": {quoted(kind)}'


def _pieces(span: Span) -> str:
    return f"[{', '.join(f'[{begin}, {end}]' for begin, end in span.pieces)}]"
