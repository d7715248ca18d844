"""The UD Chinese GSD treebank of 2016 (v1.3) as UD v2, in simplified characters.

    relata resources gsd zh-ud-train.conllu gsd-train.conllu

Words and their tags (XPOS) are kept. Here are marks, which UD v2 attaches to the unit that they set off;
the other differences between the versions are in `guidelines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

from relata.document import Document, Sentence, Tokens
from relata.document.dependency_tree import is_tree
from relata.errors import RelataError
from relata.resources.gsd.guidelines import Tree, Word, children, hand_over_dependents, relabel, restructure
from relata.segmentation.characters import simplified

_LATIN_END = re.compile(r".*[^\W_]", re.ASCII)
_ZERO_WIDTH = "\u200b"
_LATIN_START = re.compile(r"[^\W_]", re.ASCII)
_FULL_WIDTH = dict(zip(",.;:?!()「」", "，。；：？！（）“”", strict=True))
_FULL_WIDTH |= {"``": "“", "''": "”", "...": "……", "......": "……"}
_PAIRS = {"（": "）", "“": "”", "《": "》", "『": "』", "〈": "〉", "〔": "〕"}
_FINAL = frozenset("。？！")


def convert(document: Document) -> Document:
    """Convert a document of v1 to v2; its text is that of its words, with blanks between Latin words only."""
    trees = [_converted(sentence) for sentence in document.sentences]
    words = [word for tree in trees for word in tree]
    tokens = Tokens.of_words(
        (word.form for word in words),
        (gap for tree in trees for gap in _gaps(tree)),
        sentence_starts=list(accumulate(map(len, trees[:-1]), initial=0)),
        heads=[word.head.id if word.head else 0 for word in words],
        upos=[word.upos for word in words],
        tag=[word.xpos for word in words],
        feats=[None if word.feats == "_" else word.feats for word in words],
        deprel=[word.deprel for word in words],
    )
    return replace(document, language="zh", tokens=tokens, paragraphs=(), comments=(), nonwords=())


def _converted(sentence: Sentence) -> Tree:
    tree = _tree(sentence)
    if not is_tree([token.head for token in sentence]):
        raise RelataError(f"{sentence.document.id}, sentence {sentence.index + 1}: its words form no tree")
    restructure(tree)
    relabel(tree)
    hand_over_dependents(tree)
    _attach_marks(tree)
    return tree


def _tree(sentence: Sentence) -> Tree:
    """Build the tree of a sentence, in simplified characters and full-width marks."""
    tree: Tree = []
    heads: list[int] = []
    for number, token in enumerate(sentence, start=1):
        if token.head is None or token.deprel is None or token.upos is None or token.tag is None:
            raise RelataError(
                f"{sentence.document.id}, sentence {sentence.index + 1}, word {number}: "
                "expected a tag, a part of speech, a head and a label"
            )
        form = simplified(token.form.replace(_ZERO_WIDTH, ""))
        if token.upos == "PUNCT":
            form = _FULL_WIDTH.get(form, form)
        tree.append(Word(number, form, token.upos, token.tag, token.feats or "_", token.deprel))
        heads.append(token.head)
    for word, head in zip(tree, heads, strict=True):
        word.head = tree[head - 1] if head else None
    return tree


def _gaps(tree: Tree) -> Iterator[str]:
    """Return the gap behind each word: blanks between Latin words only, a line a sentence."""
    for word, following in pairwise(tree):
        yield " " if _LATIN_END.fullmatch(word.form) and _LATIN_START.match(following.form) else ""
    yield "\n"


def _attach_marks(tree: Tree) -> None:
    """Attach all marks, once the heads of the words are known."""
    root = next(word for word in tree if word.head is None)
    if root.upos == "PUNCT":
        return
    for word in tree:
        while word.head is not None and word.head.deprel == "punct":
            word.head = word.head.head
    paired = _paired_heads(tree)
    for mark in tree:
        if mark.deprel != "punct":
            continue
        head = paired.get(mark.id) or _set_off(tree, mark, root)
        mark.attach(head, "punct")


def _paired_heads(tree: Tree) -> dict[int, Word]:
    """Find the heads of quotes and brackets: the word between them whose head is outside."""
    heads: dict[int, Word] = {}
    open_marks: list[Word] = []
    for word in tree:
        if word.form in _PAIRS and word.upos == "PUNCT":
            open_marks.append(word)
        elif open_marks and word.form == _PAIRS[open_marks[-1].form]:
            begin = open_marks.pop().id
            inside = tree[begin : word.id - 1]
            tops = [part for part in inside if part.deprel != "punct" and part.head not in inside]
            if len(tops) == 1:
                heads[begin] = heads[word.id] = tops[0]
    return heads


def _set_off(tree: Tree, mark: Word, root: Word) -> Word:
    """Find the highest word next to a mark whose head is beyond the mark, so that no links cross."""
    before = _climb(tree, mark, -1)
    if mark.id == len(tree) or mark.form in _FINAL:
        return root
    after = _climb(tree, mark, 1)
    if before is None or after is None:
        return after or before or root
    if before in after.ancestors():
        return after
    return before if after in before.ancestors() else after


def _climb(tree: Tree, mark: Word, step: int) -> Word | None:
    """Climb from the next word on one side of a mark to the last head on that side."""
    index = mark.id - 1 + step
    while 0 <= index < len(tree) and tree[index].deprel == "punct":
        index += step
    if not 0 <= index < len(tree):
        return None
    word = tree[index]
    while word.head is not None and (word.head.id - mark.id) * step > 0 and not _reaches(tree, word, mark):
        word = word.head
    return word


def _reaches(tree: Tree, word: Word, mark: Word) -> bool:
    """Check that a word has dependents across a mark."""
    return any(
        (child.id - mark.id) * (word.id - mark.id) < 0
        for child in children(tree, word)
        if child.deprel != "punct"
    )
