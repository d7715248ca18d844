"""Constituents to dependencies: Algorithms 1 and 2 of the CoNLL-2008 shared task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from relata.document import NO_HEAD, Document, Sentence
from relata.errors import FormatError
from relata.treebank.clauses import dissolve_gaps, move_cleft_clauses, split_small_clauses
from relata.treebank.coordination import chain_conjuncts, is_coordinated
from relata.treebank.functions import infer_function, mark_functions, tag_children
from relata.treebank.heads import assign_head, wrap_hyphenated_words, wrap_marker, wrap_rather_than
from relata.treebank.node import NOMINAL, Draft, Node
from relata.treebank.noun_phrases import add_structure, mark_appositions, mark_titles
from relata.treebank.traces import add_traces, give_heads_to_traces, reattach
from relata.treebank.tree import Tree, decoded_tag, parse_trees


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Heads [words], from 1, 0 for the root, and labels [words] of the dependencies of a sentence."""

    heads: tuple[int, ...]
    labels: tuple[str, ...]


def to_dependencies(tree: Tree, names: Sequence[range] | None = None) -> Dependencies:
    """Convert a tree to dependencies of its words, with one root and no cycles for any tree.

    `names` are the ranges of words of names, from 0; without them, proper nouns in a row are a name.

    >>> from relata.treebank import parse_trees
    >>> (rain,) = parse_trees("((S (NP-SBJ (PRP It)) (VP (VBD rained)) (. .)))", "rain.mrg")
    >>> to_dependencies(rain)
    Dependencies(heads=(2, 0, 2), labels=('SBJ', 'ROOT', 'P'))
    """
    draft = Draft(tree, names)
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
    """Add structure to a constituent whose children are complete, and assign its head."""
    wrap_hyphenated_words(phrase)
    mark_titles(phrase)
    category = phrase.category
    if category in NOMINAL:
        add_structure(phrase)
        if not is_coordinated(phrase):
            mark_appositions(phrase)
        if phrase.function == "BNF":
            phrase.function = ""
    elif category in ("PP", "WHPP", "SBAR"):
        wrap_marker(phrase)
    elif category == "VP":
        wrap_rather_than(phrase)
    elif category == "UCP":
        for child in phrase.children:
            child.function = ""
    assign_head(phrase)


def _links(draft: Draft) -> tuple[list[int], list[str]]:
    """List the heads and labels of the words; the first word without governor is the root."""
    heads, labels, root = list[int](), list[str](), 0
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
        if governor is None:  # a second root, below a constituent whose head is empty
            governor = draft.words[root - 1]
        heads.append(governor.position)
        labels.append(top.function or infer_function(word, top, parent or draft.root, governor))
    return heads, labels


def _governor(top: Node) -> Node | None:
    """Return the head word of the nearest constituent above that has one."""
    node = top.parent
    while node is not None:
        head = node
        while head.head is not None:
            head = head.head
        if head.position:
            return head
        node = node.parent
    return None


def _ordered(label: str) -> str:
    """Sort the parts of a label: GAP-SBJ of "SBJ-GAP"."""
    return "-".join(sorted(set(label.split("-")))) if "-" in label else label


def with_dependencies(document: Document) -> Document:
    """Replace the tags and dependencies of a document by those of its trees.

    A sentence without a tree has neither.
    """
    tags: list[str | None] = []
    heads: list[int] = []
    labels: list[str | None] = []
    for sentence in document.sentences:
        if tree := _tree(sentence):
            dependencies = to_dependencies(tree)
            tags += (decoded_tag(leaf.label) for leaf in tree.tokens())
            heads += dependencies.heads
            labels += dependencies.labels
        else:
            tags += [None] * len(sentence)
            heads += [NO_HEAD] * len(sentence)
            labels += [None] * len(sentence)
    return replace(document, tokens=document.tokens.annotate(heads=heads, tag=tags, deprel=labels))


def _tree(sentence: Sentence) -> Tree | None:
    """Parse the tree of a sentence, which must have as many words."""
    if sentence.tree is None:
        return None
    name, fault = sentence.document.id, ""
    trees = list(parse_trees(sentence.tree, name))
    if len(trees) != 1:
        fault = f"expected one tree, found {len(trees)}"
    elif (words := len(trees[0].tokens())) != len(sentence):
        fault = f"expected the {len(sentence)} words of the sentence, found {words}"
    if fault:
        raise FormatError(fault, name, field=f"tree {sentence.index + 1}")
    return trees[0]
