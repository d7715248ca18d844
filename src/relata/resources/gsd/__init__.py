"""The UD Chinese GSD treebank of 2016 (v1.3: traditional characters, UD v1) as UD v2 in simplified ones.

    relata train gsd zh-ud-train.conllu gsd-train.conllu

Words and their tags (XPOS) are kept. What differs between the two versions of the guidelines is in
`structure`, `labels` and `punctuation`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from relata.document import Document, Offsets, Sentence, Tokens
from relata.errors import RelataError
from relata.resources.gsd import labels, punctuation, structure
from relata.resources.gsd.tree import Tree, Word, is_tree
from relata.segmentation.characters import simplified

_LATIN_END = re.compile(r".*[^\W_]", re.ASCII)
_ZERO_WIDTH = "\u200b"
_LATIN_START = re.compile(r"[^\W_]", re.ASCII)


def convert(document: Document) -> Document:
    """A v1 document in v2; its text is that of its words, without the blanks that Chinese does not write."""
    trees = [_converted(sentence) for sentence in document.sentences]
    text, offsets = _text(trees)
    words = [word for tree in trees for word in tree]
    starts = [0]
    for tree in trees[:-1]:
        starts.append(starts[-1] + len(tree))
    tokens = Tokens(
        text,
        offsets,
        sentence_starts=starts,
        heads=[word.head.id if word.head else 0 for word in words],
        upos=[word.upos for word in words],
        tag=[word.xpos for word in words],
        feats=[None if word.feats == "_" else word.feats for word in words],
        deprel=[word.deprel for word in words],
    )
    return replace(document, language="zh", tokens=tokens, paragraphs=(), comments=(), nonwords=())


def _converted(sentence: Sentence) -> Tree:
    tree = _tree(sentence)
    if not is_tree(tree):
        raise RelataError(f"{sentence.document.id}, sentence {sentence.index + 1}: its words form no tree")
    structure.convert(tree)
    labels.relabel(tree)
    structure.leaves(tree)
    punctuation.attach(tree)
    return tree


def _tree(sentence: Sentence) -> Tree:
    """The words of a sentence, in simplified characters and full-width marks."""
    tree: Tree = []
    heads: list[int] = []
    for number, token in enumerate(sentence, start=1):
        if token.head is None or token.deprel is None or token.upos is None or token.tag is None:
            raise RelataError(
                f"{sentence.document.id}, sentence {sentence.index + 1}, word {number}: "
                "expected a tag, a part of speech, a head and a label"
            )
        form = simplified(token.form.replace(_ZERO_WIDTH, ""))
        word = Word(number, form, token.upos, token.tag, token.feats or "_", token.deprel)
        punctuation.widen(word)
        tree.append(word)
        heads.append(token.head)
    for word, head in zip(tree, heads, strict=True):
        word.head = tree[head - 1] if head else None
    return tree


def _text(trees: Sequence[Tree]) -> tuple[str, list[Offsets]]:
    """The words without blanks but between Latin ones, a line for each sentence."""
    parts: list[str] = []
    offsets: list[Offsets] = []
    position = 0
    for tree in trees:
        before = ""
        for word in tree:
            if _LATIN_END.fullmatch(before) and _LATIN_START.match(word.form):
                parts.append(" ")
                position += 1
            parts.append(word.form)
            offsets.append((position, position + len(word.form)))
            position += len(word.form)
            before = word.form
        parts.append("\n")
        position += 1
    return "".join(parts), offsets
