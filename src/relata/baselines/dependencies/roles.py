"""Predicates, their rolesets and their roles on given trees: maximum entropy, and consistent frames.

The candidates of roles are the descendants of a predicate by two steps, and its ancestors with their children
(Xue and Palmer 2004). Each is an argument or not; the roles of a predicate are decoded together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

import numpy as np

from relata.baselines.dependencies.sentences import CodedSentence
from relata.baselines.learners import State
from relata.baselines.stages import FeatureModel, Stage
from relata.model.heads import Floats
from relata.roles.decoding import RoleDecoder
from relata.roles.labels import NO_ROLE
from relata.roles.rolesets import part_of_speech, rolesets

_YES, _NO = "yes", "no"
_MOST_ANCESTORS, _MOST_CANDIDATES = 8, 100
_LEAST_LIKELY = 1e-6
_EXCLUDED = -50.0
"""Score of a role of a word that is no candidate."""


@dataclass(frozen=True, slots=True)
class RoleFrame:
    """A predicate with its roleset and the roles of its arguments; words count from 1."""

    predicate: int
    roleset: str
    roles: Mapping[int, str]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTree:
    """A sentence with heads and labels of its nodes, and the children of each node."""

    sentence: CodedSentence
    heads: Sequence[int]
    labels: Sequence[str]
    children: Sequence[Sequence[int]]

    @classmethod
    def of(cls, sentence: CodedSentence, heads: Sequence[int], labels: Sequence[str]) -> LabelledTree:
        """Join a tree to its sentence."""
        children: list[list[int]] = [[] for _ in heads]
        for word in range(1, len(heads)):
            children[heads[word]].append(word)
        return cls(sentence, heads, labels, children)

    def lemma(self, node: int) -> str:
        """Return the lemma of a node; the root and nothing (-1) have names of their own."""
        return self.sentence.lemmas[node - 1] if node > 0 else "<root>" if node == 0 else "<none>"

    def tag(self, node: int) -> str:
        """Return the tag of a node."""
        return self.sentence.tags[node - 1] if node > 0 else "<root>" if node == 0 else "<none>"

    def ancestors(self, node: int) -> list[int]:
        """Return the nodes above a node up to the root, the nearest first."""
        above = []
        while (node := self.heads[node]) >= 0:
            above.append(node)
        return above


class RoleModel:
    """Finder of predicates, with their rolesets and the roles of their arguments."""

    def __init__(self) -> None:
        plain = Stage("maxent")
        self._predicates, self._numbers = FeatureModel(plain), FeatureModel(plain)
        self._arguments, self._roles = FeatureModel(plain), FeatureModel(plain)
        self._known: dict[str, list[str]] = {}
        self._decoder: RoleDecoder | None = None

    def fit(self, examples: Sequence[tuple[LabelledTree, Sequence[RoleFrame]]]) -> Self:
        """Learn from trees with all of their frames."""
        seen: dict[str, Counter[str]] = defaultdict(Counter)
        rows, found, number_rows, numbers = [], [], [], []
        argument_rows, is_argument, role_rows, roles = [], [], [], []
        for tree, frames in examples:
            gold = {frame.predicate: frame for frame in frames}
            for word in _possible_predicates(tree):
                rows.append(list(_predicate_features(tree, word)))
                found.append(_YES if word in gold else _NO)
            for word, frame in gold.items():
                lemma = tree.lemma(word)
                seen[lemma][frame.roleset] += 1
                number_rows.append(list(_roleset_features(tree, word)))
                numbers.append(frame.roleset.removeprefix(lemma))
                for candidate, features in islice(_candidates(tree, word, frame.roleset), _MOST_CANDIDATES):
                    role = frame.roles.get(candidate)
                    argument_rows.append(features)
                    is_argument.append(_YES if role else _NO)
                    if role:
                        role_rows.append(features)
                        roles.append(role)
        self._known = {lemma: [name for name, _ in counts.most_common()] for lemma, counts in seen.items()}
        self._predicates.fit(rows, found)
        self._numbers.fit(number_rows, numbers)
        self._arguments.fit(argument_rows, is_argument)
        self._roles.fit(role_rows, roles)
        return self._ready()

    def _ready(self) -> Self:
        self._decoder = RoleDecoder((NO_ROLE, *self._roles.labels))
        return self

    def frames(self, trees: Sequence[LabelledTree]) -> Iterator[list[RoleFrame]]:
        """Yield the frames of each tree."""
        words = [(tree, word) for tree in trees for word in _possible_predicates(tree)]
        answers = self._predicates.predict(_predicate_features(*item) for item in words)
        predicates = [item for item, answer in zip(words, answers, strict=True) if answer == _YES]
        names = self._rolesets(predicates)
        tables = self.role_scores([(*item, name) for item, name in zip(predicates, names, strict=True)])
        frames: dict[int, list[RoleFrame]] = defaultdict(list)
        assert self._decoder is not None, "fit comes first"
        for (tree, word), name, scores in zip(predicates, names, tables, strict=True):
            best = self._decoder.best(scores)
            roles = {node: self._roles.labels[role - 1] for node, role in enumerate(best, start=1) if role}
            frames[id(tree)].append(RoleFrame(word, name, roles))
        return (frames[id(tree)] for tree in trees)

    def _rolesets(self, predicates: Sequence[tuple[LabelledTree, int]]) -> list[str]:
        """Return the likeliest roleset of each predicate, of those known for its lemma."""
        rows = self._numbers.probabilities(_roleset_features(*item) for item in predicates)
        column = {label: number for number, label in enumerate(self._numbers.labels)}
        names = []
        for (tree, word), row in zip(predicates, rows, strict=True):
            lemma = tree.lemma(word)
            known = self._known.get(lemma)
            if known is None:
                listed = rolesets(lemma, part_of_speech(tree.tag(word)))
                names.append(listed[0].name if listed else f"{lemma}.01")
            else:
                names.append(max(known, key=lambda name: row[column[name.removeprefix(lemma)]]))
        return names

    def role_scores(self, predicates: Sequence[tuple[LabelledTree, int, str]]) -> Iterator[Floats]:
        """Yield log-probabilities [words, no role and roles] of each predicate with its roleset."""
        candidates = [list(islice(_candidates(*item), _MOST_CANDIDATES)) for item in predicates]
        rows = [features for each in candidates for _, features in each]
        yes = self._arguments.probabilities(rows)[:, self._arguments.labels.index(_YES)]
        yes = yes.clip(_LEAST_LIKELY, 1 - _LEAST_LIKELY)
        roles = np.log(self._roles.probabilities(rows).clip(_LEAST_LIKELY)) + np.log(yes)[:, None]
        start = 0
        for (tree, _, _), each in zip(predicates, candidates, strict=True):
            scores = np.full((len(tree.sentence), roles.shape[1] + 1), _EXCLUDED, dtype=np.float32)
            scores[:, 0] = 0
            places = [node - 1 for node, _ in each]
            stop = start + len(each)
            scores[places, 0] = np.log1p(-yes[start:stop])
            scores[places, 1:] = roles[start:stop]
            start = stop
            yield scores

    def state(self) -> State:
        """Return what `restored` needs."""
        return {
            "known": [f"{lemma}\t{' '.join(names)}" for lemma, names in self._known.items()],
            **{name: model.state() for name, model in self._models().items()},
        }

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted model."""
        pairs = (line.split("\t") for line in state["known"])
        self._known = {lemma: names.split(" ") for lemma, names in pairs}
        for name, model in self._models().items():
            model.restored(state[name])
        return self._ready()

    def _models(self) -> dict[str, FeatureModel]:
        return {
            "predicates": self._predicates,
            "rolesets": self._numbers,
            "arguments": self._arguments,
            "roles": self._roles,
        }


