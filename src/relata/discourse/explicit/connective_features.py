"""What the words and tags around a connective say of its sense: a linear classifier beside the encoder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relata.discourse.explicit.tree_paths import Trees
from relata.discourse.sense_pooling import Opinion
from relata.model.hashed_linear import HashedLinear, rows_of
from relata.model.heads import Weights

WEIGHTS = "explicit_surface"
"""The name of its arrays in a heads file."""

_BESIDE = (-2, -1, 1, 2)
_LENGTHS = 6
_NEGATIONS = frozenset(("not", "n't", "no", "never"))
_CONTENT = ("V", "N", "J", "R", "M", "I")
"""What tags of words begin with whose forms tell something; pronouns and determiners do not."""


class ExplicitSurface:
    """Weighs the senses that an encoder finds likely for connectives by those that words and tags suggest."""

    def __init__(self, weights: Weights, senses: int, weight: float) -> None:
        self._linear = HashedLinear(weights, senses, weight)

    def weighed(
        self,
        senses: Opinion,
        trees: Trees,
        connective: Sequence[int],
        arg1: Sequence[int],
        arg2: Sequence[int],
    ) -> Opinion:
        """The opinion on senses, with what is said by a connective and its arguments, given by number."""
        return senses.joined(self._linear(explicit_rows(trees, connective, arg1, arg2)), self._linear.weight)


def explicit_rows(
    trees: Trees, connective: Sequence[int], arg1: Sequence[int], arg2: Sequence[int]
) -> list[int]:
    """The rows of a relation's features: each by itself, and with the connective."""
    text = " ".join(trees.tokens.form(word).lower() for word in connective)
    found = [*_around(trees, connective, arg1, arg2), *_shared(trees, arg1, arg2)]
    for side, words in (("1", arg1), ("2", arg2)):
        found += (f"{side} {feature}" for feature in _inside(trees, words))
    return rows_of([text, *found, *(f"{feature}|{text}" for feature in found)])


def _around(
    trees: Trees, connective: Sequence[int], arg1: Sequence[int], arg2: Sequence[int]
) -> Iterator[str]:
    """Where a connective stands, and beside which words."""
    sentence = trees.sentence(connective[0])
    yield f"initial {connective[0] == sentence.start}"
    yield f"one sentence {min(arg1, default=0) >= sentence.start}"
    yield f"Arg1 first {list(arg1[:1]) < list(arg2[:1])}"
    yield f"label {trees.labels[connective[0]]}"
    for place in _BESIDE:
        word = connective[0 if place < 0 else -1] + place
        if word in sentence:
            yield f"{place} {trees.tokens.form(word).lower()}"
            yield f"{place} tag {trees.tags[word]}"


def _inside(trees: Trees, words: Sequence[int]) -> Iterator[str]:
    """What an argument begins and ends with, its verbs, negations and words of content."""
    forms = [trees.tokens.form(word).lower() for word in words]
    tags = [trees.tags[word] or "" for word in words]
    verbs = [place for place, tag in enumerate(tags) if _is_verb(tag)]
    yield f"begins {' '.join(forms[:1])}"
    yield f"begins {' '.join(forms[:2])}"
    yield f"begins tag {' '.join(tags[:1])}"
    yield f"ends {' '.join(forms[-1:])}"
    yield f"length {min(_LENGTHS, len(words) // 4)}"
    yield f"verb {forms[verbs[0]]}" if verbs else "no verb"
    yield f"verbs {' '.join(tags[place] for place in verbs[:3])}"
    yield f"negated {not _NEGATIONS.isdisjoint(forms)}"
    yield f"past {'VBD' in tags}"
    yield f"modal {'MD' in tags}"
    yield from (f"has {form}" for form, tag in zip(forms, tags, strict=True) if tag.startswith(_CONTENT))


def _shared(trees: Trees, arg1: Sequence[int], arg2: Sequence[int]) -> Iterator[str]:
    """The first verbs of both arguments, and the first nouns or pronouns."""
    verbs, nouns = [], []
    for words in (arg1, arg2):
        verbs.append(next((trees.tags[word] for word in words if _is_verb(trees.tags[word])), None))
        named = (word for word in words if (trees.tags[word] or "").startswith(("PR", "NN")))
        nouns.append(next((trees.tokens.form(word).lower() for word in named), None))
    yield f"verbs {verbs[0]} {verbs[1]}"
    yield f"nouns {nouns[0]} {nouns[1]}"
    yield f"same noun {nouns[0] is not None and nouns[0] == nouns[1]}"


def _is_verb(tag: str | None) -> bool:
    return tag is not None and (tag.startswith("V") or tag == "MD")
