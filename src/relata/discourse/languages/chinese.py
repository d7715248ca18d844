"""Profile of Chinese discourse."""

from __future__ import annotations

from relata.discourse.languages.profile import Language
from relata.document import Span
from relata.document.relations import SENSED, RelationType
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
    """Return a text without blanks, and with plain characters for radicals."""
    return unified("".join(text.split()))


def _first_parts() -> dict[str, set[str]]:
    """Map each later part to the first parts that it goes with."""
    first_parts: dict[str, set[str]] = {}
    for line in _PAIRS.strip().splitlines():
        openings, _, seconds = line.partition(" : ")
        for second in seconds.split():
            first_parts.setdefault(second, set()).update(openings.split())
    return first_parts


_FIRST_PARTS = _first_parts()


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
)
