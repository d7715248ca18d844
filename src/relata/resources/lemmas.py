"""The table of the lemmatizer, learned from words with tags and lemmas: `relata resources lemmas`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import chain

from relata.document import Document
from relata.syntax.lemmas import LONGEST_ENDING, WORD, Rule, apply_rules

LemmatizedWord = tuple[str, str, str]
"""Form, tag and lemma."""

INFLECTED = frozenset(("JJR", "JJS", "NNPS", "NNS", "RBR", "RBS", "VBD", "VBG", "VBN", "VBZ"))
"""Tags with rules of endings; words of other tags are their own lemmas, exceptions aside."""

_UNINFLECTED = frozenset(("ADD", "CD", "FW", "GW", "LS", "NFP", "SYM"))
"""Tags of words that are always their own lemmas, or no words."""

_TYPES = 2
"""Least gain of an ending, in words, over the rules of shorter endings."""

_SEEN = 2
"""Least count of an exception among words without endings."""

_LEXICON = 5
"""Count of each form of a lexicon, so that slips of treebanks do not make lemmas."""

_VOWELS = frozenset("aeiou")
_PLAIN = re.compile(r"[aeiou][aeiou][^aeiou]$|[aeiouwxy]$|[^aeiou][^aeiou]$|^.[^aeiou]?$")
"""Verbs without doubling of the last letter: those that do not end in one vowel and one consonant."""


def lemmatized_words(documents: Iterable[Document]) -> Iterator[LemmatizedWord]:
    """Iterate over the words of documents that have tags and lemmas."""
    for document in documents:
        for token in document.tokens:
            if token.tag and token.lemma:
                yield token.form, token.tag, token.lemma


def learn(words: Mapping[LemmatizedWord, int], verbs: Iterable[str] = ()) -> dict[str, dict[str, Rule]]:
    """Learn rules by tag from counts of words, and from the regular forms of `verbs`."""
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (form, tag, lemma), count in words.items():
        if tag not in _UNINFLECTED:
            counts[tag][form.lower()][lemma.lower()] += count
    for form, tag, lemma in chain(irregular_forms(), *map(regular_forms, verbs)):
        counts[tag][form][lemma] += _LEXICON
    return {
        tag: rules for tag, lemmas in sorted(counts.items()) if (rules := _rules(lemmas, tag in INFLECTED))
    }


def table_lines(tables: Mapping[str, Mapping[str, Rule]], source: str) -> list[str]:
    """List the lines of the table, as the lemmatizer reads it; `source` names corpora and licences."""
    return [
        f"# Lemmas of English, learned from {source}",
        "# tag, ending (^ and a whole word), characters cut off, characters put there",
        *(
            f"{tag}\t{ending}\t{cut}\t{added}"
            for tag, rules in tables.items()
            for ending, (cut, added) in sorted(rules.items())
        ),
    ]


def agreement(
    tables: Mapping[str, Mapping[str, Rule]], words: Iterable[LemmatizedWord]
) -> dict[str, list[bool]]:
    """Compare the lemmas of a table with those of words: per word, of all words and of verbs."""
    correct: dict[str, list[bool]] = {"lemmas": [], "lemmas of verbs": []}
    for form, tag, lemma in words:
        correct["lemmas"].append(apply_rules(form.lower(), tables.get(tag, {})) == lemma.lower())
        if tag.startswith("VB"):
            correct["lemmas of verbs"].append(correct["lemmas"][-1])
    return correct


def irregular_forms() -> Iterator[LemmatizedWord]:
    """Iterate over the pasts and participles of irregular verbs."""
    text = files("relata.resources").joinpath("irregular_verbs.txt").read_text(encoding="utf-8")
    for entry in text.replace("\n", " | ").split("|"):
        if forms := entry.split():  # lemma, past and participle; past alone where they are the same
            lemma, past, *participle = forms
            yield past, "VBD", lemma
            yield (participle or [past])[0], "VBN", lemma


def regular_forms(verb: str) -> Iterator[LemmatizedWord]:
    """Iterate over the regular forms of a verb.

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
            stems.append(verb)  # "travelled" and "traveled": it depends on the stress
        ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
        forms = [(f"{verb}{ending}", f"{stem}ed", f"{stem}ing") for stem in stems]
    for third, past, progressive in forms:
        yield third, "VBZ", verb
        yield past, "VBD", verb
        yield past, "VBN", verb
        yield progressive, "VBG", verb


def _rules(counts: Mapping[str, Counter[str]], inflected: bool) -> dict[str, Rule]:
    """Learn the rules of a tag: endings from short to long, then the words that they get wrong."""
    best = {form: _rule(form, lemmas.most_common(1)[0][0]) for form, lemmas in counts.items()}
    rules: dict[str, Rule] = {}
    if inflected:
        for size in range(LONGEST_ENDING + 1):
            rules |= _endings(best, size, rules)
    for form, rule in best.items():
        lemma = _lemma(form, rule)
        if apply_rules(form, rules) != lemma and (inflected or counts[form][lemma] >= _SEEN):
            rules[WORD + form] = rule
    return rules


def _rule(form: str, lemma: str) -> Rule:
    sizes = range(min(len(form), len(lemma)), -1, -1)
    shared = next(size for size in sizes if form[:size] == lemma[:size])
    return len(form) - shared, lemma[shared:]


def _lemma(form: str, rule: Rule) -> str:
    cut, added = rule
    return form[: len(form) - cut] + added


def _endings(best: Mapping[str, Rule], size: int, rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """Choose the endings of one length that lemmatize more words correctly than shorter ones."""
    groups: dict[str, list[str]] = defaultdict(list)
    for form in best:
        if len(form) > size:
            groups[form[len(form) - size :]].append(form)
    chosen: dict[str, Rule] = {}
    for ending, forms in groups.items():
        rule, correct = Counter(best[form] for form in forms).most_common(1)[0]
        before = sum(apply_rules(form, rules) == _lemma(form, best[form]) for form in forms)
        if correct - before >= _TYPES and rule[0] <= size:
            chosen[ending] = rule
    return chosen
