"""Names of roles."""

from __future__ import annotations

import pytest

from relata.formats.propbank.frames import role_name


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("ARG0", "A0"),
        ("ARG5", "A5"),
        ("ARGA", "AA"),
        ("ARGM-TMP", "AM-TMP"),
        ("ARGM", "AM"),
        ("ARG2-with", "A2"),
        ("ARG1-DSP", "A1"),
        ("C-ARG1-DSP", "C-A1"),
        ("R-ARGM-LOC", "R-AM-LOC"),
        ("ARGM-PRP", "AM-PRP"),
        ("V", None),
        ("C-V", None),
        ("rel", None),
    ],
)
def test_labels_of_propbank_become_roles_of_the_task(label: str, role: str | None) -> None:
    assert role_name(label) == role
