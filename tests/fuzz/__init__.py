"""Broken inputs for every reader and for the service: only the errors of Relata may come out."""
