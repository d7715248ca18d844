"""Networks for the senses of argument pairs: their names, and the model that saves and restores one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Self

import numpy as np

from relata.baselines.learners import State
from relata.baselines.pairs import ArgumentLayers, LayerPair
from relata.baselines.resources import lexicons_in_use
from relata.errors import ProtocolError

if TYPE_CHECKING:
    from relata.baselines.stages import Stage
    from relata.baselines.torch_networks import PairNetwork

NETWORKS: Mapping[str, str] = {
    "feedforward": "feed-forward network on the summed vectors of each argument (Rutherford and Xue 2016)",
    "cnn": "convolutional network over each argument (Qin et al. 2016, Wang and Lan 2016)",
    "lstm": "LSTM over each argument",
    "focused-rnn": "GRU on words that another GRU weights (Weiss and Bajec 2016)",
}
"""Networks with descriptions."""

UNKNOWN = 1
"""Number of unknown words; 0 is padding."""
_MINIMUM_COUNT = 2
_LONGEST = 60
"""Most words of an argument that are read: the last of Arg1, the first of Arg2."""


class NetworkModel:
    """Network of a stage; its embeddings begin with the vectors in use, or at random."""

    def __init__(self, stage: Stage) -> None:
        self._kind = stage.learner
        self.labels: list[str] = []
        self._words: dict[str, int] = {}
        self._network: PairNetwork | None = None

    def fit(self, pairs: Sequence[LayerPair], labels: Sequence[str]) -> Self:
        """Learn from argument pairs with a label each."""
        _require_torch()
        from relata.baselines.torch_networks import make_network, train_network

        if not pairs:
            raise ProtocolError("the training part lacks what one of the classical classifiers learns from")
        lexicons = lexicons_in_use()
        vectors = lexicons.vectors if lexicons else {}
        counts = Counter(word for pair in pairs for layers in pair if layers for word in layers.lower_words)
        frequent = {word for word, count in counts.items() if count >= _MINIMUM_COUNT}
        words = sorted(frequent.union(vectors))
        self._words = {word: number for number, word in enumerate(words, start=UNKNOWN + 1)}
        self.labels = sorted(set(labels))
        known = {self._words[word]: vector for word, vector in vectors.items()}
        self._network = make_network(self._kind, len(words) + UNKNOWN + 1, len(self.labels), known)
        inputs = [self._numbers(pair) for pair in pairs]
        train_network(self._network, inputs, [self.labels.index(label) for label in labels])
        return self

    def predict(self, pairs: Sequence[LayerPair]) -> list[str]:
        """Return the most probable label of each pair."""
        from relata.baselines.torch_networks import best_labels

        assert self._network is not None, "fit comes first"
        numbers = best_labels(self._network, [self._numbers(pair) for pair in pairs])
        return [self.labels[number] for number in numbers]

    def _numbers(self, pair: LayerPair) -> tuple[list[int], list[int]]:
        """Return the numbers of the words of both arguments."""
        arg1, arg2 = (self._word_numbers(layers) for layers in pair)
        return arg1[-_LONGEST:], arg2[:_LONGEST]

    def _word_numbers(self, layers: ArgumentLayers | None) -> list[int]:
        words = layers.lower_words if layers else []
        return [self._words.get(word, UNKNOWN) for word in words] or [UNKNOWN]

    def state(self) -> State:
        """Return what `restored` needs."""
        assert self._network is not None, "fit comes first"
        arrays = {
            name: value.numpy().astype(np.float16) for name, value in self._network.state_dict().items()
        }
        return {"labels": self.labels, "words": list(self._words), "weights": arrays}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted network."""
        _require_torch()
        from relata.baselines.torch_networks import make_network, with_weights

        self.labels = list(state["labels"])
        self._words = {word: number for number, word in enumerate(state["words"], start=UNKNOWN + 1)}
        width = state["weights"]["embeddings.weight"].shape[1]
        network = make_network(self._kind, len(self._words) + UNKNOWN + 1, len(self.labels), {}, width)
        self._network = with_weights(network, state["weights"])
        return self


def _require_torch() -> None:
    if find_spec("torch") is None:
        raise ProtocolError('networks need torch: pip install "relata-nlp[train]"')
