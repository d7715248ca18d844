"""The best one-to-one alignment of gold relations with predictions, in exact arithmetic.

Best is the largest sum of weights; among equals, the most pairs, then the most pairs with a right sense, then
the first list of (gold, prediction) pairs in lexicographic order. Relations with the same edges are handled
together, as one node with a size. The connected components of the graph are solved one by one: most are
single edges, and a dense one costs O(nodes x edges x log edges).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import lcm
from typing import Any, NamedTuple

Members = Mapping[Any, Sequence[int]]
"""Numbers of the golds, or of the predictions, of each node in ascending order."""


class Edge(NamedTuple):
    """Gold and prediction that may be paired, at the weight numerator / denominator, which is above 0.

    Both are numbers, or names of nodes for several that have the same edges.
    """

    gold: Hashable
    predicted: Hashable
    numerator: int = 1
    denominator: int = 1
    correct: bool = False


def align(
    edges: Iterable[Edge], golds: Members | None = None, predictions: Members | None = None
) -> list[tuple[int, int]]:
    """Find the pairs (gold, prediction) of the best alignment, by gold.

    >>> align([Edge(0, 0, 3, 4), Edge(0, 1, 1, 1), Edge(1, 1, 4, 5)])
    [(0, 0), (1, 1)]
    >>> align([Edge("a", "b")], {"a": [0, 1, 2]}, {"b": [3, 5]})
    [(0, 3), (1, 5)]
    """
    of_gold: defaultdict[Hashable, list[Edge]] = defaultdict(list)
    of_prediction: defaultdict[Hashable, list[Edge]] = defaultdict(list)
    for edge in edges:
        of_gold[edge.gold].append(edge)
        of_prediction[edge.predicted].append(edge)
    pairs: list[tuple[int, int]] = []
    contested: list[Hashable] = []
    for gold, own_edges in of_gold.items():
        prediction = own_edges[0].predicted
        if len(own_edges) == len(of_prediction[prediction]) == 1:
            pairs += zip(_members(gold, golds), _members(prediction, predictions), strict=False)
        else:
            contested.append(gold)
    for component in _components(contested, of_gold, of_prediction):
        pairs += _Component(component, golds, predictions).solve()
    return sorted(pairs)


def _members(node: Hashable, members: Members | None) -> Sequence[int]:
    """List the numbers of a node; without members it is a number itself."""
    return members[node] if members is not None else (node,)  # type: ignore[return-value]


def _components(
    starts: Iterable[Hashable],
    of_gold: Mapping[Hashable, list[Edge]],
    of_prediction: dict[Hashable, list[Edge]],
) -> Iterator[list[Edge]]:
    """Split edges into connected components; those of predictions are used up."""
    seen: set[Hashable] = set()
    for start in starts:
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


_NOBODY = -1
"""Node of the relations without a partner: see `_Order`."""


@dataclass(slots=True)
class _Path:
    """Cheapest way to pair one more of a gold node: to a free prediction (`end`), or by leaving a gold alone.

    `golds` and `predictions` hold distances; `before` holds the gold that comes before a prediction, `holder`
    the prediction that comes before a gold.
    """

    cost: int
    loser: int
    end: int | None = None
    golds: dict[int, int] = field(default_factory=dict)
    predictions: dict[int, int] = field(default_factory=dict)
    before: dict[int, int] = field(default_factory=dict)
    via: dict[int, int] = field(default_factory=dict)


class _Component:
    """Connected component, solved by shortest augmenting paths with prices (the Hungarian method).

    Prices are never negative. The prices of a gold and a prediction are together never below the weight of
    their edge, and nodes with a relation left alone have the price 0. So the best alignments use tight edges
    only (price = weight). Nodes are numbered here, by their first members.
    """

    def __init__(self, edges: Sequence[Edge], golds: Members | None, predictions: Members | None) -> None:
        gold_nodes = sorted({edge.gold for edge in edges}, key=lambda node: _members(node, golds)[0])
        nodes = sorted({edge.predicted for edge in edges}, key=lambda node: _members(node, predictions)[0])
        self.golds = [_members(node, golds) for node in gold_nodes]
        self.predictions = [_members(node, predictions) for node in nodes]
        gold_number = {node: number for number, node in enumerate(gold_nodes)}
        number = {node: number for number, node in enumerate(nodes)}
        self.weights: list[dict[int, int]] = [{} for _ in gold_nodes]
        for edge, weight in zip(edges, self._integer_weights(edges), strict=True):
            self.weights[gold_number[edge.gold]][number[edge.predicted]] = weight
        self.gold_price = [max(row.values()) for row in self.weights]
        self.price = [0] * len(nodes)
        self.pairs: list[Counter[int]] = [Counter() for _ in gold_nodes]
        """Number of pairs of each gold node with each prediction node."""
        self.holders: list[set[int]] = [set() for _ in nodes]
        self.alone = [0] * len(gold_nodes)
        self.free = list(map(len, self.predictions))

    def _integer_weights(self, edges: Sequence[Edge]) -> Iterator[int]:
        """Rank alignments in integers by weight, then number of pairs, then number of right senses."""
        common = lcm(*{edge.denominator for edge in edges})
        above = min(sum(map(len, self.golds)), sum(map(len, self.predictions))) + 1
        for edge in edges:
            weight = edge.numerator * (common // edge.denominator)
            yield (weight * above + 1) * above + edge.correct

    def solve(self) -> list[tuple[int, int]]:
        """Find the best alignment, in the numbers of the document."""
        for gold, members in enumerate(self.golds):
            missing = len(members)
            while missing:
                missing -= self._add(gold, missing)
        return _Order(self).pairs()

    def _add(self, root: int, most: int) -> int:
        """Pair more of a gold node, or leave those golds alone which cost least to lose; return how many."""
        path = self._shortest_path(root)
        for gold, distance in path.golds.items():
            self.gold_price[gold] -= path.cost - distance
        for prediction, distance in path.predictions.items():
            self.price[prediction] += path.cost - distance
        steps: list[tuple[int, int, int]] = []  # gold, prediction that it takes, or loses (-1)
        if path.end is None:
            gold = path.loser
        else:
            gold = path.before[path.end]
            steps.append((gold, path.end, 1))
            most = min(most, self.free[path.end])
        while gold != root:
            prediction = path.via[gold]
            most = min(most, self.pairs[gold][prediction])
            steps.append((gold, prediction, -1))
            gold = path.before[prediction]
            steps.append((gold, prediction, 1))
        for gold, prediction, sign in steps:
            self.change(gold, prediction, sign * most)
        if path.end is None:
            self.alone[path.loser] += most
        return most

    def change(self, gold: int, prediction: int, number: int) -> None:
        """Add pairs of two nodes, or take them away; predictions become free or taken."""
        pairs = self.pairs[gold]
        pairs[prediction] += number
        self.free[prediction] -= number
        if pairs[prediction]:
            self.holders[prediction].add(gold)
        else:
            del pairs[prediction]
            self.holders[prediction].discard(gold)

    def _shortest_path(self, root: int) -> _Path:
        """Dijkstra's search over what an edge costs beyond its weight, from gold to holders to golds."""
        gold_price, price = self.gold_price, self.price
        path = _Path(gold_price[root], root)
        nearest: dict[int, int] = {}
        queue: list[tuple[int, bool, int]] = []  # of equals, a free prediction first: the path ends there
        golds, distance = [root], 0
        path.golds[root] = 0
        while True:
            for gold in golds:
                if distance + gold_price[gold] < path.cost:
                    path.cost, path.loser = distance + gold_price[gold], gold
                for prediction, weight in self.weights[gold].items():
                    there = distance + gold_price[gold] + price[prediction] - weight
                    if there < nearest.get(prediction, path.cost):
                        nearest[prediction] = there
                        path.before[prediction] = gold
                        heappush(queue, (there, not self.free[prediction], prediction))
            while queue and queue[0][2] in path.predictions:
                heappop(queue)
            if not queue or queue[0][0] >= path.cost:
                return path
            distance, taken, prediction = heappop(queue)
            path.predictions[prediction] = distance
            if not taken:
                path.cost, path.end = distance, prediction
                return path
            golds = [gold for gold in self.holders[prediction] if gold not in path.golds]
            for gold in golds:
                path.golds[gold] = distance
                path.via[gold] = prediction


