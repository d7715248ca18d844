"""The parser: options, components in order, and loading a model."""
