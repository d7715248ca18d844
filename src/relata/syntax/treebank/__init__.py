"""Treebanks of constituents: trees in brackets, and the dependencies that they imply."""

from relata.syntax.treebank.annotation import with_dependencies
from relata.syntax.treebank.brackets import parse_trees
from relata.syntax.treebank.conversion import Dependencies, to_dependencies
from relata.syntax.treebank.tree import EMPTY, Tree

__all__ = ["EMPTY", "Dependencies", "Tree", "parse_trees", "to_dependencies", "with_dependencies"]
