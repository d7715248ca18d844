"""The files of the DISRPT shared tasks: `.tok`, `.conllu` and `.rels`."""

from relata.formats.disrpt.labels import connectives
from relata.formats.disrpt.reading import read
from relata.formats.disrpt.writing import write

__all__ = ["connectives", "read", "write"]
