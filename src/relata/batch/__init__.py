"""Parsing many texts: sources, worker processes, outputs, and resuming a run that was stopped."""
