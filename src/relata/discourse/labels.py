"""The label sets of the discourse heads, shared by training and run-time."""

from __future__ import annotations

CONNECTIVE_TAGS = ("O", "B", "I", "B2", "I2")
"""Outside, first part of a connective, second and further parts of a discontinuous one."""

ARGUMENT_LABELS = ("O", "Arg1", "Arg2")

SITE_KINDS = ("none", "Implicit", "AltLex", "EntRel", "Hypophora")
"""What stands between two adjacent stretches of text that no connective joins."""
