"""What CoNLL-2008 files have no place for, counted."""

from __future__ import annotations

from relata.document import Document
from relata.formats.conll2008.extras import has_open, has_others, joined
from relata.formats.unsupported import Unsupported
from relata.segmentation import detect_language

_HELD_COLUMNS = {"lemma", "tag", "deprel", "misc"}


def note_document(document: Document, unsupported: Unsupported, *, with_open: bool) -> None:
    """Counts what is lost of a document apart from its propositions."""
    unsupported.add("discourse relations", "relations", len(document.relations))
    for name in sorted(document.tokens.columns.keys() - _HELD_COLUMNS):
        unsupported.add(name, "documents")
    misc = document.tokens.columns.get("misc", ())
    unsupported.add("MISC", "tokens", sum(map(has_others, misc)))
    unsupported.add("open track", "tokens", 0 if with_open else sum(map(has_open, misc)))
    unsupported.add("constituent trees", "sentences", sum(tree is not None for tree in document.trees))
    unsupported.add("no tokens", "sentences", sum(not sentence for sentence in document.sentences))
    for name, lost in (
        ("comments", any(document.comments)),
        ("rows that are no words", any(document.nonwords)),
        ("metadata", bool(document.metadata)),
        ("language", document.language != detect_language(document.text)),
        ("paragraphs", bool(document.paragraphs)),
        ("text", not _is_plain(document)),
    ):
        unsupported.add(name, "documents", lost)


def _is_plain(document: Document) -> bool:
    """Whether the text is that which the forms give: blanks between words, nothing inside them."""
    tokens = document.tokens
    misc = tokens.columns.get("misc") or (None,) * len(tokens)
    pieces: list[str] = []
    for index in range(len(tokens)):
        pieces += ("" if not index or joined(misc[index - 1], misc[index]) else " ", tokens.form(index))
    return document.text == "".join(pieces)
