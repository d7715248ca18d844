"""The dictionary by which words are split: words with their usual tags."""

from __future__ import annotations

from relata.resources.rolesets import FrameEntry
from relata.resources.words import table_lines
from relata.syntax.hyphenation import english


def test_words_have_their_most_frequent_tag() -> None:
    words = {
        ("ferry", "NN", "ferry"): 3,
        ("Ferry", "VB", "ferry"): 1,
        ("quay", "NN", "quay"): 1,
        ("teh", "DT", "the"): 1,  # too rare for a short word
        ("Oslo", "NNP", "oslo"): 9,
        ("x-ray", "NN", "x-ray"): 9,
    }
    entry = FrameEntry("row.01", "01", (("v", "row"), ("v", "ferry"), ("n", "row_boat"), ("l", "take")))
    texts = ["The diesel smells, the diesel-driven boat.", "diesel diesel Diesel"]
    assert table_lines(words, [entry], texts, "two corpora") == [
        "# Words of English with their usual tags, from two corpora",
        "diesel\tNN",
        "ferry\tNN",
        "quay\tNN",
        "row\tVB",
    ]


def test_the_shipped_dictionary_knows_inflected_words() -> None:
    assert [form for form, _ in english().parts("paddle-wheelers", "NNS")] == ["paddle", "-", "wheelers"]
