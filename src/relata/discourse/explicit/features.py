"""Features of a connective, its arguments and their tags, for a linear classifier of its sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relata.discourse.explicit.tree_paths import Trees
from relata.model.hashed_linear import rows_of

CLASSIFIER = "explicit_features"
"""Name of the classifier's arrays in a heads file."""

_NEIGHBOURS = (-2, -1, 1, 2)
_MOST_LENGTHS = 6
_NEGATIONS = frozenset(("not", "n't", "no", "never"))
_CONTENT = ("V", "N", "J", "R", "M", "I")
"""First letters of the tags of content words."""


def explicit_rows(
    trees: Trees, connective: Sequence[int], arg1: Sequence[int], arg2: Sequence[int]
) -> list[int]:
    """Look up the feature rows of a relation: each feature alone, and joined with the connective.

    The connective and both arguments are token indices.
    """
    text = " ".join(trees.tokens.form(token).lower() for token in connective)
    features = [*_context(trees, connective, arg1, arg2), *_shared(trees, arg1, arg2)]
    for side, argument in (("1", arg1), ("2", arg2)):
        features += (f"{side} {feature}" for feature in _argument(trees, argument))
    return rows_of([text, *features, *(f"{feature}|{text}" for feature in features)])


def _context(
    trees: Trees, connective: Sequence[int], arg1: Sequence[int], arg2: Sequence[int]
) -> Iterator[str]:
    """List features of the position of a connective and of its neighbours."""
    sentence = trees.sentence(connective[0])
    yield f"initial {connective[0] == sentence.start}"
    yield f"one sentence {min(arg1, default=0) >= sentence.start}"
    yield f"Arg1 first {list(arg1[:1]) < list(arg2[:1])}"
    yield f"label {trees.labels[connective[0]]}"
    for step in _NEIGHBOURS:
        token = connective[0 if step < 0 else -1] + step
        if token in sentence:
            yield f"{step} {trees.tokens.form(token).lower()}"
            yield f"{step} tag {trees.tags[token]}"


def _argument(trees: Trees, argument: Sequence[int]) -> Iterator[str]:
    """List the edges, verbs, negations and content words of an argument."""
    forms = [trees.tokens.form(token).lower() for token in argument]
    tags = [trees.tags[token] or "" for token in argument]
    verbs = [index for index, tag in enumerate(tags) if _is_verb(tag)]
    yield f"begins {' '.join(forms[:1])}"
    yield f"begins {' '.join(forms[:2])}"
    yield f"begins tag {' '.join(tags[:1])}"
    yield f"ends {' '.join(forms[-1:])}"
    yield f"length {min(_MOST_LENGTHS, len(argument) // 4)}"
    yield f"verb {forms[verbs[0]]}" if verbs else "no verb"
    yield f"verbs {' '.join(tags[index] for index in verbs[:3])}"
    yield f"negated {not _NEGATIONS.isdisjoint(forms)}"
    yield f"past {'VBD' in tags}"
    yield f"modal {'MD' in tags}"
    yield from (f"has {form}" for form, tag in zip(forms, tags, strict=True) if tag.startswith(_CONTENT))


def _shared(trees: Trees, arg1: Sequence[int], arg2: Sequence[int]) -> Iterator[str]:
    """Compare the first verbs of both arguments, and their first nouns or pronouns."""
    verbs, nouns = [], []
    for argument in (arg1, arg2):
        verbs.append(next((trees.tags[token] for token in argument if _is_verb(trees.tags[token])), None))
        nominals = (token for token in argument if (trees.tags[token] or "").startswith(("PR", "NN")))
        nouns.append(next((trees.tokens.form(token).lower() for token in nominals), None))
    yield f"verbs {verbs[0]} {verbs[1]}"
    yield f"nouns {nouns[0]} {nouns[1]}"
    yield f"same noun {nouns[0] is not None and nouns[0] == nouns[1]}"


def _is_verb(tag: str | None) -> bool:
    return tag is not None and (tag.startswith("V") or tag == "MD")
