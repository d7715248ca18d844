"""Style of arguments: punctuation at their edges, and the words of the connective.

In GDTB and TED-CDB, the training data of the shipped models, an argument ends with its full stop, and in
TED-CDB it includes its connective. In PDTB-2 and the Chinese Discourse Treebank, the data of the CoNLL-2016
shared task, it has neither.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from relata.document import Span
from relata.document.relations import DiscourseRelation

MODEL, CONLL2016 = CONVENTIONS = ("model", "conll2016")
"""Arguments as in the model's training data; bare arguments, as in the shared task's data."""

_MARKS = frozenset(".,;:!?…-–—()[]{}<>'\"`‘’“”«»，。；：！？、·（）【】《》〈〉「」『』～")


def with_bare_arguments(relation: DiscourseRelation) -> DiscourseRelation:
    """Strip the punctuation at the edges of both arguments, and the words of the connective."""
    connective = relation.connective.indices if relation.explicit and relation.connective else ()
    return replace(relation, arg1=_bare(relation.arg1, connective), arg2=_bare(relation.arg2, connective))


def _bare(argument: Span, connective: Collection[int]) -> Span:
    """Strip an argument; keep all of it if nothing would be left."""
    tokens = argument.tokens
    inner = [token for token in argument.indices if token not in connective]
    words = [
        position
        for position, token in enumerate(inner)
        if not _MARKS.issuperset(tokens.text[tokens.begins[token] : tokens.ends[token]])
    ]
    return tokens.span(inner[words[0] : words[-1] + 1]) if words else argument