class _Order:
    """Exchanges among the best alignments of a component, to reach the first of them.

    An exchange goes round: a gold takes the prediction of another, which takes that of a third, until the
    first one loses its own. What may be alone (its price is 0) changes places through the node of nobody, so
    that every exchange is a cycle. Golds are settled one by one, and leave the component with their partners.
    """

    def __init__(self, component: _Component) -> None:
        self.state = component
        self.tight = [
            [p for p, weight in row.items() if own_price + component.price[p] == weight]
            for own_price, row in zip(component.gold_price, component.weights, strict=True)
        ]
        self.worthless = [p for p, price in enumerate(component.price) if price == 0]
        self.settled = [0] * len(component.predictions)

    def pairs(self) -> list[tuple[int, int]]:
        """Give each gold in turn the first prediction that it can have without loss."""
        pairs = []
        turns = sorted((member, node) for node, members in enumerate(self.state.golds) for member in members)
        for member, node in turns:
            prediction = self._first(node)
            if prediction is None:
                self.state.alone[node] -= 1
            else:
                pairs.append((member, self._next(prediction)))
                self.settled[prediction] += 1
                self.state.change(node, prediction, -1)
                self.state.free[prediction] -= 1
        return pairs

    def _next(self, prediction: int) -> int:
        return self.state.predictions[prediction][self.settled[prediction]]

    def _first(self, gold: int) -> int | None:
        """Find the first prediction that a gold can have, and exchange others so that it has it."""
        hopeless: set[int] = set()
        left = [p for p in self.tight[gold] if self.settled[p] < len(self.state.predictions[p])]
        for prediction in sorted(left, key=self._next):
            if self.state.pairs[gold][prediction] or self._exchange(gold, prediction, hopeless):
                return prediction
        return None

    def _exchange(self, gold: int, prediction: int, hopeless: set[int]) -> bool:
        """Let a gold have a prediction, if a cycle allows it; `hopeless` collects what is on none."""
        before: dict[int, tuple[int, int]] = {}
        stack = [gold]
        while stack:
            node = stack.pop()
            for taken in (prediction,) if node == gold else self._alternatives(node):
                for loser in self._losers(node, taken):
                    if loser == gold:
                        self._go_round(gold, node, taken, before)
                        return True
                    if loser not in before and loser not in hopeless:
                        before[loser] = node, taken
                        stack.append(loser)
        hopeless.update(before)
        return False

    def _alternatives(self, node: int) -> Iterator[int]:
        """List the predictions that a node can take without loss, and nobody."""
        if node == _NOBODY:
            yield from self.worthless
            yield _NOBODY
            return
        yield from self.tight[node]
        if self.state.gold_price[node] == 0:
            yield _NOBODY

    def _losers(self, node: int, taken: int) -> Iterator[int]:
        """List the nodes that may lose a prediction, or nobody, to another node."""
        if taken != _NOBODY:
            yield from self.state.holders[taken] - {node}
            if self.state.free[taken] and node != _NOBODY:
                yield _NOBODY
        elif node != _NOBODY:
            yield _NOBODY
        else:
            yield from (gold for gold, number in enumerate(self.state.alone) if number)

    def _go_round(self, gold: int, node: int, taken: int, before: Mapping[int, tuple[int, int]]) -> None:
        """Move a prediction, or nobody, from each node on a cycle to the node before."""
        loser = gold
        while True:
            for changed, number in ((node, 1), (loser, -1)):
                if changed == _NOBODY:
                    continue
                if taken == _NOBODY:
                    self.state.alone[changed] += number
                else:
                    self.state.change(changed, taken, number)
            if node == gold:
                return
            loser = node
            node, taken = before[node]
