"""Builders of tables and training data, each with a command: `relata resources`."""
