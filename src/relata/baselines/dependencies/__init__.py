"""Systems of CoNLL-2008: dependency parsers by averaged perceptrons, and roles by maximum entropy."""

from relata.baselines.dependencies.system import SENTENCE_SYSTEMS, SentenceSystem

__all__ = ["SENTENCE_SYSTEMS", "SentenceSystem"]
