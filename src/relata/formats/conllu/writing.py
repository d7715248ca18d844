"""Documents as lines of CoNLL-U."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path

from relata.document import NO_HEAD, Document, Sentence
from relata.errors import FormatError
from relata.formats.files import distinct, one_line, replace_text
from relata.formats.warnings import Unsupported

NEWDOC = re.compile(r"(newdoc(?: |_)id *= *)(.*)|newdoc")
ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
"""Escapes of characters in the values of MISC."""

_SPECIAL = re.compile(r"[ \t\r\n|\\]")
_NONWORD = re.compile(r"[0-9]{1,9}[-.][0-9]{1,9}(?:\t[^\t\n]+){9}")


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a CoNLL-U file.

    A document that was read from CoNLL-U is written unchanged. A document of another format gets `newdoc`,
    `newpar`, `sent_id` and `text` comments, and `SpaceAfter` and `SpacesAfter` that restore its text.
    """
    unsupported = Unsupported("CoNLL-U")
    replace_text(path, _all_lines(distinct(documents, path), Path(path).stem, unsupported))
    unsupported.warn()


def _all_lines(documents: Iterator[Document], file: str, unsupported: Unsupported) -> Iterator[str]:
    """Yield the lines of all documents; a name is left out where the file name restores it."""
    first_two = list(islice(documents, 2))
    for number, document in enumerate(chain(first_two, documents)):
        note_unsupported(document, unsupported)
        unsupported.add("discourse relations", "relations", len(document.relations))
        for line in lines(document, named=len(first_two) > 1 and (number > 0 or document.id != file)):
            yield f"{line}\n"


def lines(document: Document, *, named: bool = True) -> Iterator[str]:
    """Yield the lines of a document, without line ends; `named` forces a `newdoc` line."""
    columns = _columns(document)
    paragraphs = _paragraph_starts(document)
    named = named or bool(document.metadata) or not _as_read(document)
    for sentence in filter(len, document.sentences):
        span = sentence.range
        comments: Sequence[str] = sentence.comments
        if not document.comments:
            comments = _comments(
                sentence, columns[0][span.start : span.stop], newpar=span.start in paragraphs
            )
        if named or starts_document(comments):
            comments = with_document(comments, document.id, document.metadata)
            named = False
        rows = zip(*(column[span.start : span.stop] for column in columns), strict=True)
        words = ("\t".join((str(number), *row)) for number, row in enumerate(rows, start=1))
        yield from map(_comment_line, comments)
        yield from merged(words, nonwords(sentence))
        yield ""


def nonwords(sentence: Sentence) -> tuple[str, ...]:
    """Return the rows of a sentence that are no words; refuse rows that CoNLL-U cannot hold."""
    for row in sentence.nonwords:
        if not _NONWORD.fullmatch(row):
            message = f"expected a row of CoNLL-U with an ID such as 3-4 or 5.1, got {row!r}"
            raise FormatError(message, sentence.document.id, field="nonwords")
    return sentence.nonwords


def merged(words: Iterable[str], nonwords: Iterable[str]) -> Iterator[str]:
    """Merge the rows of words with the rows of multiword tokens and empty nodes."""
    waiting = deque((_next_word(row), row) for row in nonwords)
    for number, word in enumerate(words, start=1):
        while waiting and waiting[0][0] == number:
            yield waiting.popleft()[1]
        yield word
    for _, row in waiting:
        yield row


def note_unsupported(document: Document, unsupported: Unsupported) -> None:
    """Count the features that rows of words do not support; discourse relations are not counted."""
    unsupported.add_layers(document, "propositions", "constituent trees", "no tokens")
    unsupported.add("no sentences", "documents", not document.sentences)
    if not _as_read(document):
        unsupported.add_layers(document, "forms that differ from the text")
        unsupported.add("text outside tokens", "documents", any(gap.strip() for gap in _gaps(document)))


