"""Parser of propositions: predicates, their rolesets, and the arguments that fill their roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from relata.document import Span, Token, Tokens
from relata.document.dependency_tree import Dominance
from relata.document.relations import Argument, Proposition
from relata.model.heads import BiaffinePairs, Floats, Linear, Weights, WordStates, log_softmax, sigmoid
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.model.windows import Rows, WindowComponent
from relata.pipeline import ROLES, SYNTAX, TOKENS, ParseState
from relata.roles.decoding import RoleDecoder
from relata.roles.labels import MOST_NUMBERED, RoleLabels, roleset_number
from relata.roles.rolesets import LEAST_LIKELY, NominalRates, is_nominal, part_of_speech, rolesets
from relata.syntax.lemmas import lemma
from relata.syntax.parser import sentence_slices

_MODAL = "AM-MOD"
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")

_Numbers = npt.NDArray[np.int32]
_RoleReading = tuple[_Numbers, Floats, Floats, _Numbers]
"""Predicates, their probabilities and queries; arguments [arguments, 3]: predicate, word, role."""


class RoleLabeller(WindowComponent):
    """Parser of the predicates of sentences, verbs and nouns, with their rolesets and arguments.

    A document with propositions keeps them.
    """

    name = ROLES
    requires = frozenset({TOKENS, SYNTAX})
    provides = frozenset({ROLES})

    def __init__(self, model: Model, labels: RoleLabels, settings: Settings) -> None:
        super().__init__(model)
        weights = model.weights.below("roles")
        self._verbal, self._nominal = settings.predicate_threshold, settings.nominal_threshold
        self._rates = NominalRates(model.package.nominals)
        self._labels = labels
        self._deprels = frozenset(model.package.manifest["labels"]["deprels"])
        self._words = WordStates(weights.below("words"))
        self._predicates = Linear(weights.below("predicates"), 1)
        self._roles = BiaffinePairs(weights.below("pairs"), len(labels.roles))
        self._rolesets = RolesetHead(weights.below("rolesets"), labels.rolesets)
        self._decoder = RoleDecoder(labels.roles)

    def read(self, input: Input, states: Floats) -> _RoleReading:
        """Read the predicates of a window and their arguments."""
        words = self._words(states, input)
        probabilities = sigmoid(self._predicates(words)[:, 0])
        candidates = np.flatnonzero(probabilities >= min(self._verbal, LEAST_LIKELY))
        queries = self._rolesets.queries(words[candidates])
        predicates, fillers = self._roles.first(words[candidates]), self._roles.second(words)
        arguments: list[tuple[int, int, int]] = []
        tokens = np.array(input.words, dtype=np.int32)
        for sentence in sentence_slices(input):
            inside = np.flatnonzero((candidates >= sentence.start) & (candidates < sentence.stop))
            scores = log_softmax(self._roles.all(predicates[inside], fillers[sentence]))
            for predicate, role_scores in zip(tokens[candidates[inside]].tolist(), scores, strict=True):
                roles = enumerate(self._decoder.best(role_scores), start=sentence.start)
                arguments += ((predicate, input.words[word], role) for word, role in roles if role)
        return (
            tokens[candidates],
            probabilities[candidates],
            queries,
            np.array(arguments, dtype=np.int32).reshape(-1, 3),
        )

    def empty(self) -> Rows:
        """Return columns for predicates, probabilities and queries of rolesets, and for arguments."""
        return Rows((np.int32, 1), (np.float32, 1), (np.float32, self._rolesets.width), (np.int32, 3))

    def write(self, parse: ParseState, readings: Rows) -> None:
        """Add the propositions of a parse's sentences."""
        if not parse.document.propositions:
            spans = ArgumentSpans(parse.document.tokens, self._trees(parse))
            propositions = self._propositions(spans, *readings.columns())
            parse.document = parse.document.with_propositions(propositions)

    def _trees(self, parse: ParseState) -> Tokens:
        """Choose the trees that delimit arguments: the document's, or else the model's.

        Heads of arguments are those of the model's trees, and fit no trees with other labels: in Universal
        Dependencies a preposition has nothing below it.
        """
        tokens = parse.document.tokens
        known = sum(label in self._deprels for label in tokens.columns.get("deprel", ()))
        return tokens if 2 * known > len(tokens) or parse.trees is None else parse.trees

    def _propositions(
        self,
        spans: ArgumentSpans,
        predicates: _Numbers,
        probabilities: Floats,
        queries: Floats,
        arguments: _Numbers,
    ) -> Iterator[Proposition]:
        tokens = spans.tokens
        # Windows are read in the order of the text, and so are predicates in them.
        firsts, lasts = (np.searchsorted(arguments[:, 0], predicates, side) for side in _SIDES)
        for row, predicate in enumerate(predicates.tolist()):
            token = tokens[predicate]
            score = self._score(token, float(probabilities[row]))
            if score is None:
                continue
            yield Proposition(
                tokens.span([predicate]),
                self._rolesets.best(queries[row], possible_rolesets(token)),
                tuple(
                    Argument(role, spans.argument(role, word, predicate), word)
                    for word, role in (
                        (word, self._labels.roles[label])
                        for word, label in arguments[firsts[row] : lasts[row], 1:].tolist()
                    )
                ),
                round(score, 4),
            )

    def _score(self, token: Token, probability: float) -> float | None:
        """Return the probability of a predicate by head and lemma; None below the threshold."""
        part = part_of_speech(token.tag)
        if part is None or not is_nominal(part):
            return probability if probability >= self._verbal else None
        weighed = self._rates.weighed(probability, part, _lemma(token))
        return weighed if weighed >= self._nominal else None


