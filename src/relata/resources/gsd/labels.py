"""The labels, parts of speech and features of UD v2, where those of UD v1 differ."""

from __future__ import annotations

from relata.resources.gsd.tree import Tree, Word

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
_DROPPED = frozenset({"Case=Rel", "Case=Advb", "Case=Comp", "_"})


def relabel(tree: Tree) -> None:
    """Gives every word its v2 label, then its part of speech and features."""
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
        case "acl":
            return _clause(word, head)
        case "det":
            return _determiner(word)
        case "nmod" | "advmod" if word.is_noun and head.is_predicate:
            return "nmod" if head.upos == "ADJ" and word.deprel == "nmod" else "obl"
        case "cop" if word.upos == "ADJ":
            return "amod"
        case "discourse" if word.form in _QUESTIONS:
            return "discourse:sp"
        case label:
            return _RENAMED.get(label, label)


def _clause(word: Word, head: Word) -> str:
    """What v1 calls `acl` may be a postposition ("桌子 上"), an adverbial clause, or what it says."""
    if word.xpos == "IN":
        return "mark" if head.is_predicate else "case"
    return "advcl" if head.is_predicate else "acl"


def _determiner(word: Word) -> str:
    """v1 calls everything before 的 a determiner, v2 determiners and pronouns."""
    if word.upos in {"DET", "PRON"}:
        return "det"
    return {"ADJ": "amod", "VERB": "acl:relcl", "NUM": "nummod"}.get(word.upos, "nmod")


def _features(word: Word) -> str:
    if word.xpos == "CD":
        return "NumType=Ord" if word.form.startswith("第") else "NumType=Card"
    if word.xpos == "RB" and word.form[0] in "不未没無" and word.deprel == "advmod":
        return "Polarity=Neg"
    return "PartType=Int" if word.feats == "Mood=Inter" else "_" if word.feats in _DROPPED else word.feats
