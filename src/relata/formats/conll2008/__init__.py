"""CoNLL-2008: tokens with tags, dependencies, predicates and their roles, in columns.

The tokens of a document are the split ones (`York`, `-`, `based`), its text is their forms. What the file
says of the unsplit word is kept in MISC, so that a file that is read and written comes back byte for byte.
"""

from relata.formats.conll2008.reading import read
from relata.formats.conll2008.support import strip_su
from relata.formats.conll2008.writing import lines, write

__all__ = ["lines", "read", "strip_su", "write"]
