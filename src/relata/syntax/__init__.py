"""Syntax: tags, lemmas and dependency trees."""
