"""The CoNLL-2016 shared task: dataset directories, gold relations and system output, English and Chinese."""

from relata.formats.conll2016.reading import read
from relata.formats.conll2016.writing import output_lines, write, write_output

__all__ = ["output_lines", "read", "write", "write_output"]