def spaces(document: Document) -> list[str]:
    """Return the MISC items for the white space after each token, "_" for none."""
    paragraphs = _paragraph_starts(document)
    misc: list[str] = []
    for following, gap in enumerate(islice(_gaps(document), 1, None), start=1):
        usual = "\n\n" if following in paragraphs else " "
        if gap == usual or gap.strip() or following == len(document.tokens):
            misc.append("_")
        elif not gap and usual == " ":
            misc.append("SpaceAfter=No")
        else:
            misc.append(f"SpacesAfter={escaped(gap)}")
    return misc


def forms(document: Document) -> list[str]:
    """Return the forms of the words: their surface text, unless they were read from CoNLL-U."""
    if _as_read(document):
        return list(map(document.tokens.form, range(len(document.tokens))))
    begins, ends = document.tokens.begins, document.tokens.ends
    surfaces = (document.text[begin:end] for begin, end in zip(begins, ends, strict=True))
    return [one_line(surface) or "_" for surface in surfaces]


def starts_document(comments: Sequence[str]) -> bool:
    """Return true if a sentence with these comments is the first of a document."""
    return any(map(NEWDOC.fullmatch, comments))


def with_document(comments: Sequence[str], name: str, metadata: Mapping[str, str]) -> list[str]:
    """Return the comments of a first sentence with the name and the metadata of its document."""
    lines = [
        f"{key if key.startswith('global.') else f'meta::{key}'} = {value}" for key, value in metadata.items()
    ]
    for number, comment in enumerate(comments):
        if match := NEWDOC.fullmatch(comment):
            newdoc = comment if match[1] is None else f"{match[1]}{name}"
            return [*comments[:number], newdoc, *lines, *comments[number + 1 :]]
    return [f"newdoc id = {name}", *lines, *comments]


def escaped(value: str) -> str:
    """Escape a value for MISC."""
    return _SPECIAL.sub(lambda match: ESCAPES[match[0]], value)


def _next_word(nonword: str) -> int:
    """Return the number of the word after a multiword token (3-4) or an empty node (2.1)."""
    id = nonword.partition("\t")[0]
    return int(id.partition("-")[0]) if "-" in id else int(id.partition(".")[0]) + 1


def _as_read(document: Document) -> bool:
    """Return true if a document has layers that only CoNLL-U gives: its words are then their forms."""
    return bool(document.comments or document.nonwords)


def _comment_line(comment: str) -> str:
    """Return the line that a comment was read from; a comment of another origin becomes one line."""
    return (comment if comment.startswith("#") else f"# {comment}").replace("\n", " ")


def _comments(sentence: Sentence, forms: Sequence[str], *, newpar: bool) -> list[str]:
    comments = ["newpar"] if newpar else []
    comments.append(f"sent_id = {sentence.document.id}-{sentence.index + 1}")
    if "".join(sentence.text.split()) == "".join("".join(forms).split()):
        comments.append(f"text = {one_line(sentence.text)}")
    return comments


def _paragraph_starts(document: Document) -> set[int]:
    """Return the first token of each paragraph."""
    begins = [begin for begin, _ in document.paragraphs]
    starts: set[int] = set()
    before = 0
    for sentence in filter(len, document.sentences):
        paragraph = bisect_right(begins, sentence.offsets[0])
        if paragraph > before:
            starts.add(sentence.range.start)
        before = paragraph
    return starts


def _columns(document: Document) -> list[Sequence[str]]:
    """Return the columns after the id, as text."""
    tokens = document.tokens
    empty = ["_"] * len(tokens)
    known = {name: [value or "_" for value in column] for name, column in tokens.columns.items()}
    heads = (
        empty if tokens.heads is None else ["_" if head == NO_HEAD else str(head) for head in tokens.heads]
    )
    morphology = [known.get(name, empty) for name in ("lemma", "upos", "tag", "feats")]
    syntax = [heads, known.get("deprel", empty), known.get("deps", empty)]
    return [forms(document), *morphology, *syntax, known["misc"] if "misc" in known else spaces(document)]


def _gaps(document: Document) -> Iterator[str]:
    """Yield the text before the first token, between tokens, and after the last."""
    begins, ends = document.tokens.begins, document.tokens.ends
    edges = zip(chain([0], ends), chain(begins, [len(document.text)]), strict=True)
    return (document.text[end:begin] for end, begin in edges)
