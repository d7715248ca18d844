"""Full-width marks, and the words that they depend on: UD v2 hangs a mark on the unit that it sets off."""

from __future__ import annotations

from relata.resources.gsd.tree import Tree, Word, children

_FULL_WIDTH = {
    ",": "，",
    ".": "。",
    ";": "；",
    ":": "：",
    "?": "？",
    "!": "！",
    "(": "（",
    ")": "）",
    "「": "“",
    "」": "”",
    "``": "“",
    "''": "”",
    "...": "……",
    "......": "……",
}
_PAIRS = {"（": "）", "“": "”", "《": "》", "『": "』", "〈": "〉", "〔": "〕"}
_FINAL = frozenset("。？！")


def widen(word: Word) -> None:
    """Gives a mark the shape that it has in simplified Chinese."""
    if word.upos == "PUNCT":
        word.form = _FULL_WIDTH.get(word.form, word.form)


def attach(tree: Tree) -> None:
    """Finds the heads of all marks, when those of the words are known."""
    root = next(word for word in tree if word.head is None)
    if root.upos == "PUNCT":
        return
    for word in tree:
        while word.head is not None and word.head.deprel == "punct":
            word.head = word.head.head
    paired = _pairs(tree)
    for mark in tree:
        if mark.deprel != "punct":
            continue
        head = paired.get(mark.id) or _set_off(tree, mark, root)
        mark.attach(head, "punct")


def _pairs(tree: Tree) -> dict[int, Word]:
    """The heads of quotes and brackets: of the words between them, the one whose own head is outside."""
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
    """The highest word beside a mark that hangs on a word beyond the mark, so that no arcs cross."""
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
    """From the next word on one side of a mark up to the last head on that side."""
    at = mark.id - 1 + step
    while 0 <= at < len(tree) and tree[at].deprel == "punct":
        at += step
    if not 0 <= at < len(tree):
        return None
    word = tree[at]
    while word.head is not None and (word.head.id - mark.id) * step > 0 and not _reaches(tree, word, mark):
        word = word.head
    return word


def _reaches(tree: Tree, word: Word, mark: Word) -> bool:
    """Whether words on both sides of a mark hang on a word."""
    return any(
        (child.id - mark.id) * (word.id - mark.id) < 0
        for child in children(tree, word)
        if child.deprel != "punct"
    )
