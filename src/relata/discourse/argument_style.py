"""Style of arguments: punctuation at their edges, and the words of the connective.

In GDTB and TED-CDB, the training data of the shipped models, an argument ends with its full stop, and in
TED-CDB it includes its connective. In PDTB-2 and the Chinese Discourse Treebank, the data of the CoNLL-2016
shared task, it has neither.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from relata.document import Span
from relata.document.relations import DiscourseRelation
from relata.errors import PipelineError

MODEL, CONLL2016 = CONVENTIONS = ("model", "conll2016")
"""Arguments as in the model's training data; bare arguments, as in the shared task's data."""

PDTB = "pdtb"
"""Conventions of the corpus that the English data of the shared task come from."""


def named_conventions(option: str, known: Sequence[str]) -> str:
    """Find which of a model's conventions an option such as "pdtb,conll2016" names; "" for its first ones.

    The option "conll2016" alone stands for those of PDTB, too, if the model knows them.

    >>> known = ["gdtb", "pdtb"]
    >>> named_conventions("conll2016", known), named_conventions("model,conll2016", known)
    ('pdtb', '')
    """
    names = option.split(",")
    unknown = [name for name in names if name not in (*CONVENTIONS, *known)]
    if unknown:
        choices = ", ".join((*CONVENTIONS, *known))
        raise PipelineError(f"no conventions {unknown[0]!r}; there is {choices}")
    named = [name for name in names if name not in CONVENTIONS]
    if len(named) > 1:
        raise PipelineError(f"conventions {option!r}: a text is read by one of {', '.join(named)}")
    if names == [CONLL2016] and PDTB in known:
        return PDTB
    return named[0] if named else ""


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
