"""Differences between UD v1 and v2: heads of clauses, names, classifiers and function words; labels.

Trees are lists of words that point to their heads, changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_FUNCTION = frozenset({"case", "mark", "mark:rel", "mark:adv", "cc", "aux", "aux:pass", "cop"})
_ON_FUNCTION = frozenset({"advmod", "conj", "cc"})
_RENAMED = {
    "dobj": "obj",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "neg": "advmod",
    "foreign": "flat:foreign",
    "case:suff": "compound",
    "case:pref": "case",
    "case:dec": "case",
    "case:aspect": "aux",
    "aux:caus": "case",
}
_QUESTIONS = frozenset("吗呢么嗎麼")
_UPOS = {"AS": "AUX", "CC": "CCONJ", "UH": "PART"}
_UPOS_BY_LABEL = {
    ("DEC", "mark:rel"): "SCONJ",
    ("DEV", "mark:adv"): "SCONJ",
    ("RB", "mark"): "SCONJ",
    ("VC", "cop"): "AUX",
    ("BB", "aux:pass"): "AUX",
    ("BB", "case"): "ADP",
}
_DETERMINERS = {"DET": "det", "PRON": "det", "ADJ": "amod", "VERB": "acl:relcl", "NUM": "nummod"}
_DROPPED = frozenset({"Case=Rel", "Case=Advb", "Case=Comp", "_"})
_NOUN_TAGS = frozenset({"NN", "NNP", "NNB", "SFN", "PRP", "PRD", "WP", "CD", "FW", "ADD"})
"""Tags of heads of noun phrases; a suffix (SFN) has the part of speech PART."""


@dataclass(slots=True, eq=False)
class Word:
    """A word; `head` is None for the root."""

    id: int
    form: str
    upos: str
    xpos: str
    feats: str
    deprel: str
    head: Word | None = field(default=None, repr=False)

    @property
    def is_noun(self) -> bool:
        """True of the head of a noun phrase."""
        return self.xpos in _NOUN_TAGS

    @property
    def is_predicate(self) -> bool:
        """True of a verb or an adjective."""
        return self.upos in {"VERB", "ADJ"}

    def ancestors(self) -> Iterator[Word]:
        """Iterate over the heads above, up to the root."""
        head = self.head
        while head is not None:
            yield head
            head = head.head

    def attach(self, head: Word | None, deprel: str) -> None:
        """Set the head and the label."""
        self.head, self.deprel = head, deprel

    def replace(self, other: Word) -> None:
        """Take the head and the label of another word, which the caller attaches elsewhere."""
        self.attach(other.head, other.deprel)


Tree = list[Word]


def children(tree: Iterable[Word], head: Word | None) -> list[Word]:
    """List the dependents of a word in their order; for None, the roots."""
    return [word for word in tree if word.head is head]


def restructure(tree: Tree) -> None:
    """Rebuild a tree in place; labels of links that keep their heads stay."""
    _promote_first_clauses(tree)
    _promote_verbs_over_complements(tree)
    _promote_first_names(tree)
    _promote_titles_over_names(tree)
    _promote_nouns_over_prepositions(tree)
    _promote_numerals_over_classifiers(tree)
    _promote_objects_over_markers(tree)
    _promote_adverbs_over_markers(tree)
    _attach_conjunctions_to_next(tree)


def hand_over_dependents(tree: Tree) -> None:
    """Attach the dependents of function words to the heads of these, except adverbs and function words."""
    for word in tree:
        while word.head is not None and word.head.deprel in _FUNCTION and word.deprel not in _ON_FUNCTION:
            word.head = word.head.head


def _promote_first_clauses(tree: Tree) -> None:
    """Attach clauses in a row to the first (`parataxis`), not to the last (`dep`)."""
    for last in reversed(tree):
        clauses = [word for word in children(tree, last) if word.deprel == "dep" and word.id < last.id]
        if not clauses:
            continue
        first = clauses[0]
        first.replace(last)
        for word in children(tree, last):
            if word.id < first.id:
                word.head = first
        for clause in (*clauses[1:], last):
            clause.attach(first, "parataxis")
    for word in tree:
        if word.deprel == "dep":
            word.deprel = "parataxis"


def _promote_verbs_over_complements(tree: Tree) -> None:
    """Make the result of a verb ("变 得 频繁") its `xcomp`; in v1 the verb is a copula."""
    for verb in tree:
        adjective = verb.head
        if verb.deprel != "cop" or verb.xpos != "VV" or adjective is None or verb.id > adjective.id:
            continue
        verb.replace(adjective)
        for word in children(tree, adjective):
            if word.xpos == "DEV" and verb.id < word.id < adjective.id:
                word.attach(verb, "compound:ext")
            elif word.id < verb.id or (word.id > adjective.id and word.deprel in {"parataxis", "conj"}):
                word.head = verb
        adjective.attach(verb, "xcomp")


def _promote_first_names(tree: Tree) -> None:
    """Attach the parts of a name to the first (`flat:name`), not to the last (`nmod`)."""
    for last in tree:
        if last.xpos != "NNP":
            continue
        parts = _parts_of_name(tree, last)
        if not parts:
            continue
        first = parts[0]
        first.replace(last)
        for word in children(tree, last):
            word.head = first
        for part in (*parts[1:], last):
            part.attach(first, "flat:name")


def _promote_titles_over_names(tree: Tree) -> None:
    """Attach the name to the title in "部长 李 杰", not the title to the name."""
    for title in tree:
        name = title.head
        if title.deprel != "appos" or name is None or name.id < title.id:
            continue
        title.replace(name)
        for word in children(tree, name):
            if word.deprel != "flat:name" and not title.id < word.id < name.id:
                word.head = title
        name.attach(title, "appos")


def _parts_of_name(tree: Tree, last: Word) -> list[Word]:
    """List the names right before another that depend on it; a dot may stand between them."""
    parts: list[Word] = []
    for word in reversed(tree[: last.id - 1]):
        if word.xpos == "NNP" and word.head is last and word.deprel in {"nmod", "flat:name"}:
            parts.insert(0, word)
        elif word.upos != "PUNCT" or word.form not in "·‧・-":
            break
    return parts


def _promote_nouns_over_prepositions(tree: Tree) -> None:
    """Attach the phrase in "对 邦联 的 控制" to the noun that follows, not to the preposition."""
    for word in tree:
        noun = word.head
        if word.xpos != "IN" or word.deprel not in {"det", "nmod"} or noun is None or not noun.is_noun:
            continue
        for part in children(tree, word):
            part.head = noun
        word.deprel = "case"


def _promote_numerals_over_classifiers(tree: Tree) -> None:
    """Attach the classifier in "两 座 便门" to the numeral (`clf`), not the numeral to the classifier."""
    for word in tree:
        noun = word.head
        if word.xpos != "NNB" or word.deprel not in {"nmod", "det"} or noun is None or noun.upos != "NOUN":
            continue
        parts = children(tree, word)
        if any(part.xpos == "DEC" for part in parts) or noun.id < word.id:
            continue
        numerals = [part for part in parts if part.xpos == "CD" and part.id < word.id]
        if len(parts) == 1 and parts[0].deprel == "det":
            word.deprel = "clf"
        elif numerals and not any(part.deprel == "det" for part in parts):
            numeral = numerals[-1]
            numeral.attach(noun, "nummod")
            for part in parts:
                if part is not numeral:
                    part.head = numeral
            word.attach(numeral, "clf")


def _promote_objects_over_markers(tree: Tree) -> None:
    """Attach 将 and 把 ("将 数据 传输") to the object (`obl:patient`), not to the verb."""
    for marker in tree:
        if marker.deprel != "aux:caus":
            continue
        verb = marker.head
        objects = [
            word
            for word in children(tree, verb)
            if verb is not None
            and marker.id < word.id < verb.id
            and word.deprel in {"dobj", "nmod", "nsubj", "nsubjpass", "ccomp", "xcomp", "advmod"}
            and (word.is_noun or word.deprel == "dobj")
        ]
        if objects:
            patient = next((word for word in objects if word.deprel == "dobj"), objects[0])
            patient.deprel = "obl:patient"
            marker.head = patient
        marker.deprel = "case"


def _promote_adverbs_over_markers(tree: Tree) -> None:
    """Attach 地 ("疯狂 地 爱上") to the adverb before, not to the verb."""
    for marker in tree:
        if marker.xpos != "DEV" or marker.deprel != "mark":
            continue
        before = tree[marker.id - 2] if marker.id > 1 else marker
        if "Comp" in marker.feats:
            marker.deprel = "compound:ext"
            if before.xpos == "VV" and marker not in before.ancestors():
                marker.head = before
        else:
            marker.deprel = "mark:adv"
            if before.head is marker.head and before.is_predicate:
                marker.head = before


def _attach_conjunctions_to_next(tree: Tree) -> None:
    """Attach a conjunction to the conjunct after it, not to the one before."""
    for word in tree:
        if word.deprel != "cc":
            continue
        siblings = children(tree, word.head)
        conjuncts = (other for other in siblings if other.deprel == "conj" and other.id > word.id)
        word.head = next(conjuncts, word.head)


def relabel(tree: Tree) -> None:
    """Set the v2 label, part of speech and features of every word."""
    for word, label in [(word, _label(word)) for word in tree]:
        word.deprel = label
    for word in tree:
        word.feats = _features(word)
        word.upos = _UPOS_BY_LABEL.get((word.xpos, word.deprel)) or _UPOS.get(word.xpos, word.upos)


def _label(word: Word) -> str:
    head = word.head
    if head is None:
        return "root"
    if word.upos == "PUNCT":
        return "punct"
    match word.deprel:
        case "acl:relcl" if word.xpos == "DEC":
            return "mark:rel"
        case "acl" if word.xpos == "IN":  # a postposition: "桌子 上"
            return "mark" if head.is_predicate else "case"
        case "acl":
            return "advcl" if head.is_predicate else "acl"
        case "det":  # any word before 的; in v2, only determiners and pronouns
            return _DETERMINERS.get(word.upos, "nmod")
        case "nmod" | "advmod" if word.is_noun and head.is_predicate:
            return "nmod" if head.upos == "ADJ" and word.deprel == "nmod" else "obl"
        case "cop" if word.upos == "ADJ":
            return "amod"
        case "discourse" if word.form in _QUESTIONS:
            return "discourse:sp"
        case label:
            return _RENAMED.get(label, label)


def _features(word: Word) -> str:
    if word.xpos == "CD":
        return "NumType=Ord" if word.form.startswith("第") else "NumType=Card"
    if word.xpos == "RB" and word.form[0] in "不未没無" and word.deprel == "advmod":
        return "Polarity=Neg"
    return "PartType=Int" if word.feats == "Mood=Inter" else "_" if word.feats in _DROPPED else word.feats
