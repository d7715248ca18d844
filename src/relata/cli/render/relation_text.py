"""Relations on a terminal: the sentences with the parts of the relation set off by style."""

from __future__ import annotations

from relata.document import Document
from relata.view.plain_text import facts, heading, pieces

_STYLES = {"Arg1": "italic cyan", "Arg2": "bold green", "connective": "underline yellow"}
"""Styles as the Penn Discourse TreeBank prints: Arg1 in italics, Arg2 bold, the connective underlined."""


def show(document: Document) -> None:
    """Print the relations of a document on a terminal."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=False)
    console.print(Text(heading(document), style="bold"))
    for relation in document.relations:
        kind, *others = facts(relation)
        console.print(Text(f"\n{kind}  ", style="dim").append("  ".join(others), style="not dim bold"))
        sentences = Text()
        for piece in pieces(document, relation):
            sentences.append(piece.text, style=_STYLES.get(piece.part or "", ""))
        console.print(Padding(sentences, (0, 0, 0, 4)))
    console.print()
