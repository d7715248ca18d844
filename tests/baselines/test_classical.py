"""The classical pipeline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import RelationType
from relata.errors import ProtocolError
from relata.evaluation.discourse import connective_counts
from relata.formats.pdtb import gdtb
from tests.experiments.treebank import CONCESSION, CONJUNCTION, REASON, text_of

pytest.importorskip("sklearn", reason="needs the extra [experiments]")


from relata.baselines import ClassicalParser, preset
from relata.baselines.arguments import ARG1, ARG2, ArgumentLabeller, with_marks
from relata.baselines.explicit import SentenceConventions, TrainingConnectives
from relata.baselines.features import ParsedDocument, connective_features, first_piece
from relata.baselines.stages import Stage
from relata.baselines.units import UNITS, argument_features, constituents_around
from relata.discourse.given_arguments import withheld


@pytest.fixture(scope="module")
def parser() -> ClassicalParser:
    return ClassicalParser(preset("kong")).fit(text_of(number) for number in range(12))


@pytest.fixture
def unseen() -> Document:
    return text_of(40)


def shown(document: Document) -> list[tuple[str, str, str, str]]:
    return [
        (str(each.connective or each.type), str(each.arg1), str(each.arg2), each.senses[0])
        for each in document.relations
    ]


def test_explicit_relations_are_found_with_arguments_and_sense(
    parser: ClassicalParser, unseen: Document
) -> None:
    found = shown(parser(unseen.with_relations(())))
    assert [each for each in found if each[0] in ("because", "However", "and")] == [
        each for each in shown(unseen) if each[0] in ("because", "However", "and")
    ]


def test_a_conjunction_of_nouns_is_no_connective(parser: ClassicalParser, unseen: Document) -> None:
    found = [each.connective.indices for each in parser(unseen).relations if each.connective]
    assert (20,) not in found
    assert (28,) in found


def test_relations_without_connective_are_between_sentences_that_none_joins(
    parser: ClassicalParser, unseen: Document
) -> None:
    others = [each for each in parser(unseen).relations if not each.explicit]
    starts = [each.arg2.ranges[0][0] for each in others]
    assert 8 not in starts
    assert 14 in starts


def test_a_document_of_which_nothing_can_be_said_is_left_as_it_is(parser: ClassicalParser) -> None:
    tokens = Tokens("Rain .", [(0, 4), (5, 6)], tag=("NN", "."))
    short = Document("short", "en", tokens, trees=("(ROOT (NP (NN Rain)) (. .))",))
    assert not parser(short).relations
    assert not parser.senses(short).relations


def test_a_corpus_without_connectives_teaches_nothing() -> None:
    bare = (text_of(number).with_relations(()) for number in range(3))
    with pytest.raises(ProtocolError, match="no relations with a sense to learn from"):
        ClassicalParser(preset("kong")).fit(bare)


def test_what_annotators_say_is_not_looked_at(parser: ClassicalParser, unseen: Document) -> None:
    assert shown(parser(unseen)) == shown(parser(unseen.with_relations(())))


def test_senses_are_given_to_given_arguments(parser: ClassicalParser, unseen: Document) -> None:
    found = parser.senses(withheld(unseen))
    assert [each.senses[0] for each in found.relations] == [
        REASON,
        CONCESSION,
        CONJUNCTION,
        "EntRel",
        CONJUNCTION,
    ]
    assert found.relations[3].type is RelationType.ENTREL


def test_a_document_without_trees_is_refused(parser: ClassicalParser, unseen: Document) -> None:
    with pytest.raises(ProtocolError, match="text40: no parse trees, which the system needs: --trees DIR"):
        parser(replace(unseen, trees=()))


def test_candidates_are_the_rest_of_the_sentence(unseen: Document) -> None:
    tree = ParsedDocument(unseen).tree(3)
    found = [node.words for node in constituents_around(tree, (3,))]
    assert sorted(word for words in found for word in words) == [0, 1, 2, 4, 5, 6, 7]
    assert range(4, 7) in found


def test_the_longest_connective_at_a_place_is_a_candidate(unseen: Document) -> None:
    tokens = unseen.tokens
    lexicon = TrainingConnectives.of_spans([tokens.span([3]), tokens.span([3, 4]), tokens.span([0, 3])])
    assert list(lexicon.find(unseen, range(8))) == [(0, 3), (3, 4)]


def test_pieces_of_a_connective_are_told_apart() -> None:
    assert first_piece((3, 4, 9)) == range(3, 5)
    assert first_piece((7,)) == range(7, 8)


def test_features_say_where_a_connective_stands(unseen: Document) -> None:
    found = set(connective_features((3,), ParsedDocument(unseen)))
    assert {"text=because", "self=IN", "parent=SBAR", "right=S", "path=IN SBAR VP S ROOT"} <= found


def test_features_of_a_candidate_have_its_way_from_the_connective(unseen: Document) -> None:
    parsed = ParsedDocument(unseen)
    subject = next(node for node in constituents_around(parsed.tree(3), (3,)) if node.words == range(2))
    found = set(argument_features(subject, (3,), parsed))
    assert {"way=IN^SBAR^VP^S_NP", "side,category=left,NP"} <= found


def test_conventions_of_a_corpus_are_learned(unseen: Document) -> None:
    sentence = unseen.tokens.sentence_range(2)
    assert SentenceConventions().fit([unseen])(unseen, sentence) == [14, 15, 16, 17]
    cut = unseen.with_relations(
        replace(each, arg1=unseen.tokens.span(each.arg1.indices[:-1])) for each in unseen.relations[1:4]
    )
    assert SentenceConventions().fit([cut])(unseen, sentence) == [14, 15, 16]


def test_marks_behind_arguments_belong_to_them_if_they_do_in_training(unseen: Document) -> None:
    second = list(range(9, 14))  # from the comma to the full stop
    assert SentenceConventions().fit([unseen]).edges(second, unseen) == [10, 11, 12]
    marked = unseen.with_relations(
        replace(each, arg2=unseen.tokens.span(range(each.arg2.indices[0], each.arg2.indices[-1] + 2)))
        for each in (unseen.relations[0], unseen.relations[4])
    )
    conventions = SentenceConventions().fit([marked])
    assert conventions.edges(second, unseen) == [10, 11, 12, 13]
    restored = SentenceConventions().restored(conventions.state())
    assert restored.edges([10, 11], unseen) == [10, 11]
    assert restored.edges([10, 11, 12], unseen) == [10, 11, 12, 13]


def test_a_clause_with_the_connective_is_of_the_argument_without_it(unseen: Document) -> None:
    span = unseen.tokens.span
    relation = replace(
        unseen.relations[1], arg1=span(range(8, 14)), arg2=span((15, 16, 17)), connective=span([14])
    )
    parsed, window = ParsedDocument(unseen), range(8, 18)
    labeller = ArgumentLabeller(Stage("maxent", method="clauses"))
    units = UNITS["clauses"]((14,), window, parsed)
    assert [list(unit.words) for unit in units][-2:] == [[14, 15, 16], [17]]
    assert labeller._gold(units, relation, parsed)[-2:] == [ARG2, ARG2]


def test_a_mark_between_clauses_of_one_argument_belongs_to_it(unseen: Document) -> None:
    parsed = ParsedDocument(unseen)
    units = UNITS["clauses"]((14,), range(8, 18), parsed)
    labels = [ARG1, "neither", ARG1, "neither", ARG2, ARG2]
    assert with_marks(labels, units, parsed) == [ARG1, ARG1, ARG1, "neither", ARG2, ARG2]


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
def test_connectives_of_real_texts_are_found(shared: Path) -> None:
    """On every fortieth document of GDTB's train part, after a twentieth of the others."""
    files = sorted((shared / "data" / "gdtb" / "train").glob("*.pdtb"))
    tested = [document for file in files[::40] for document in gdtb.read(file)]
    train = (each for n, file in enumerate(files) if n % 20 == 1 for each in gdtb.read(file))
    parser = ClassicalParser(preset("kong")).fit(train)
    found = [parser(document) for document in tested]
    assert connective_counts(zip(tested, found, strict=True)).f1 > 0.8
