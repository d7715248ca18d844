"""Propositions: predicates, their rolesets, and what fills their roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from relata.document import Span, Token, Tokens
from relata.document.dependency_tree import Dominance
from relata.document.relations import Argument, Proposition
from relata.model.biaffine import Pairs
from relata.model.heads import Floats, Linear, Weights, WordStates, log_softmax, sigmoid
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.rows import Rows
from relata.model.settings import Settings
from relata.model.windows import WindowComponent
from relata.pipeline.state import ROLES, SYNTAX, TOKENS, ParseState
from relata.roles.decoding import RoleDecoder
from relata.roles.labels import MOST_NUMBERED, RoleLabels, roleset_number
from relata.roles.nominals import LEAST_LIKELY, Nominals, is_nominal
from relata.roles.rolesets import part_of_speech, rolesets
from relata.syntax.lemmas import lemma
from relata.syntax.parser import sentence_slices

_MODAL = "AM-MOD"
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


_Numbers = npt.NDArray[np.int32]
_Reading = tuple[_Numbers, Floats, Floats, _Numbers]
"""Predicates with their scores, what their rolesets are looked up with, and arguments: rows of a predicate, a
word, and its role."""


class RoleLabeller(WindowComponent):
    """Finds the predicates of sentences, verbs and nouns, with their rolesets and arguments.

    A document that has propositions keeps them. With `greedy`, each word takes its best role by itself.
    """

    name = ROLES
    requires = frozenset({TOKENS, SYNTAX})
    provides = frozenset({ROLES})

    def __init__(self, model: Model, labels: RoleLabels, settings: Settings, *, greedy: bool = False) -> None:
        super().__init__(model)
        weights = model.weights.below("roles")
        self._verbal, self._nominal = settings.predicate_threshold, settings.nominal_threshold
        self._nominals = Nominals(model.package.nominals)
        self._labels = labels
        self._deprels = frozenset(model.package.manifest["labels"]["deprels"])
        self._words = WordStates(weights.below("words"))
        self._predicates = Linear(weights.below("predicates"), 1)
        self._roles = Pairs(weights.below("pairs"), len(labels.roles))
        self._rolesets = RolesetHead(weights.below("rolesets"), labels.rolesets)
        decoder = RoleDecoder(labels.roles)
        self._decode = decoder.greedy if greedy else decoder.best

    def read(self, input: Input, states: Floats) -> _Reading:
        """The predicates of a window and their arguments."""
        words = self._words(states, input)
        chances = sigmoid(self._predicates(words)[:, 0])
        places = np.flatnonzero(chances >= min(self._verbal, LEAST_LIKELY))
        queries = self._rolesets.queries(words[places])
        predicates, fillers = self._roles.first(words[places]), self._roles.second(words)
        arguments: list[tuple[int, int, int]] = []
        tokens = np.array(input.words, dtype=np.int32)
        for own in sentence_slices(input):
            mine = np.flatnonzero((places >= own.start) & (places < own.stop))
            scores = log_softmax(self._roles.all(predicates[mine], fillers[own]))
            for predicate, of_predicate in zip(tokens[places[mine]].tolist(), scores, strict=True):
                labels = enumerate(self._decode(of_predicate), start=own.start)
                arguments += ((predicate, input.words[word], label) for word, label in labels if label)
        return (
            tokens[places],
            chances[places],
            queries,
            np.array(arguments, dtype=np.int32).reshape(-1, 3),
        )

    def gathered(self) -> Rows:
        """Columns for predicates, their scores and what their rolesets are looked up with; for arguments."""
        return Rows((np.int32, 1), (np.float32, 1), (np.float32, self._rolesets.width), (np.int32, 3))

    def write(self, parse: ParseState, readings: Rows) -> None:
        """Adds the propositions of a parse's sentences to it."""
        if not parse.document.propositions:
            trees = _Trees(parse.document.tokens, self._spanned(parse))
            found = self._propositions(trees, *readings.columns())
            parse.document = parse.document.with_propositions(found)

    def _spanned(self, parse: ParseState) -> Tokens:
        """The tokens whose trees tell how far arguments reach: the document's, else the model's own.

        Heads of arguments are those of the model's trees, and fit no trees with other labels: in Universal
        Dependencies a preposition has nothing below it.
        """
        own = parse.document.tokens
        fitting = sum(label in self._deprels for label in own.columns.get("deprel", ()))
        return own if 2 * fitting > len(own) or parse.trees is None else parse.trees

    def _propositions(
        self, trees: _Trees, predicates: _Numbers, scores: Floats, queries: Floats, arguments: _Numbers
    ) -> Iterator[Proposition]:
        tokens = trees.tokens
        # Windows are read in the order of the text, and so are predicates in them.
        firsts, lasts = (np.searchsorted(arguments[:, 0], predicates, side) for side in _SIDES)
        for place, (predicate, chance) in enumerate(zip(predicates.tolist(), scores.tolist(), strict=True)):
            token = tokens[predicate]
            score = self._score(token, chance)
            if score is None:
                continue
            own = arguments[firsts[place] : lasts[place], 1:].tolist()
            yield Proposition(
                tokens.span([predicate]),
                self._rolesets.best(queries[place], possible_rolesets(token)),
                tuple(
                    Argument(role, trees.argument(role, word, predicate), word)
                    for word, role in ((word, self._labels.roles[label]) for word, label in own)
                ),
                round(score, 4),
            )

    def _score(self, token: Token, chance: float) -> float | None:
        """How likely a word is a predicate, by a head and by its lemma; None if that is not enough."""
        part = part_of_speech(token.tag)
        if part is None or not is_nominal(part):
            return chance if chance >= self._verbal else None
        weighed = self._nominals.weighed(chance, part, _lemma(token))
        return weighed if weighed >= self._nominal else None


