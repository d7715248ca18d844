"""Label sets of the discourse heads, shared by training and run-time."""

from __future__ import annotations

CONNECTIVE_TAGS = ("O", "B", "I", "B2", "I2")
"""Outside; begin and inside of a first part; begin and inside of a later part of a connective."""

ARGUMENT_LABELS = ("O", "Arg1", "Arg2")

SITE_KINDS = ("none", "Implicit", "AltLex", "EntRel", "Hypophora")
"""Kinds of relation between two adjacent stretches of text without a connective."""
