"""What an argument consists of, from corpus to corpus: marks at its edges, and the connective itself.

In GDTB and TED-CDB, from which our models learned, an argument ends with its full stop, and in TED-CDB its
connective belongs to it. In PDTB-2 and the Chinese Discourse Treebank, the data of the shared task, neither.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from relata.document import Span
from relata.document.relations import DiscourseRelation

AUTO, MODEL, CONLL2016 = CONVENTIONS = ("auto", "model", "conll2016")
"""Those of the shared task for its own documents, those of the model's data, those of the shared task."""

_OF_THE_TASK = re.compile(r"(?:wsj|chtb)_\d{4}")
"""What documents of the Penn and Chinese treebanks are called."""

_MARKS = frozenset(".,;:!?…-–—()[]{}<>'\"`‘’“”«»，。；：！？、·（）【】《》〈〉「」『』～")


def as_in_shared_task(document: str, conventions: str) -> bool:
    """Whether a document of this name gets arguments as those of the shared task are.

    >>> as_in_shared_task("wsj_1000", "auto"), as_in_shared_task("article", "auto")
    (True, False)
    """
    return conventions == CONLL2016 or (conventions == AUTO and bool(_OF_THE_TASK.fullmatch(document)))


def with_bare_arguments(relation: DiscourseRelation) -> DiscourseRelation:
    """The relation with arguments without marks at their edges, and without words of its connective."""
    own = relation.connective.indices if relation.explicit and relation.connective else ()
    return replace(relation, arg1=_bare(relation.arg1, own), arg2=_bare(relation.arg2, own))


def _bare(argument: Span, connective: Collection[int]) -> Span:
    """What is left of an argument; all of it, if nothing would be."""
    tokens = argument.tokens
    words = [word for word in argument.indices if word not in connective]
    said = [
        place
        for place, word in enumerate(words)
        if not _MARKS.issuperset(tokens.text[tokens.begins[word] : tokens.ends[word]])
    ]
    return tokens.span(words[said[0] : said[-1] + 1]) if said else argument