class RolesetHead:
    """Head that chooses among the rolesets of a predicate's lemma.

    A roleset seen in training has a vector. Each roleset also has the vector of its number, since the first
    numbers are the most usual.
    """

    def __init__(self, weights: Weights, rolesets: Sequence[str]) -> None:
        self._query = Linear(weights.below("query"), None)
        self._rows = {roleset: row for row, roleset in enumerate(rolesets, start=1)}
        self._vectors = weights.below("vectors").array("weight", len(rolesets) + 1, None)
        self.width = self._vectors.shape[1]
        self._numbers = weights.below("numbers").array("weight", MOST_NUMBERED + 1, None)

    def queries(self, words: Floats) -> Floats:
        """Project word states to queries [words, width]."""
        return self._query(words)

    def best(self, query: Floats, possible: Sequence[str]) -> str:
        """Choose the likeliest of the possible rolesets."""
        if len(possible) == 1:
            return possible[0]
        rows = [self._rows.get(roleset, 0) for roleset in possible]
        numbers = [roleset_number(roleset) for roleset in possible]
        scores = (self._vectors[rows] + self._numbers[numbers]) @ query
        return possible[int(scores.argmax())]


def possible_rolesets(token: Token) -> tuple[str, ...]:
    """List the rolesets of a predicate: those of its lemma in the frame files, else its first sense."""
    word = _lemma(token)
    names = tuple(roleset.name for roleset in rolesets(word, part_of_speech(token.tag)))
    return names or (f"{word}.01",)


def _lemma(token: Token) -> str:
    """Return the lemma of a word; a document's tokens may have none."""
    return token.lemma or lemma(token.form, token.tag)


class ArgumentSpans:
    """The spans of arguments in a document's tokens, by the heads of `trees`."""

    def __init__(self, tokens: Tokens, trees: Tokens) -> None:
        self.tokens = tokens
        self._trees = trees
        self._dominance: dict[int, Dominance] = {}  # of the last sentence alone

    def argument(self, role: str, head: int, predicate: int) -> Span:
        """Return the span of an argument: all below its head, without the branch of the predicate.

        A modal, which the whole clause may be below, is that word alone.
        """
        tokens = self.tokens
        if role == _MODAL:
            return tokens.span([head])
        number = tokens.sentence_of(head)
        sentence = tokens.sentence_range(number)
        if number not in self._dominance:
            self._dominance = {number: Dominance([self._trees.head(word) for word in sentence])}
        tree = self._dominance[number]
        top, excluded = head - sentence.start + 1, predicate - sentence.start + 1
        words = tree.under(top)
        if excluded in words and excluded != top:
            branch = next(child for child in tree.children[top] if excluded in tree.under(child))
            words = words - tree.under(branch)
        return tokens.span(sentence.start + word - 1 for word in words)