def _possible_predicates(tree: LabelledTree) -> Iterator[int]:
    return (word for word in range(1, len(tree.heads)) if part_of_speech(tree.tag(word)))


def _predicate_features(tree: LabelledTree, word: int) -> Iterator[str]:
    lemma, tag, label = tree.lemma(word), tree.tag(word), tree.labels[word]
    head = tree.heads[word]
    yield f"lemma={lemma}"
    yield f"tag={tag}"
    yield f"label={label}"
    yield f"lemma,tag={lemma},{tag[:2]}"
    yield f"lemma,label={lemma},{label}"
    yield f"tag,label={tag},{label}"
    yield f"head={tree.lemma(head)},{tag}"
    yield f"head tag={tree.tag(head)},{tag}"
    yield f"form={tree.sentence.words[word - 1].lower()}"
    yield f"end={lemma[-3:]},{tag[:2]}"
    for child in tree.children[word]:
        yield f"child={tree.labels[child]},{tag[:2]}"
        yield f"lemma,child={lemma},{tree.labels[child]}"
        yield f"child lemma={tree.lemma(child)},{tree.labels[child]},{tag[:2]}"


def _roleset_features(tree: LabelledTree, word: int) -> Iterator[str]:
    lemma = tree.lemma(word)
    yield f"lemma={lemma}"
    yield f"lemma,tag={lemma},{tree.tag(word)}"
    yield f"lemma,label={lemma},{tree.labels[word]}"
    yield f"lemma,head={lemma},{tree.lemma(tree.heads[word])}"
    for child in tree.children[word]:
        label = tree.labels[child]
        yield f"label={label}"
        yield f"lemma,label={lemma},{label}"
        yield f"lemma,child={lemma},{label},{tree.lemma(child)}"
        yield f"child={label},{tree.lemma(child)}"