class RolesetHead:
    """Chooses among the rolesets of a predicate's lemma.

    A roleset has a vector if it was seen in training; besides, each has that of its number, since
    the first ones are the most usual.
    """

    def __init__(self, weights: Weights, rolesets: Sequence[str]) -> None:
        self._query = Linear(weights.below("query"), None)
        self._rows = {roleset: place for place, roleset in enumerate(rolesets, start=1)}
        self._vectors = weights.below("vectors").array("weight", len(rolesets) + 1, None)
        self.width = self._vectors.shape[1]
        self._numbers = weights.below("numbers").array("weight", MOST_NUMBERED + 1, None)

    def queries(self, words: Floats) -> Floats:
        """What the rolesets of words are looked up with."""
        return self._query(words)

    def best(self, query: Floats, possible: Sequence[str]) -> str:
        """The likeliest of some rolesets."""
        if len(possible) == 1:
            return possible[0]
        rows = [self._rows.get(roleset, 0) for roleset in possible]
        numbers = [roleset_number(roleset) for roleset in possible]
        scores = (self._vectors[rows] + self._numbers[numbers]) @ query
        return possible[int(scores.argmax())]


def possible_rolesets(token: Token) -> tuple[str, ...]:
    """The rolesets that a predicate may have: those of its lemma in the frame files, else its first sense."""
    own = _lemma(token)
    found = tuple(roleset.name for roleset in rolesets(own, part_of_speech(token.tag)))
    return found or (f"{own}.01",)


def _lemma(token: Token) -> str:
    """The lemma of a word; given trees may have none."""
    return token.lemma or lemma(token.form, token.tag)


class _Trees:
    """The trees over a document's tokens, of a sentence when they are asked for; `heads` has their heads."""

    def __init__(self, tokens: Tokens, heads: Tokens) -> None:
        self.tokens = tokens
        self._heads = heads
        self._known: dict[int, Dominance] = {}

    def argument(self, role: str, head: int, predicate: int) -> Span:
        """The span of an argument: all below its head, without the branch that the predicate is on.

        A modal, which the whole clause may be below, is that word alone.
        """
        tokens = self.tokens
        if role == _MODAL:
            return tokens.span([head])
        sentence = tokens.sentence_of(head)
        start = tokens.sentence_range(sentence).start
        if sentence not in self._known:
            own = tokens.sentence_range(sentence)
            self._known = {sentence: Dominance([self._heads.head(word) for word in own])}
        tree = self._known[sentence]
        own_words, other = tree.under(head - start + 1), predicate - start + 1
        if other in own_words and other != head - start + 1:
            branch = next(child for child in tree.children[head - start + 1] if other in tree.under(child))
            own_words = own_words - tree.under(branch)
        return tokens.span(start + word - 1 for word in own_words)
