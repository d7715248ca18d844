"""Documents as text for a person: relations in their sentences, and sentences word by word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from relata.document import Document, Sentence
from relata.document.relations import DiscourseRelation, Proposition

_BRACKETS = {"Arg1": ("[", "]1"), "Arg2": ("[", "]2"), "connective": ("<", ">"), None: ("", "")}
_MOST_WORDS = 60
"""Number of words above which a sentence is shown from the first to the last word of the relation."""
_GAP = "  "


class Piece(NamedTuple):
    """Text and the part of the relation that it belongs to, if any."""

    text: str
    part: str | None


def relations_as_text(document: Document) -> str:
    """Render the relations of a document: type, sense and probability, then the sentences with brackets."""
    blocks = [f"{heading(document)}\n"]
    for relation in document.relations:
        sentences = "".join(text.join(_BRACKETS[part]) for text, part in pieces(document, relation))
        blocks.append(f"{_GAP.join(facts(relation))}\n    {sentences}\n")
    return "\n".join(blocks) + "\n"


def sentences_as_text(document: Document) -> str:
    """Render sentences: number, form, lemma, tag, head and label of each word, tree, then propositions.

    A proposition without a predicate stands in no sentence and is left out.
    """
    propositions: dict[int, list[Proposition]] = {}
    for proposition in document.propositions:
        if proposition.predicate:
            sentence_index = document.tokens.sentence_of(proposition.predicate.ranges[0][0])
            propositions.setdefault(sentence_index, []).append(proposition)
    blocks = [f"{document.id}: {counted(len(document.sentences), 'sentence')}\n"]
    for sentence in document.sentences:
        tree = [f"    {printable(sentence.tree)}"] if sentence.tree else []
        lines = [*_rows(sentence), *tree, *map(_proposition, propositions.get(sentence.index, ()))]
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks) + "\n"


def heading(document: Document) -> str:
    """Return the id of a document and its numbers of words, sentences and relations."""
    sizes = {"word": document.tokens, "sentence": document.sentences, "relation": document.relations}
    counts = ", ".join(counted(len(items), noun) for noun, items in sizes.items())
    return f"{_one_line(document.id)}: {counts}"


def facts(relation: DiscourseRelation) -> list[str]:
    """Return the type of a relation, its senses, its inserted connective and its probability, as text."""
    texts = [str(relation.type), ", ".join(relation.all_senses)]
    if relation.inserted:
        texts.append(f"({relation.inserted})")
    if relation.score is not None:
        texts.append(f"{relation.score:.0%}")
    return [text for text in texts if text]


def pieces(document: Document, relation: DiscourseRelation) -> Iterator[Piece]:
    """Cut the sentences of a relation at the edges of its parts."""
    parts = _parts(relation)
    last = None
    for sentence in sorted({document.tokens.sentence_of(token) for token in parts}):
        if last is not None:
            yield Piece(" " if sentence == last + 1 else " … ", None)
        yield from _sentence_pieces(document, sentence, parts)
        last = sentence


def _sentence_pieces(document: Document, sentence: int, parts: dict[int, str]) -> Iterator[Piece]:
    tokens = document.tokens
    indices = tokens.sentence_range(sentence)
    if len(indices) > _MOST_WORDS:
        related = [token for token in parts if token in indices]
        indices = range(min(related), max(related) + 1)
    begin = end = tokens.begins[indices.start]
    part = parts.get(indices.start)
    for token in indices:
        if parts.get(token) != part:
            yield Piece(_one_line(document.text[begin:end]), part)
            if tokens.begins[token] > end:
                yield Piece(" ", None)
            begin, part = tokens.begins[token], parts.get(token)
        end = tokens.ends[token]
    yield Piece(_one_line(document.text[begin:end]), part)


def _parts(relation: DiscourseRelation) -> dict[int, str]:
    """Return the part of the relation that each of its tokens belongs to; the connective goes first."""
    spans = {"Arg2": relation.arg2, "Arg1": relation.arg1, "connective": relation.connective}
    return {token: part for part, span in spans.items() if span for token in span.indices}


def _rows(sentence: Sentence) -> Iterator[str]:
    rows = [
        [str(number), token.form, token.lemma, token.tag, token.head, token.deprel]
        for number, token in enumerate(sentence, start=1)
    ]
    cells = [["_" if cell is None else printable(str(cell)) for cell in row] for row in rows]
    if not any(token.tag or token.head is not None for token in sentence):
        cells = [row[:2] for row in cells]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield _GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _proposition(proposition: Proposition) -> str:
    roles = "".join(
        f"{_GAP}{argument.role} [{printable(argument.span.text)}]" for argument in proposition.arguments
    )
    return f"    {printable(proposition.predicate.text)} ({proposition.roleset}){roles}"


def _one_line(text: str) -> str:
    """Return a text in one line, without control characters."""
    return printable(" ".join(text.split()) if "\n" in text or "\t" in text or "\r" in text else text)


def printable(text: str) -> str:
    """Escape control characters except line ends, so that no terminal takes them for commands."""
    if text.isprintable():
        return text
    return "".join(
        character
        if character.isprintable() or character == "\n"
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "word"), counted(2, "word")
    ('1 word', '2 words')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
