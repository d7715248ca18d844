"""PropBank and NomBank: predicates and roles in columns or pointer files, as CoNLL-2008 propositions."""

from relata.formats.propbank.columns import is_columns, read

__all__ = ["is_columns", "read"]
