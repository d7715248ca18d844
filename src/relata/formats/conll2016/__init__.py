"""The CoNLL-2016 shared task: dataset directories, gold relations and system output, English and Chinese."""

from relata.formats.conll2016.reading import read
from relata.formats.conll2016.writing import write, write_output

__all__ = ["read", "write", "write_output"]
