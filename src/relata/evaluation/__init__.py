"""Scores of a model on a corpus, and statistics of a corpus; without torch."""
