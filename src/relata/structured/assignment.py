"""The best one-to-one alignment of gold relations with predictions, in exact arithmetic.

Best is the largest sum of weights; among equals, the most pairs, then the most pairs with a right sense, then
the first list of (gold, prediction) pairs in lexicographic order. The connected components of the graph are
solved one by one: most are single edges, and a dense one costs O(golds x edges x log edges).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import lcm
from typing import NamedTuple


class Edge(NamedTuple):
    """Gold and prediction that may be paired, at the weight numerator / denominator, which is above 0."""

    gold: int
    predicted: int
    numerator: int = 1
    denominator: int = 1
    correct: bool = False


def align(edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Find the pairs (gold, prediction) of the best alignment, by gold.

    >>> align([Edge(0, 0, 3, 4), Edge(0, 1, 1, 1), Edge(1, 1, 4, 5)])
    [(0, 0), (1, 1)]
    """
    edges = list(edges)
    if len(edges) < 2:
        return [(edge.gold, edge.predicted) for edge in edges]
    rivals_of_gold = Counter(edge.gold for edge in edges)
    rivals_of_prediction = Counter(edge.predicted for edge in edges)
    pairs: list[tuple[int, int]] = []
    contested: list[Edge] = []
    for edge in edges:
        if rivals_of_gold[edge.gold] == rivals_of_prediction[edge.predicted] == 1:
            pairs.append((edge.gold, edge.predicted))
        else:
            contested.append(edge)
    for component in _components(contested):
        pairs += _Component(component).solve()
    return sorted(pairs)


def _components(edges: Iterable[Edge]) -> Iterator[list[Edge]]:
    of_gold: defaultdict[int, list[Edge]] = defaultdict(list)
    of_prediction: defaultdict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        of_gold[edge.gold].append(edge)
        of_prediction[edge.predicted].append(edge)
    seen: set[int] = set()
    for start in of_gold:
        if start in seen:
            continue
        seen.add(start)
        golds, component = [start], list[Edge]()
        for gold in golds:
            for edge in of_gold[gold]:
                component.append(edge)
                for rival in of_prediction.pop(edge.predicted, ()):
                    if rival.gold not in seen:
                        seen.add(rival.gold)
                        golds.append(rival.gold)
        yield component


_HUB = -1
"""Node of exchanges that leave one relation alone and pair another: see `_Order`."""


@dataclass(slots=True)
class _Path:
    """Cheapest way to add a gold: to a free prediction (`end`), or to a gold that loses its partner.

    `golds` and `predictions` hold distances, `before` the gold that comes before a prediction.
    """

    loser: int
    cost: int
    end: int | None = None
    golds: dict[int, int] = field(default_factory=dict)
    predictions: dict[int, int] = field(default_factory=dict)
    before: dict[int, int] = field(default_factory=dict)


