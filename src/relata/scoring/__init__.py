"""Scorers of the shared tasks, and paired significance."""
