"""The systems of the CoNLL-2016 shared task: stages of learners and features on parse trees."""

from relata.baselines.parser import ClassicalParser
from relata.baselines.presets import PRESETS, Preset, preset

__all__ = ["PRESETS", "ClassicalParser", "Preset", "preset"]