class _Component:
    """Connected component, solved by shortest augmenting paths with prices (the Hungarian method).

    Prices are never negative. The prices of a gold and a prediction are together never below the weight of
    their edge, and relations without a partner have the price 0. So the best alignments use tight edges only
    (price = weight). Golds and predictions are numbered in order here.
    """

    def __init__(self, edges: Sequence[Edge]) -> None:
        self.golds = sorted({edge.gold for edge in edges})
        self.predictions = sorted({edge.predicted for edge in edges})
        gold_number = {gold: number for number, gold in enumerate(self.golds)}
        number = {prediction: number for number, prediction in enumerate(self.predictions)}
        self.weights: list[dict[int, int]] = [{} for _ in self.golds]
        for edge, weight in zip(edges, self._integer_weights(edges), strict=True):
            self.weights[gold_number[edge.gold]][number[edge.predicted]] = weight
        self.gold_price = [max(row.values()) for row in self.weights]
        self.price = [0] * len(self.predictions)
        self.choice: list[int | None] = [None] * len(self.golds)
        self.owner: list[int | None] = [None] * len(self.predictions)

    def _integer_weights(self, edges: Sequence[Edge]) -> Iterator[int]:
        """Rank alignments in integers by weight, then number of pairs, then number of right senses."""
        common = lcm(*(edge.denominator for edge in edges))
        above = min(len(self.golds), len(self.predictions)) + 1
        for edge in edges:
            weight = edge.numerator * (common // edge.denominator)
            yield (weight * above + 1) * above + edge.correct

    def solve(self) -> list[tuple[int, int]]:
        """Find the best alignment, in the numbers of the document."""
        for gold in range(len(self.golds)):
            self._add(gold)
        _Order(self).restore()
        return [
            (self.golds[gold], self.predictions[choice])
            for gold, choice in enumerate(self.choice)
            if choice is not None
        ]

    def _add(self, root: int) -> None:
        """Add a gold: pair it, or leave that gold alone which costs least to lose."""
        path = self._shortest_path(root)
        for gold, distance in path.golds.items():
            self.gold_price[gold] -= path.cost - distance
        for prediction, distance in path.predictions.items():
            self.price[prediction] += path.cost - distance
        prediction_left = path.end
        if prediction_left is None:
            prediction_left, self.choice[path.loser] = self.choice[path.loser], None
        while prediction_left is not None:
            gold = path.before[prediction_left]
            self.owner[prediction_left] = gold
            prediction_left, self.choice[gold] = self.choice[gold], prediction_left

    def _shortest_path(self, root: int) -> _Path:
        """Dijkstra's search over what an edge costs beyond its weight, from gold to holder to holder."""
        gold_price, price, owner = self.gold_price, self.price, self.owner
        path = _Path(root, gold_price[root])
        nearest: dict[int, int] = {}
        queue: list[tuple[int, bool, int]] = []  # of equals, a free prediction first: the path ends there
        gold, distance = root, 0
        while True:
            path.golds[gold] = distance
            if distance + gold_price[gold] < path.cost:
                path.cost, path.loser = distance + gold_price[gold], gold
            for prediction, weight in self.weights[gold].items():
                there = distance + gold_price[gold] + price[prediction] - weight
                if there < nearest.get(prediction, path.cost):
                    nearest[prediction] = there
                    path.before[prediction] = gold
                    heappush(queue, (there, owner[prediction] is not None, prediction))
            while queue and queue[0][2] in path.predictions:
                heappop(queue)
            if not queue or queue[0][0] >= path.cost:
                return path
            distance, _, prediction = heappop(queue)
            path.predictions[prediction] = distance
            holder = owner[prediction]
            if holder is None:
                path.cost, path.end = distance, prediction
                return path
            gold = holder


class _Order:
    """Exchanges among the best alignments of a component, to reach the first of them.

    An exchange goes round: a gold takes the prediction of another, which takes that of a third, until the
    prediction of the first is taken or may be left. What may be alone (its price is 0) changes places through
    the hub, so that every exchange is a cycle.
    """

    def __init__(self, component: _Component) -> None:
        self.gold_price, self.price = component.gold_price, component.price
        self.choice, self.owner = component.choice, component.owner
        self.tight = [
            sorted(p for p, weight in row.items() if own_price + self.price[p] == weight)
            for own_price, row in zip(self.gold_price, component.weights, strict=True)
        ]
        self.done: set[int] = set()  # predictions that are assigned for good

    def restore(self) -> None:
        """Give each gold in turn the first prediction that it can have without loss."""
        for gold, candidates in enumerate(self.tight):
            hopeless: set[int] = set()
            for prediction in candidates:
                if prediction == self.choice[gold]:
                    break
                if prediction not in self.done and self._exchange(gold, prediction, hopeless):
                    break
            choice = self.choice[gold]
            if choice is not None:
                self.done.add(choice)

    def _exchange(self, gold: int, prediction: int, hopeless: set[int]) -> bool:
        """Let a gold have a prediction, if a cycle allows it; `hopeless` collects what is on none."""
        start = self._holder(prediction)
        before: dict[int, tuple[int, int | None]] = {start: (gold, prediction)}
        stack = [start] if start not in hopeless else []
        while stack:
            node = stack.pop()
            for taken, following in self._ways(node, gold):
                if following == gold:
                    self._go_round(gold, node, taken, before)
                    return True
                if following not in before and following not in hopeless:
                    before[following] = node, taken
                    stack.append(following)
        hopeless.update(before)
        return False

    def _ways(self, node: int, first: int) -> Iterator[tuple[int | None, int]]:
        """List the alternatives of a node with the node that loses each; golds before `first` are settled."""
        if node == _HUB:
            for gold in range(first, len(self.choice)):
                choice = self.choice[gold]
                if choice is None or self.price[choice] == 0:
                    yield None, gold
            return
        for prediction in self.tight[node]:
            if prediction != self.choice[node] and prediction not in self.done:
                yield prediction, self._holder(prediction)
        if self.gold_price[node] == 0:
            yield None, _HUB

    def _holder(self, prediction: int) -> int:
        owner = self.owner[prediction]
        return _HUB if owner is None else owner

    def _go_round(
        self, gold: int, node: int, taken: int | None, before: dict[int, tuple[int, int | None]]
    ) -> None:
        changes = {node: taken}
        while node != gold:
            node, taken = before[node]
            changes[node] = taken
        changes.pop(_HUB, None)
        for changed in changes:
            old = self.choice[changed]
            if old is not None:
                self.owner[old] = None
        for changed, new in changes.items():
            self.choice[changed] = new
            if new is not None:
                self.owner[new] = changed
