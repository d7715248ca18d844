"""CoNLL-2008 files for tests, written in a few columns."""

from __future__ import annotations

from pathlib import Path


def sentence(text: str) -> str:
    """The rows of a sentence and a blank line; each line given is FORM PPOSS HEAD DEPREL PRED ARG ..."""
    rows = []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        form, tag, *analysis = line.split()
        rows.append("\t".join([str(number), form, "_", tag, tag, form, "_", tag, *analysis]))
    return "\n".join(rows) + "\n\n"


DOG = sentence("""
    The   DT  2 NMOD _       _
    dog   NN  3 SBJ  _       A0
    barks VBZ 0 ROOT bark.01 _
""")
"""A sentence with one predicate."""

TREE = sentence("""
    He     PRP 2 SBJ  _       A0 A0
    wants  VBZ 0 ROOT want.01 _  _
    the    DT  4 NMOD _       _  _
    tree   NN  2 OBJ  _       A1 _
    felled VBN 2 OPRD fell.01 _  _
    .      .   2 P    _       _  _
""")
"""A sentence with two predicates."""


def put(place: Path, content: str | bytes, name: str = "a.conll08") -> Path:
    """A file with this content."""
    file = place / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


GOLDEN_CASES = (
    "01_all_correct",
    "02_heads_low",
    "03_heads_high",
    "04_labels_only",
    "05_preds_dropped",
    "06_preds_added",
    "07_wrong_senses",
    "08_args_missing",
    "09_args_wrong",
    "10_mixed_300",
    "11_su_all_correct",
    "12_su_mixed",
    "13_split_forms",
    "14_no_final_blank_sys",
    "15_no_final_blank_both",
    "16_extra_blank_lines",
    "17_pred_strings",
    "18_no_system_preds",
    "19_word_pos_mismatch",
    "20_nonprojective",
)
"""The cases on which the official program was run."""
