"""Relations as a person reads them: the sentence with its parts set off, the sense, the probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from relata.cli.console import counted, printable
from relata.document import Document, Span
from relata.document.relations import DiscourseRelation

_STYLES = {"Arg1": "italic cyan", "Arg2": "bold green", "connective": "underline yellow"}
"""As the Penn Discourse TreeBank prints them: Arg1 in italics, Arg2 bold, the connective underlined."""
_BRACKETS = {"Arg1": ("[", "]1"), "Arg2": ("[", "]2"), "connective": ("<", ">")}
_MOST_WORDS = 60
"""Sentences with more words are shown from the first to the last word that takes part."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some text and the part of the relation that it belongs to, if any."""

    text: str
    part: str | None


def plain(document: Document) -> str:
    """A document's relations as plain text."""
    blocks = [f"{_heading(document)}\n"]
    for relation in document.relations:
        said = "".join(map(_bracketed, pieces(document, relation)))
        blocks.append(f"{'  '.join(_facts(relation))}\n    {said}\n")
    return "\n".join(blocks) + "\n"


def show(document: Document) -> None:
    """Prints a document's relations on a terminal."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=False)
    console.print(Text(_heading(document), style="bold"))
    for relation in document.relations:
        kind, *facts = _facts(relation)
        console.print(Text(f"\n{kind}  ", style="dim").append("  ".join(facts), style="not dim bold"))
        said = Text()
        for piece in pieces(document, relation):
            said.append(piece.text, style=_STYLES.get(piece.part or "", ""))
        console.print(Padding(said, (0, 0, 0, 4)))
    console.print()


def pieces(document: Document, relation: DiscourseRelation) -> Iterator[Piece]:
    """The sentences that a relation stands in, cut at the edges of its parts."""
    parts = _parts(relation)
    sentences = sorted({document.tokens.sentence_of(word) for word in parts})
    last = None
    for sentence in sentences:
        if last is not None:
            yield Piece(" " if sentence == last + 1 else " … ", None)
        yield from _sentence(document, sentence, parts)
        last = sentence


def _sentence(document: Document, sentence: int, parts: dict[int, str]) -> Iterator[Piece]:
    tokens = document.tokens
    words = tokens.sentence_range(sentence)
    if len(words) > _MOST_WORDS:
        own = [word for word in parts if word in words]
        words = range(min(own), max(own) + 1)
    begin = tokens.begins[words.start]
    part = parts.get(words.start)
    end = begin
    for word in words:
        if parts.get(word) != part:
            yield Piece(_line(document.text[begin:end]), part)
            gap = document.text[end : tokens.begins[word]]
            if gap:
                yield Piece(" ", None)
            begin, part = tokens.begins[word], parts.get(word)
        end = tokens.ends[word]
    yield Piece(_line(document.text[begin:end]), part)


def _parts(relation: DiscourseRelation) -> dict[int, str]:
    """The part that each word of a relation belongs to; the connective first."""
    spans: tuple[tuple[Span | None, str], ...] = (
        (relation.arg2, "Arg2"),
        (relation.arg1, "Arg1"),
        (relation.connective, "connective"),
    )
    return {word: part for span, part in spans if span for word in span.indices}


def _heading(document: Document) -> str:
    things = {"word": document.tokens, "sentence": document.sentences, "relation": document.relations}
    return f"{_line(document.id)}: " + ", ".join(counted(len(own), thing) for thing, own in things.items())


def _facts(relation: DiscourseRelation) -> list[str]:
    facts = [str(relation.type), ", ".join(relation.all_senses)]
    if relation.inserted:
        facts.append(f"({relation.inserted})")
    if relation.score is not None:
        facts.append(f"{relation.score:.0%}")
    return [fact for fact in facts if fact]


def _bracketed(piece: Piece) -> str:
    before, after = _BRACKETS[piece.part] if piece.part else ("", "")
    return f"{before}{piece.text}{after}"


def _line(text: str) -> str:
    """A text in one line, without what would command a terminal."""
    return printable(" ".join(text.split()) if "\n" in text or "\t" in text or "\r" in text else text)
