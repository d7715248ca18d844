"""Systems of CoNLL-2008: tags if there are none, trees, labels of arcs, predicates and roles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from threadpoolctl import threadpool_limits

from relata.baselines.dependencies.graph import GraphParser
from relata.baselines.dependencies.labels import ArcLabeller, Tagger
from relata.baselines.dependencies.roles import LabelledTree, RoleFrame, RoleModel
from relata.baselines.dependencies.sentences import CodedSentence, coded, coded_sentences
from relata.baselines.dependencies.transition import TransitionParser
from relata.baselines.learners import State
from relata.document import Document
from relata.document.relations import Argument, Proposition
from relata.errors import ProtocolError
from relata.roles.parser import ArgumentSpans
from relata.syntax.lemmas import lemma

Follow = Callable[[Iterable[Any], str], Iterator[Any]]

SENTENCE_SYSTEMS: Mapping[str, str] = {
    "conll2008-transition": "arc-hybrid transitions by an averaged perceptron with a dynamic oracle "
    "(Goldberg and Nivre 2013), roles by maximum entropy",
    "conll2008-graph": "second-order projective trees by an averaged perceptron (McDonald and Pereira 2006), "
    "roles by maximum entropy",
}
"""Systems of CoNLL-2008, with what they follow."""

_EPOCHS = {"conll2008-transition": 10, "conll2008-graph": 6}
_LONGEST = 150
"""Most words that are parsed together; longer sentences are cut."""


class SentenceSystem:
    """Parser of sentences by one of the systems: tags if a text has none, a tree, its labels, its frames."""

    def __init__(self, name: str) -> None:
        if name not in SENTENCE_SYSTEMS:
            raise ProtocolError(f"no system {name!r}; expected one of {', '.join(SENTENCE_SYSTEMS)}")
        self.name = name
        self._tagger = Tagger()
        self._parser = GraphParser() if name == "conll2008-graph" else TransitionParser()
        self._labeller = ArcLabeller()
        self._roles: RoleModel | None = RoleModel()

    def fit(self, documents: Iterable[Document], follow: Follow = lambda items, _: iter(items)) -> Self:
        """Learn from documents with trees; roles are those of documents with propositions."""
        examples = [example for document in documents for example in gold_examples(document)]
        trees = [tree for tree, _ in examples]
        if not trees:
            raise ProtocolError("the training part has no sentence with a tree to learn from")
        sentences = [tree.sentence for tree in trees]
        framed = [(tree, frames) for tree, frames in examples if frames is not None]
        with threadpool_limits(limits=1):
            self._parser.fit(sentences, _EPOCHS[self.name], follow)
            self._tagger.fit(sentences)
            self._labeller.fit(sentences)
            self._roles = RoleModel().fit(framed) if any(frames for _, frames in framed) else None
        return self

    @property
    def has_roles(self) -> bool:
        """True if the training data had propositions."""
        return self._roles is not None

    def __call__(self, document: Document, *, roles: bool = True) -> Document:
        """Return the document with tags, trees and propositions; trees and propositions that it has stay."""
        with threadpool_limits(limits=1):
            trees = list(self._trees(document))
            columns = {
                "tag": [tag for tree in trees for tag in tree.sentence.tags],
                "lemma": [lemma for tree in trees for lemma in tree.sentence.lemmas],
                "deprel": [label for tree in trees for label in tree.labels[1:]],
            }
            tokens = document.tokens.annotate(
                heads=[head for tree in trees for head in tree.heads[1:]], **columns
            )
            parsed = replace(document, tokens=tokens)
            if not (roles and self._roles) or document.propositions:
                return parsed
            frames = self._roles.frames(trees)
            return parsed.with_propositions(_propositions(parsed, frames))

    def _trees(self, document: Document) -> Iterator[LabelledTree]:
        """Yield the tree of each sentence: the document's own, or that of the parser."""
        sentences = [self._tagged(sentence) for sentence in coded_sentences(document)]
        bare = [sentence for sentence in sentences if not sentence.heads]
        pieces = [piece for sentence in bare for piece in _pieces(sentence)]
        heads = self._parser.heads(pieces)
        for sentence in sentences:
            if sentence.heads:
                yield LabelledTree.of(sentence, sentence.heads, sentence.labels)
            else:
                joined = _joined(next(heads) for _ in _pieces(sentence))
                yield LabelledTree.of(sentence, joined, self._labeller.labels(sentence, joined))

    def _tagged(self, sentence: CodedSentence) -> CodedSentence:
        """Return a sentence with tags and lemmas: its own, or those of the tagger."""
        if all(sentence.tags):
            return sentence
        tags = self._tagger.tags(sentence.words)
        return coded(
            sentence.words, list(map(lemma, sentence.words, tags)), tags, sentence.heads, sentence.labels
        )

    def state(self) -> State:
        """Return what `restored` needs."""
        state = {
            "tagger": self._tagger.state(),
            "parser": self._parser.state(),
            "labeller": self._labeller.state(),
        }
        return state | ({"roles": self._roles.state()} if self._roles else {})

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted system."""
        self._tagger.restored(state["tagger"])
        self._parser.restored(state["parser"])
        self._labeller.restored(state["labeller"])
        self._roles = RoleModel().restored(state["roles"]) if "roles" in state else None
        return self


def _pieces(sentence: CodedSentence) -> Iterator[CodedSentence]:
    """Cut a sentence into pieces that are short enough for the chart."""
    for start in range(0, max(len(sentence), 1), _LONGEST):
        part = slice(start, start + _LONGEST)
        yield coded(sentence.words[part], sentence.lemmas[part], sentence.tags[part])


def _joined(pieces: Iterable[Sequence[int]]) -> list[int]:
    """Join the heads of pieces: their roots hang on the root of the first one."""
    heads, top = [-1], 0
    for piece in pieces:
        start = len(heads) - 1
        heads += (head + start if head else top for head in piece[1:])
        top = top or next((word for word in range(1, len(heads)) if heads[word] == 0), 0)
    return heads


def gold_examples(document: Document) -> Iterator[tuple[LabelledTree, list[RoleFrame] | None]]:
    """Yield the sentences of a document that have a tree, with their frames; None without propositions."""
    frames: dict[int, list[RoleFrame]] = defaultdict(list)
    tokens = document.tokens
    for proposition in document.propositions:
        word = proposition.predicate.ranges[0][0]
        number = tokens.sentence_of(word)
        sentence = tokens.sentence_range(number)
        roles = {
            argument.head - sentence.start + 1: argument.role
            for argument in proposition.arguments
            if argument.head is not None and argument.head in sentence
        }
        name = proposition.roleset or f"{tokens[word].lemma or tokens.form(word)}.01"
        frames[number].append(RoleFrame(word - sentence.start + 1, name, roles))
    for number, coded_sentence in enumerate(coded_sentences(document)):
        if coded_sentence.heads:
            tree = LabelledTree.of(coded_sentence, coded_sentence.heads, coded_sentence.labels)
            yield tree, frames[number] if document.propositions else None


def _propositions(document: Document, frames: Iterable[Iterable[RoleFrame]]) -> Iterator[Proposition]:
    """Yield propositions of frames; an argument spans the words below its head."""
    tokens = document.tokens
    spans = ArgumentSpans(tokens, tokens)
    for number, sentence in enumerate(frames):
        start = tokens.sentence_range(number).start - 1
        for frame in sentence:
            predicate = start + frame.predicate
            arguments = (
                Argument(role, spans.argument(role, start + word, predicate), start + word)
                for word, role in sorted(frame.roles.items())
            )
            yield Proposition(tokens.span([predicate]), frame.roleset, tuple(arguments))
