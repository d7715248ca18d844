"""Rendering of documents, relations and tables for a terminal or a pipe."""
