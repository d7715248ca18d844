"""Explicit relations: context, arguments and sense of a connective."""
