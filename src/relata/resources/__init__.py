"""Builders of tables and converted treebanks, each with a command."""
