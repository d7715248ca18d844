"""Constituents to dependencies: Algorithms 1 and 2 of the CoNLL-2008 shared task."""

from __future__ import annotations

from dataclasses import dataclass

from relata.treebank.apposition import mark_appositions
from relata.treebank.chains import chain_conjuncts
from relata.treebank.clauses import move_cleft_clauses, split_small_clauses
from relata.treebank.coordination import is_coordinated
from relata.treebank.functions import infer_function, mark_functions
from relata.treebank.gapping import dissolve_gaps
from relata.treebank.heads import assign_head
from relata.treebank.markers import add_marker, wrap_rather_than
from relata.treebank.names import mark_titles
from relata.treebank.node import NOMINAL, Draft, Node
from relata.treebank.noun_phrases import add_structure
from relata.treebank.split_words import wrap_split_words
from relata.treebank.traces import give_heads_to_traces, reattach
from relata.treebank.tree import Tree
from relata.treebank.untagged import tag_children
from relata.treebank.untraced import add_traces


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The head of each word of a sentence, from 1, 0 for the root, and the label of its dependency."""

    heads: tuple[int, ...]
    labels: tuple[str, ...]


def to_dependencies(tree: Tree) -> Dependencies:
    """The dependencies of a tree's words: one root, no cycles, whatever the tree.

    >>> from relata.treebank.brackets import parse_trees
    >>> (rain,) = parse_trees("((S (NP-SBJ (PRP It)) (VP (VBD rained)) (. .)))", "rain.mrg")
    >>> to_dependencies(rain)
    Dependencies(heads=(2, 0, 2), labels=('SBJ', 'ROOT', 'P'))
    """
    draft = Draft(tree)
    if not draft.traces:
        add_traces(draft)
    give_heads_to_traces(draft)
    tagged = any(phrase.function for phrase in draft.phrases)
    for phrase in draft.phrases:
        if not tagged:
            tag_children(phrase)
        _complete(phrase)
    move_cleft_clauses(draft)
    split_small_clauses(draft)
    mark_functions(draft)
    reattach(draft)
    dissolve_gaps(draft)
    heads, labels = _links(draft)
    chain_conjuncts(draft.words, heads, labels)
    return Dependencies(tuple(heads), tuple(map(_ordered, labels)))


def _complete(phrase: Node) -> None:
    """Adds structure to a constituent whose children are complete, and finds its head."""
    wrap_split_words(phrase)
    mark_titles(phrase)
    category = phrase.category
    if category in NOMINAL:
        add_structure(phrase)
        if not is_coordinated(phrase):
            mark_appositions(phrase)
        if phrase.function == "BNF":
            phrase.function = ""
    elif category in ("PP", "WHPP", "SBAR"):
        add_marker(phrase)
    elif category == "VP":
        wrap_rather_than(phrase)
    elif category == "UCP":
        for child in phrase.children:
            child.function = ""
    assign_head(phrase)


def _links(draft: Draft) -> tuple[list[int], list[str]]:
    """The head and the label of each word; the first word that nothing governs is the root."""
    heads: list[int] = []
    labels: list[str] = []
    root = 0
    for word in draft.words:
        top = word
        while top.parent is not None and top.parent.head is top:
            top = top.parent
        parent = top.parent
        governor = _governor(top)
        if governor is None and not root:
            root = word.position
            heads.append(0)
            labels.append("ROOT")
            continue
        if governor is None:  # beside the root, below a constituent whose head is empty
            governor = draft.words[root - 1]
        heads.append(governor.position)
        labels.append(top.function or infer_function(word, top, parent or draft.root, governor))
    return heads, labels


def _governor(top: Node) -> Node | None:
    """The head word of the nearest constituent above this that has one."""
    parent = top.parent
    while parent is not None:
        head = parent
        while head.head is not None:
            head = head.head
        if head.is_word:
            return head
        parent = parent.parent
    return None


def _ordered(label: str) -> str:
    """A label with its parts in order: GAP-SBJ of "SBJ-GAP"."""
    return "-".join(sorted(set(label.split("-")))) if "-" in label else label
