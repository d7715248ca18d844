"""Treebanks of constituents: trees in brackets, and their conversion to dependencies."""

from relata.treebank.conversion import Dependencies, to_dependencies, with_dependencies
from relata.treebank.tree import EMPTY, Tree, parse_trees

__all__ = ["EMPTY", "Dependencies", "Tree", "parse_trees", "to_dependencies", "with_dependencies"]
