"""What CoNLL-2008 files have no place for, counted."""

from __future__ import annotations

from itertools import pairwise

from relata.document import Document
from relata.formats.conll2008.extras import has_open, has_others
from relata.formats.dropped import Dropped
from relata.segmentation import detect_language

_HELD_COLUMNS = {"lemma", "tag", "deprel", "misc"}


def note_document(document: Document, dropped: Dropped, *, with_open: bool) -> None:
    """Counts what is lost of a document apart from its propositions."""
    dropped.add("discourse relations", "relations", len(document.relations))
    for name in sorted(document.tokens.columns.keys() - _HELD_COLUMNS):
        dropped.add(name, "documents")
    misc = document.tokens.columns.get("misc", ())
    dropped.add("MISC", "tokens", sum(map(has_others, misc)))
    dropped.add("open track", "tokens", 0 if with_open else sum(map(has_open, misc)))
    dropped.add("constituent trees", "sentences", sum(tree is not None for tree in document.trees))
    dropped.add("no tokens", "sentences", sum(not sentence for sentence in document.sentences))
    for name, lost in (
        ("comments", any(document.comments)),
        ("rows that are no words", any(document.nonwords)),
        ("metadata", bool(document.metadata)),
        ("language", document.language != detect_language(document.text)),
        ("paragraphs", bool(document.paragraphs)),
        ("text", not _is_plain(document)),
    ):
        dropped.add(name, "documents", lost)


def _is_plain(document: Document) -> bool:
    """Whether the text is the forms of the tokens with a blank, or nothing inside words, between them."""
    tokens, text = document.tokens, document.text
    size = len(tokens)
    if not size:
        return not text
    edges = tokens.begins[0] == 0 and tokens.ends[-1] == len(text)
    gaps = (text[tokens.ends[before] : tokens.begins[after]] for before, after in pairwise(range(size)))
    forms = all(tokens.form(n) == text[tokens.begins[n] : tokens.ends[n]] for n in range(size))
    return edges and forms and all(gap in ("", " ") for gap in gaps)
