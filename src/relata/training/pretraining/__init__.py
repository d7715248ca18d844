"""Pretraining of an encoder on plain text."""
