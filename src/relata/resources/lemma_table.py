"""The table of the lemmatizer, learned from words with tags and lemmas."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from relata.resources.irregular_verbs import irregular_forms
from relata.syntax.lemmas import LONGEST_ENDING, WORD, Rule, apply_rules

Word = tuple[str, str, str]
"""Form, tag and lemma."""

INFLECTED = frozenset(("JJR", "JJS", "NNPS", "NNS", "RBR", "RBS", "VBD", "VBG", "VBN", "VBZ"))
"""Tags whose words change by their endings; those of other tags are themselves, exceptions aside."""

_TYPES = 2
"""Of so many words more must an ending tell the lemma rightly than a shorter one does."""

_SEEN = 2
"""How often a word that has no endings must have been seen to be an exception."""

_LEXICON = 5
"""How many words a form of a lexicon stands for: slips of treebanks do not make lemmas."""

_VOWELS = frozenset("aeiou")
_PLAIN = re.compile(r"[aeiou][aeiou][^aeiou]$|[aeiouwxy]$|[^aeiou][^aeiou]$|^.[^aeiou]?$")
"""Verbs whose last letter is not doubled: those that do not end in one vowel and one consonant."""


def learn(words: Mapping[Word, int], verbs: Iterable[str] = ()) -> dict[str, dict[str, Rule]]:
    """Rules by tag. `verbs` are lemmas whose regular forms are learned as well."""
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (form, tag, lemma), count in words.items():
        counts[tag][form.lower()][lemma.lower()] += count
    for form, tag, lemma in chain(irregular_forms(), *map(regular_forms, verbs)):
        counts[tag][form][lemma] += _LEXICON
    return {tag: rules for tag, found in sorted(counts.items()) if (rules := _rules(found, tag in INFLECTED))}


def table_lines(tables: Mapping[str, Mapping[str, Rule]]) -> Iterator[str]:
    """The table as the lemmatizer reads it."""
    for tag, rules in tables.items():
        for ending, (cut, added) in sorted(rules.items()):
            yield f"{tag}\t{ending}\t{cut}\t{added}"


def regular_forms(verb: str) -> Iterator[Word]:
    """The regular forms of a verb.

    >>> [form for form, _, _ in regular_forms("plan")], [form for form, _, _ in regular_forms("dye")]
    (['plans', 'planned', 'planned', 'planning'], ['dyes', 'dyed', 'dyed', 'dyeing'])
    """
    stem, last, before = verb[:-1], verb[-1:], verb[-2:-1]
    if last == "y" and before not in _VOWELS:
        forms = [(f"{stem}ies", f"{stem}ied", f"{verb}ing")]
    elif last == "e":
        forms = [(f"{verb}s", f"{verb}d", f"{verb if before in 'eoy' else stem}ing")]
    else:
        stems = [verb] if _PLAIN.search(verb) else [verb + last]
        if len(stems[0]) > len(verb) and sum(letter in _VOWELS for letter in verb) > 1:
            stems.append(verb)  # "travelled" and "traveled": which, the stress tells
        forms = [(_with_s(verb), f"{stem}ed", f"{stem}ing") for stem in stems]
    for third, past, progressive in forms:
        yield third, "VBZ", verb
        yield past, "VBD", verb
        yield past, "VBN", verb
        yield progressive, "VBG", verb


def _with_s(verb: str) -> str:
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def _rules(found: Mapping[str, Counter[str]], inflected: bool) -> dict[str, Rule]:
    """The rules of a tag: endings from short to long, then the words that they get wrong."""
    best = {form: _rule(form, lemmas.most_common(1)[0][0]) for form, lemmas in found.items()}
    rules: dict[str, Rule] = {}
    if inflected:
        for size in range(LONGEST_ENDING + 1):
            rules |= _endings(best, size, rules)
    for form, rule in best.items():
        lemma = form[: len(form) - rule[0]] + rule[1]
        if apply_rules(form, rules) != lemma and (inflected or found[form][lemma] >= _SEEN):
            rules[WORD + form] = rule
    return rules


def _rule(form: str, lemma: str) -> Rule:
    sizes = range(min(len(form), len(lemma)), -1, -1)
    shared = next(size for size in sizes if form[:size] == lemma[:size])
    return len(form) - shared, lemma[shared:]


def _endings(best: Mapping[str, Rule], size: int, rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Rules of endings of one length that tell more words rightly than the rules of shorter ones."""
    groups: dict[str, list[str]] = defaultdict(list)
    for form in best:
        if len(form) > size:
            groups[form[len(form) - size :]].append(form)
    chosen: dict[str, Rule] = {}
    for ending, forms in groups.items():
        rule, right = Counter(best[form] for form in forms).most_common(1)[0]
        lemmas = {form: form[: len(form) - best[form][0]] + best[form][1] for form in forms}
        before = sum(apply_rules(form, rules) == lemma for form, lemma in lemmas.items())
        if right - before >= _TYPES and rule[0] <= size:
            chosen[ending] = rule
    return chosen
