"""Treebanks of constituents: trees in brackets, and the dependencies that they imply."""

from relata.treebank.annotation import with_dependencies
from relata.treebank.brackets import parse_trees
from relata.treebank.conversion import Dependencies, to_dependencies
from relata.treebank.tree import EMPTY, Tree

__all__ = ["EMPTY", "Dependencies", "Tree", "parse_trees", "to_dependencies", "with_dependencies"]
