"""Roles: predicates, their rolesets and the arguments that fill their roles."""
