"""Corpora of any size to explore: an index on disk, searches and counts over it, and their pages."""
