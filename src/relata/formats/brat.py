"""brat standoff, which shows relations in a browser: .txt and .ann for each document, and annotation.conf.

A relation with a connective is an event, triggered by the connective. Other relations are brat relations
between their arguments, with senses at Arg2: brat shows attributes of spans and events only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from relata.document import Document, Offsets, Span
from relata.document.relations import DiscourseRelation
from relata.formats.files import distinct, file_name, one_line, replacing, write_text
from relata.formats.warnings import Unsupported

_FRAGMENT = re.compile(r"\S(?:[^\n]*\S)?")
_BREAKS_VALUES = re.compile(r"[\s,|]+")


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write a directory that brat opens as a collection."""
    unsupported = Unsupported("brat")
    vocabulary = _Vocabulary()
    with replacing(path) as folder:
        folder.mkdir()
        for document in distinct(documents, path):
            name = file_name(document.id, path)
            text = _brat_text(document.text)
            annotations = _Annotations(text, vocabulary, unsupported)
            for relation in document.relations:
                annotations.add(relation)
            unsupported.add_layers(
                document,
                *("propositions", "annotation of tokens", "constituent trees"),
                *("comments", "rows that are no words", "metadata"),
            )
            write_text(folder / f"{name}.txt", [text], path)
            write_text(folder / f"{name}.ann", annotations.lines, path)
        write_text(folder / "annotation.conf", [vocabulary.configuration()], path)
    unsupported.warn()


def _brat_text(text: str) -> str:
    """Replace line ends by "\\n" at the same offsets: brat counts CRLF as one character."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


class _Vocabulary:
    """Types and values in use, which brat requires to be declared."""

    def __init__(self) -> None:
        self.spans = {"Arg1", "Arg2"}
        self.events: set[str] = set()
        self.relations: set[str] = set()
        self.attributes: dict[str, set[str]] = {}

    def configuration(self) -> str:
        """Return the text of annotation.conf."""
        sections = {
            "entities": sorted(self.spans),
            "relations": [f"{name}\tArg1:Arg1, Arg2:Arg2" for name in sorted(self.relations)],
            # brat reads a number at the end of a role as a counter: Arg1 and Arg2 both have the role Arg.
            "events": [f"{name}\tArg+:Arg1|Arg2" for name in sorted(self.events)],
            "attributes": [
                f"{name}\tArg:<EVENT>|Arg2, Value:{'|'.join(sorted(values))}"
                for name, values in sorted(self.attributes.items())
            ],
        }
        return "\n".join("\n".join((f"[{name}]", *lines, "")) for name, lines in sections.items())


class _Annotations:
    """Lines of one .ann file."""

    def __init__(self, text: str, vocabulary: _Vocabulary, unsupported: Unsupported) -> None:
        self.lines: list[str] = []
        self._text = text
        self._vocabulary = vocabulary
        self._dropped = unsupported
        self._counts: Counter[str] = Counter()

    def add(self, relation: DiscourseRelation) -> None:
        """Add a relation; brat does not support empty arguments."""
        if not (self._fragments(relation.arg1) and self._fragments(relation.arg2)):
            self._dropped.add("an empty argument", "relations")
            return
        arg1, arg2 = self._span("Arg1", relation.arg1), self._span("Arg2", relation.arg2)
        if relation.connective and self._fragments(relation.connective):
            trigger = self._span(relation.type, relation.connective)
            relation_id = bearer = self._line("E", f"{relation.type}:{trigger} Arg1:{arg1} Arg2:{arg2}")
            self._vocabulary.events.add(relation.type)
        else:
            relation_id = self._line("R", f"{relation.type} Arg1:{arg1} Arg2:{arg2}")
            bearer = arg2
            self._vocabulary.relations.add(relation.type)
        for number, sense in enumerate(relation.all_senses, start=1):
            name = "Sense" if number == 1 else f"Sense{number}"
            value = _BREAKS_VALUES.sub("_", sense)
            self._line("A", f"{name} {bearer} {value}")
            self._vocabulary.attributes.setdefault(name, set()).add(value)
        if note := "; ".join(self._details(relation)):
            self._line("#", f"AnnotatorNotes {relation_id}\t{note}")

    def _details(self, relation: DiscourseRelation) -> Iterator[str]:
        """Yield the fields that brat has no kind of line for; spans are given by their ids."""
        for name in ("punctuation", "sup1", "sup2"):
            span = getattr(relation, name)
            if span and self._fragments(span):
                self._vocabulary.spans.add(name.capitalize())
                yield f"{name}: {self._span(name.capitalize(), span)}"
        for name in ("id", "inserted", "second_inserted", "punctuation_type", "score", "provenance"):
            value = getattr(relation, name)
            if value is not None:
                yield f"{name}: {one_line(str(value))}"
        for name, value in relation.extras.items():
            yield f"{one_line(name)}: {one_line(value)}"

    def _span(self, kind: str, span: Span) -> str:
        fragments = self._fragments(span)
        offsets = ";".join(f"{begin} {end}" for begin, end in fragments)
        text = " ".join(self._text[begin:end] for begin, end in fragments)
        return self._line("T", f"{kind} {offsets}\t{one_line(text)}")

    def _fragments(self, span: Span) -> list[Offsets]:
        """Cut the pieces of a span at line ends: brat has no annotation across lines."""
        return [
            match.span()
            for match in chain.from_iterable(_FRAGMENT.finditer(self._text, *piece) for piece in span.pieces)
        ]

    def _line(self, kind: str, content: str) -> str:
        self._counts[kind] += 1
        name = f"{kind}{self._counts[kind]}"
        self.lines.append(f"{name}\t{content}\n")
        return name
