"""Features of words."""

from __future__ import annotations

from collections.abc import Iterator

from relata.experiments.features.resources import brown_clusters, inquirer, levin_classes, verb_forms
from relata.experiments.features.sides import Pair, alone, crossed, each_side
from relata.experiments.instances import Side

_SAME_MODAL = {"'ll": "will", "'d": "would", "ca": "can", "wo": "will"}
_MODALS = frozenset(
    ("can", "could", "may", "might", "must", "shall", "should", "will", "would", "ought", *_SAME_MODAL)
)
_NEGATIONS = frozenset(
    ("no", "not", "n't", "never", "neither", "nor", "none", "nothing", "nobody", "without", "hardly")
)
_NEGATES = 3
"""How many words a negation reaches."""
_AUXILIARIES = frozenset({"be", "have", "do"})


def word_pairs(pair: Pair) -> Iterator[str]:
    """All pairs of a word of Arg1 and one of Arg2 (Marcu and Echihabi 2002)."""
    return crossed("word", each_side(pair, _lower))


def words(pair: Pair) -> Iterator[str]:
    """The words of each argument."""
    return alone("word", each_side(pair, _lower))


def first_last(pair: Pair) -> Iterator[str]:
    """First, last and first three words, and pairs of the first and of the last (Pitler et al. 2009)."""
    firsts = each_side(pair, lambda side: _lower(side)[:1])
    lasts = each_side(pair, lambda side: _lower(side)[-1:])
    openings = each_side(pair, lambda side: [" ".join(_lower(side)[:3])])
    for name, sides in (("first", firsts), ("last", lasts)):
        yield from alone(name, sides)
        yield from crossed(name, sides)
    yield from alone("first3", openings)


def polarity(pair: Pair) -> Iterator[str]:
    """Positive and negative words by the General Inquirer, negated or not, and pairs (Pitler et al. 2009)."""
    sides = each_side(pair, _polarities)
    yield from alone("polarity", sides)
    yield from crossed("polarity", sides)


def modality(pair: Pair) -> Iterator[str]:
    """Whether there are modal verbs, which ones, and pairs (Pitler et al. 2009)."""
    sides = each_side(pair, _modals)
    yield from alone("modal", sides)
    yield from crossed("modal", sides)


def verbs(pair: Pair) -> Iterator[str]:
    """Lemma and tag of the main verb of each argument, and pairs; whether the arguments share a verb."""
    sides = each_side(pair, lambda side: (lemma for lemma, _ in verbs_of(side)))
    mains = each_side(pair, lambda side: [lemma for lemma, _ in verbs_of(side)][:1])
    tags = each_side(pair, lambda side: [tag for _, tag in verbs_of(side)][:1])
    yield from alone("verb", mains)
    yield from alone("verb tag", tags)
    yield from crossed("verb tag", tags)
    if set(sides[0]) & set(sides[1]):
        yield "verb.12:shared"


def levin(pair: Pair) -> Iterator[str]:
    """Classes of the verbs of each argument, pairs, and whether they share one (Pitler et al. 2009)."""
    table = levin_classes()
    sides = each_side(pair, lambda side: (c for lemma, _ in verbs_of(side) for c in table.get(lemma, ())))
    yield from alone("levin", sides)
    yield from crossed("levin", sides)
    if set(sides[0]) & set(sides[1]):
        yield "levin.12:shared"


def inquirer_tags(pair: Pair) -> Iterator[str]:
    """Categories of the verbs of each argument by the General Inquirer, and pairs of these."""
    table = inquirer()
    sides = each_side(
        pair, lambda side: (tag for lemma, _ in verbs_of(side) for tag in sorted(table.get(lemma, ())))
    )
    yield from alone("inquirer", sides)
    yield from crossed("inquirer", sides)


def brown(pair: Pair) -> Iterator[str]:
    """Brown clusters of the words of each argument, and pairs of them (Rutherford and Xue 2014)."""
    table = brown_clusters()
    sides = each_side(pair, lambda side: (str(table[word]) for word in side.words if word in table))
    yield from alone("brown", sides)
    yield from crossed("brown", sides)


def verbs_of(side: Side) -> list[tuple[str, str]]:
    """Lemma and tag of the verbs that are no auxiliaries; of all verbs if there are no others.

    Where a corpus has no tags, forms of known verbs are taken for verbs.
    """
    found = list(_tagged_verbs(side) if side.tags else _known_verbs(side))
    return [verb for verb in found if verb[0] not in _AUXILIARIES] or found


def _tagged_verbs(side: Side) -> Iterator[tuple[str, str]]:
    forms = verb_forms()
    for place, (word, tag) in enumerate(zip(side.words, side.tags or (), strict=True)):
        if tag.startswith("V"):
            lower = word.lower()
            yield side.lemmas[place].lower() if side.lemmas else forms.get(lower, lower), tag


def _known_verbs(side: Side) -> Iterator[tuple[str, str]]:
    forms = verb_forms()
    for word in _lower(side):
        if (lemma := forms.get(word)) is not None:
            yield lemma, "VBG" if word.endswith("ing") else "VB" if word == lemma else "VBD"


def _lower(side: Side) -> list[str]:
    return [word.lower() for word in side.words]


def _modals(side: Side) -> Iterator[str]:
    found = [_SAME_MODAL.get(word, word) for word in _lower(side) if word in _MODALS]
    yield "some" if found else "none"
    yield from found


def _polarities(side: Side) -> Iterator[str]:
    table = inquirer()
    lower = _lower(side)
    for place, word in enumerate(lower):
        tags = table.get(word) or (table.get(side.lemmas[place].lower()) if side.lemmas else None) or ()
        sign = "positive" if "Positiv" in tags else "negative" if "Negativ" in tags else None
        if sign:
            negated = any(before in _NEGATIONS for before in lower[max(0, place - _NEGATES) : place])
            yield f"not {sign}" if negated else sign
