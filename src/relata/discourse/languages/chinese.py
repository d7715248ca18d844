"""Profile of Chinese discourse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from relata.discourse.languages.profile import Language
from relata.document import Span
from relata.document.relations import SENSED, RelationType
from relata.segmentation.characters import simplified
from relata.segmentation.radicals import unified

_PAIRS = """
因为 由于 既然 之所以 正因 : 所以 因此 因而 那么 那 就 于是 是因为 因为 是
虽然 虽说 尽管 固然 即使 即便 哪怕 就算 纵然 纵使 : 但是 但 可是 可 却 然而 不过 还是 仍 也 都 而
如果 假如 要是 假设 倘若 若 万一 一旦 : 的话 那么 那 就 则 也 都 还
只要 只有 除非 唯有 不管 无论 不论 : 就 才 都 也 否则 还是 总
不是 不 并不是 并非 没有 并没有 与其 不在于 不要 不再 : 而是 就是 是 而 反而 只是 不如 而在于 要
不仅 不但 不光 不只 不止 非但 不单 除了 别说 : 而且 还 也 并且 甚至 更 反而 都 又 是
既 又 也 一边 一面 一方面 : 又 也 且 一边 一面 另一方面
或者 或 或是 要么 是 还是 有的 有些 有时 时而 也好 : 或者 或 或是 要么 还是 不是 有的 有些 有时 时而 也好
当 在 等 到 每当 正当 : 的时候 时候 时 之时 之前 以前 前 之后 以后 后 之际 同时 当中 之下 的过程中 中
从 自 自从 直到 直至 到 : 之后 以后 后 以来 开始 起 为止
除了 除 除去 : 之外 以外 外
先 首先 第一 第一个 其一 一是 一个 : 然后 再 接着 其次 第二 第二个 第三 最后 其二 二是
一 刚 刚刚 才 越 愈 宁可 宁愿 宁 : 就 便 越 愈 也不 也
像 好像 如 如同 就像 和 跟 与 仿佛 : 一样 一般 似的 那样 这样
以 为 为了 拿 对 就 : 为例 来说 来讲 起见 而言 而
"""
"""First parts of discontinuous connectives, and the later parts that go with them."""

_ADVERBIALS = """
也 还 又 却 则 更 同样 甚至 反而 然而 例如 比如 因此 所以 此外 另外 这样
"""
"""Connectives that relate a sentence to an earlier one from any position in it."""

_RELATING_BACK = frozenset(_ADVERBIALS.split())

_FILLER = re.compile(
    r"(?:嗯|啊|哦|噢|呃|哎|唉|喂|嘿|哈|对|是|好|行|不|没有?|可以|当然|没错|明白|知道|谢谢|再见|"
    r"(?:大家|各位|你们?|您|早上|下午|晚上)好|大家|各位|朋友们|的|了|吧|啦|呀|哈| )+"
)
"""Greetings, words of agreement and of hesitation."""

_LABEL = re.compile(r"[A-Za-z\u4e00-\u9fff·]{1,6}(?<![说說道问問答喊叫是写寫])")

_CLAUSE_ENDS = frozenset(("，", "；", "：", ",", ";", ":", "——", "……"))

_MARKS = {"，": "Comma", "。": "Period"}
_SEPARATING = frozenset("，。；：！？、…—,.;:!?")
"""Characters of punctuation marks between arguments, and the task's types of some marks."""


def relates_back(connective: str) -> bool:
    """Test if a connective inside a sentence may relate it to an earlier one: 他 也 来 了.

    >>> relates_back("也"), relates_back("因为")
    (True, False)
    """
    return _plain(connective) in _RELATING_BACK


def belongs_together(first: str, second: str) -> bool:
    """Test if two stretches of text are parts of one connective, with any word segmentation.

    >>> belongs_together("不 是", "而是"), belongs_together("因为", "但是")
    (True, False)
    """
    return _plain(first) in _FIRST_PARTS.get(_plain(second).lstrip("，"), ())


def _plain(text: str) -> str:
    """Return a text without blanks, in simplified characters, and with plain ones for radicals."""
    return simplified(unified("".join(text.split())))


def _first_parts() -> dict[str, set[str]]:
    """Map each later part to the first parts that it goes with."""
    first_parts: dict[str, set[str]] = {}
    for line in _PAIRS.strip().splitlines():
        openings, _, seconds = line.partition(" : ")
        for second in seconds.split():
            first_parts.setdefault(second, set()).update(openings.split())
    return first_parts


_FIRST_PARTS = _first_parts()


_FIRM_PAIRS = """
因为 由于 : 所以 因此 因而
虽然 尽管 虽说 : 但是 但 可是 然而 不过
不但 不仅 不光 非但 : 而且 并且
与其 : 不如
除非 : 否则 不然
一边 : 一边
一面 : 一面
一方面 : 一方面 另一方面
宁可 宁愿 : 也不
要么 : 要么
"""
"""Parts of discontinuous connectives that have hardly another use where both stand in one sentence."""

_FIRM_SENSES = {
    "否则": "Contingency.Negative-condition.Arg1-as-negCond",
    "不然": "Contingency.Negative-condition.Arg1-as-negCond",
    "要不然": "Contingency.Negative-condition.Arg1-as-negCond",
    "除非否则": "Contingency.Negative-condition.Arg2-as-negCond",
    "与其不如": "Expansion.Substitution.Arg2-as-subst",
    "一边一边": "Temporal.Synchronous",
    "一面一面": "Temporal.Synchronous",
    "一方面一方面": "Expansion.Conjunction",
    "一方面另一方面": "Expansion.Conjunction",
    "要么要么": "Expansion.Disjunction",
}


def firm_sense(connective: str, arg2: str) -> str | None:
    """Name the sense of a connective that has hardly another, with any word segmentation.

    >>> firm_sense("與其 不如", "出去")
    'Expansion.Substitution.Arg2-as-subst'
    """
    del arg2
    return _FIRM_SENSES.get(_plain(connective))


def _firm_pairs() -> Iterator[tuple[str, str]]:
    """Yield each first part with each later part of its line."""
    for line in _FIRM_PAIRS.strip().splitlines():
        openings, _, seconds = line.partition(" : ")
        yield from product(openings.split(), seconds.split())


def mark_between(arg1: Span, arg2: Span) -> tuple[Span | None, str | None]:
    """Find the punctuation mark before the later argument, if it is behind the earlier one, and its type."""
    earlier, later = sorted((arg1, arg2), key=lambda span: span.ranges[0])
    tokens = earlier.tokens
    for word in range(later.ranges[0][0] - 1, earlier.ranges[0][1] - 1, -1):
        form = tokens.form(word)
        if _SEPARATING.issuperset(form):
            return tokens.span([word]), _MARKS.get(form)
    return None, None


CHINESE = Language(
    relates_back=relates_back,
    belongs_together=belongs_together,
    parts_across=1,
    signal_in_arguments=True,
    by_meaning=True,
    doubles=False,
    inside=frozenset((*SENSED, RelationType.ENTREL)),
    clause_ends=_CLAUSE_ENDS,
    mark_between=mark_between,
    label=_LABEL,
    filler=_FILLER,
    firm_sense=firm_sense,
    pairs=tuple(_firm_pairs()),
    sure=("否则",),
)
