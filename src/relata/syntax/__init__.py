"""Syntax: tags and dependencies, and the treebanks they come from."""
