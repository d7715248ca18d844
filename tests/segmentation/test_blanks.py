"""Text that comes segmented."""

from __future__ import annotations

from relata.segmentation.blanks import segment, unspaced


def test_line_is_a_sentence_and_blanks_part_words() -> None:
    segments = segment("今天 下雨 。 \n我们\u00a0不 去 。\n")
    assert [segments.text[begin:end] for begin, end in segments.offsets] == [
        "今天",
        "下雨",
        "。",
        "我们",
        "不",
        "去",
        "。",
    ]
    assert segments.sentence_starts == (0, 3)


def test_empty_line_ends_a_paragraph() -> None:
    assert segment("\na b\nc\n \nd\n").paragraphs == ((1, 6), (9, 10))


def test_text_without_words_has_no_segments() -> None:
    assert segment(" \n ").offsets == ()


def test_words_without_blanks_keep_their_number_and_their_sentences() -> None:
    tokens = segment("我 看 TED Talks 3 次 。\n你 呢 ？").tokens()

    written = unspaced(tokens)

    assert written.text == "我看TED Talks 3次。你呢？"
    assert [token.form for token in written] == [token.form for token in tokens]
    assert list(written.sentence_starts) == list(tokens.sentence_starts)
