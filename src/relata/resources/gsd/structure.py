"""Where the heads of UD v1 and UD v2 differ: clauses, names, classifiers, function words."""

from __future__ import annotations

from relata.resources.gsd.tree import Tree, Word, children

_FUNCTION = frozenset({"case", "mark", "mark:rel", "mark:adv", "cc", "aux", "aux:pass", "cop"})
_ON_FUNCTION = frozenset({"advmod", "conj", "cc"})


def convert(tree: Tree) -> None:
    """Rebuilds a tree in place; the labels that keep their heads are left as they are."""
    _first_clause_leads(tree)
    _verbs_lead_complements(tree)
    _first_name_leads(tree)
    _first_apposition_leads(tree)
    _nouns_lead_prepositions(tree)
    _numerals_lead_classifiers(tree)
    _objects_lead_their_marker(tree)
    _adverbs_lead_their_marker(tree)
    _conjunctions_stand_with_the_next(tree)


def leaves(tree: Tree) -> None:
    """Function words give what depends on them to their heads, but for adverbs and other function words."""
    for word in tree:
        while word.head is not None and word.head.deprel in _FUNCTION and word.deprel not in _ON_FUNCTION:
            word.head = word.head.head


def _first_clause_leads(tree: Tree) -> None:
    """Clauses in a row: v1 hangs them on the last (`dep`), v2 on the first (`parataxis`)."""
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


def _verbs_lead_complements(tree: Tree) -> None:
    """A verb and its result ("变 得 频繁"): v1 calls the verb a copula, v2 the adjective an `xcomp`."""
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


def _first_name_leads(tree: Tree) -> None:
    """Parts of a name: v1 hangs all on the last (`nmod`), v2 on the first (`flat:name`)."""
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


def _first_apposition_leads(tree: Tree) -> None:
    """In "部长 李 杰", v1 hangs the title on the name, v2 the name on the title."""
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
    """The names right before another that depend on it; a dot may stand between them."""
    parts: list[Word] = []
    at = last.id - 2
    while at >= 0:
        word = tree[at]
        if word.xpos == "NNP" and word.head is last and word.deprel in {"nmod", "flat:name"}:
            parts.insert(0, word)
        elif word.upos != "PUNCT" or word.form not in "·‧・-":
            break
        at -= 1
    return parts


def _nouns_lead_prepositions(tree: Tree) -> None:
    """In "对 邦联 的 控制", v1 hangs the phrase on the preposition, v2 all of it on the noun that follows."""
    for word in tree:
        noun = word.head
        if word.xpos != "IN" or word.deprel not in {"det", "nmod"} or noun is None or not noun.is_noun:
            continue
        for part in children(tree, word):
            part.head = noun
        word.deprel = "case"


def _numerals_lead_classifiers(tree: Tree) -> None:
    """In "两 座 便门", v1 hangs the numeral on the classifier, v2 the classifier on the numeral (`clf`)."""
    for word in tree:
        noun = word.head
        if word.xpos != "NNB" or word.deprel not in {"nmod", "det"} or noun is None or noun.upos != "NOUN":
            continue
        own = children(tree, word)
        if any(part.xpos == "DEC" for part in own) or noun.id < word.id:
            continue
        numerals = [part for part in own if part.xpos == "CD" and part.id < word.id]
        if len(own) == 1 and own[0].deprel == "det":
            word.deprel = "clf"
        elif numerals and not any(part.deprel == "det" for part in own):
            numeral = numerals[-1]
            numeral.attach(noun, "nummod")
            for part in own:
                if part is not numeral:
                    part.head = numeral
            word.attach(numeral, "clf")


def _objects_lead_their_marker(tree: Tree) -> None:
    """In "将 数据 传输", 将 and 把 depend on the verb in v1, on the object (`obl:patient`) in v2."""
    for marker in tree:
        if marker.deprel != "aux:caus":
            continue
        verb = marker.head
        found = [
            word
            for word in children(tree, verb)
            if verb is not None
            and marker.id < word.id < verb.id
            and word.deprel in {"dobj", "nmod", "nsubj", "nsubjpass", "ccomp", "xcomp", "advmod"}
            and (word.is_noun or word.deprel == "dobj")
        ]
        if found:
            found.sort(key=lambda word: word.deprel != "dobj")
            found[0].deprel = "obl:patient"
            marker.head = found[0]
        marker.deprel = "case"


def _adverbs_lead_their_marker(tree: Tree) -> None:
    """In "疯狂 地 爱上", 地 depends on the verb in v1, on the adverb before it in v2."""
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


def _conjunctions_stand_with_the_next(tree: Tree) -> None:
    """A conjunction depends on the conjunct before it in v1, on the one after it in v2."""
    for word in tree:
        if word.deprel != "cc":
            continue
        following = [
            other for other in children(tree, word.head) if other.deprel == "conj" and other.id > word.id
        ]
        if following:
            word.head = following[0]
