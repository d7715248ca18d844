"""Documents for tests, written in one line."""

from __future__ import annotations

from relata.document import Document, Offsets, Tokens


def blank_document(*sentences: str) -> Document:
    """Sentences whose words stand apart by blanks."""
    offsets: list[Offsets] = []
    starts: list[int] = []
    at = 0
    for sentence in sentences:
        starts.append(len(offsets))
        for word in sentence.split():
            offsets.append((at, at + len(word)))
            at += len(word) + 1
    return Document("d", "en", Tokens(" ".join(sentences), offsets, sentence_starts=starts))
