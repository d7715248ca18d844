"""Dependencies for documents that have trees."""

from __future__ import annotations

from dataclasses import replace

from relata.document import NO_HEAD, Document, Sentence
from relata.errors import FormatError
from relata.treebank.brackets import parse_trees
from relata.treebank.conversion import to_dependencies
from relata.treebank.tree import Tree, decoded_tag


def with_dependencies(document: Document) -> Document:
    """The document with the tags of its trees and the dependencies that they imply, in the place of others.

    A sentence without a tree has neither.
    """
    tags: list[str | None] = []
    heads: list[int] = []
    labels: list[str | None] = []
    for sentence in document.sentences:
        tree = _tree(sentence)
        if tree is None:
            tags += [None] * len(sentence)
            heads += [NO_HEAD] * len(sentence)
            labels += [None] * len(sentence)
        else:
            found = to_dependencies(tree)
            tags += (decoded_tag(leaf.label) for leaf in tree.tokens())
            heads += found.heads
            labels += found.labels
    return replace(document, tokens=document.tokens.annotate(heads=heads, tag=tags, deprel=labels))


def _tree(sentence: Sentence) -> Tree | None:
    """The tree of a sentence, which must have as many words."""
    if sentence.tree is None:
        return None
    field = f"tree {sentence.index + 1}"
    trees = list(parse_trees(sentence.tree, sentence.document.id))
    if len(trees) != 1:
        raise FormatError(f"expected one tree, found {len(trees)}", sentence.document.id, field=field)
    words = len(trees[0].tokens())
    if words != len(sentence):
        message = f"expected the {len(sentence)} words of the sentence, found {words}"
        raise FormatError(message, sentence.document.id, field=field)
    return trees[0]
