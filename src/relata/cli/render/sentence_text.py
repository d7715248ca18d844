"""Sentences as a person reads them: a row for each word, then the propositions."""

from __future__ import annotations

from collections.abc import Iterator

from relata.cli.console import counted, printable
from relata.document import Document, Sentence
from relata.document.relations import Proposition

_GAP = "  "


def plain_sentences(document: Document) -> str:
    """A document's sentences: number, form, lemma, tag, head and label of each word, and who does what.

    A proposition without a predicate stands in no sentence, and is left out.
    """
    frames: dict[int, list[Proposition]] = {}
    for proposition in filter(lambda each: each.predicate, document.propositions):
        place = document.tokens.sentence_of(proposition.predicate.ranges[0][0])
        frames.setdefault(place, []).append(proposition)
    blocks = [f"{document.id}: {counted(len(document.sentences), 'sentence')}\n"]
    for sentence in document.sentences:
        lines = [*_rows(sentence), *map(_frame, frames.get(sentence.index, ()))]
        blocks.append("".join(f"{line}\n" for line in lines))
    return "\n".join(blocks) + "\n"


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


def _frame(proposition: Proposition) -> str:
    roles = "".join(
        f"{_GAP}{argument.role} [{printable(argument.span.text)}]" for argument in proposition.arguments
    )
    return f"    {printable(proposition.predicate.text)} ({proposition.roleset}){roles}"
