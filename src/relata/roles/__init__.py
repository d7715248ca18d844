"""Predicates and their roles: PropBank and NomBank annotation, and how it is laid onto dependencies."""