def _candidates(tree: LabelledTree, predicate: int, roleset: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words that may be arguments of a predicate, with their features."""
    above = tree.ancestors(predicate)[:_MOST_ANCESTORS]
    shared = _FrameContext.of(tree, predicate, roleset, above)
    for child in tree.children[predicate]:
        yield child, shared.features(child, (), (child,))
        for grandchild in tree.children[child]:
            yield grandchild, shared.features(grandchild, (), (child, grandchild))
    below = predicate
    for height, node in enumerate(above, start=1):
        up = (predicate, *above[: height - 1])
        if node > 0:
            yield node, shared.features(node, up, ())
        for child in tree.children[node]:
            if child != below:
                yield child, shared.features(child, up, (child,))
        below = node


_OF_LEMMA = ("label,side", "way,side", "lemma", "lemma,label", "tag,side", "last", "frame")
_OF_ROLESET = ("label,side", "way,side", "lemma,label")
_OF_PART = ("label,side", "way,side", "lemma", "tag")
"""Facts about a candidate that are crossed with lemma, roleset or part of speech of a predicate."""


@dataclass(frozen=True, slots=True, eq=False)
class _FrameContext:
    """Facts about a predicate that the features of its candidates share."""

    tree: LabelledTree
    predicate: int
    roleset: str
    voice: str
    frame: str

    @classmethod
    def of(cls, tree: LabelledTree, predicate: int, roleset: str, above: Sequence[int]) -> _FrameContext:
        passive = tree.tag(predicate) == "VBN" and (
            tree.labels[predicate] != "VC" or tree.lemma(above[0]) in ("be", "get")
        )
        frame = " ".join(tree.labels[child] for child in tree.children[predicate])
        return cls(tree, predicate, roleset, "passive" if passive else "active", frame)

    def features(self, word: int, up: Sequence[int], down: Sequence[int]) -> list[str]:
        """Return the features of a candidate, with the nodes on the way up and down to it."""
        tree, predicate = self.tree, self.predicate
        lemma, tag, label = tree.lemma(word), tree.tag(word), tree.labels[word]
        way = "^".join(tree.labels[node] for node in up) + "_" + "_".join(tree.labels[node] for node in down)
        side = "before" if word < predicate else "after"
        children = tree.children[word]
        first, last = (children[0], children[-1]) if children else (-1, -1)
        own, part = tree.lemma(predicate), tree.tag(predicate)[:2]
        distance = str(min(abs(word - predicate), 8))
        steps = f"{len(up)},{len(down)}"
        values = {
            "lemma": lemma,
            "tag": tag,
            "label": label,
            "way": way,
            "side": f"{side},{self.voice}",
            "label,side": f"{label},{side},{self.voice}",
            "way,side": f"{way},{side},{self.voice}",
            "tag,side": f"{tag},{side},{steps}",
            "distance": f"{distance},{side}",
            "steps": f"{steps},{side}",
            "first": f"{tree.lemma(first)},{label}",
            "last": f"{tree.lemma(last)},{label}",
            "last tag": f"{tree.tag(last)},{label}",
            "lemma,last": f"{lemma},{tree.lemma(last)}",
            "lemma,label": f"{lemma},{label}",
            "head": f"{tree.lemma(tree.heads[word])},{label}",
            "frame": f"{self.frame},{label},{side}",
            "predicate label": f"{tree.labels[predicate]},{way}",
            "siblings": f"{len(children)},{label},{steps}",
            "lemma,side": f"{lemma},{side},{steps}",
        }
        features = [f"{name}={value}" for name, value in values.items()]
        for fact, names in ((own, _OF_LEMMA), (self.roleset, _OF_ROLESET), (part, _OF_PART)):
            features += (f"{fact}/{name}={values[name]}" for name in names)
        return features
