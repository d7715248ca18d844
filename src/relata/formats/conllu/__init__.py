"""CoNLL-U: words with morphology and dependencies, sentence by sentence, byte for byte."""

from relata.formats.conllu.reading import read
from relata.formats.conllu.writing import lines, write

__all__ = ["lines", "read", "write"]
