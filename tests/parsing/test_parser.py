from __future__ import annotations

import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import relata
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, ModelError, PipelineError, RelataError
from relata.formats import conll2016
from relata.parsing.parser import Parser
from tests.documents import blank_document
from tests.paths import REPOSITORY
from tests.strategies import documents
from tests.toy_model import edit_manifest, save_rule_model


@pytest.fixture(scope="module")
def nlp(rule_model: Path) -> Parser:
    return relata.load(rule_model)


@pytest.fixture(scope="module")
def wild(random_model: Path) -> Parser:
    """A parser that finds something everywhere."""
    return relata.load(random_model)


def said(relation: DiscourseRelation) -> tuple[str, str, str, str, str]:
    texts = (relation.connective, relation.arg1, relation.arg2, relation.sense)
    return (str(relation.type), *(str(text or "") for text in texts))


def test_a_connective_joins_clauses(nlp: Parser) -> None:
    (relation,) = nlp("We left because it rained.").relations

    assert said(relation) == ("Explicit", "because", "We left", "it rained", "Contingency.Cause.Reason")


def test_a_connective_joins_sentences(nlp: Parser) -> None:
    (relation,) = nlp("It rained. However we left.").relations

    sense = "Comparison.Concession.Arg2-as-denier"
    assert said(relation) == ("Explicit", "However", "It rained", "we left", sense)


def test_sentences_without_connective_stand_in_an_implicit_relation(nlp: Parser) -> None:
    (relation,) = nlp("It rained. All got wet.").relations

    assert said(relation) == ("Implicit", "", "It rained", "All got wet", "Contingency.Cause.Result")


@pytest.mark.parametrize(
    ("text", "kind", "signal"),
    [
        ("It rained. The same goes on.", "EntRel", ""),
        ("Who left? We did.", "Hypophora", ""),
        ("It rained. Meaning luck.", "AltLex", "Meaning"),
    ],
)
def test_there_are_other_relations_than_implicit_ones(nlp: Parser, text: str, kind: str, signal: str) -> None:
    (relation,) = nlp(text).relations

    assert (str(relation.type), str(relation.connective or "")) == (kind, signal)


@pytest.mark.parametrize("text", ["We left lest it rained.", "We left. All sat hoping."])
def test_senses_without_counterpart_fall_out(nlp: Parser, rule_model: Path, text: str) -> None:
    (relation,) = nlp(text).relations

    assert relation.sense == "Contingency.Purpose.Arg2-as-goal"
    assert relata.load(rule_model, senses="conll2016")(text).relations == ()


def test_an_altlex_that_leaves_no_room_is_no_relation(nlp: Parser) -> None:
    assert nlp(blank_document("meaning", "luck came")).relations == ()


def test_an_altlex_is_in_no_argument(nlp: Parser) -> None:
    (relation,) = nlp("It rained. Meaning luck.").relations

    assert (relation.arg1.text, relation.arg2.text) == ("It rained", "luck")


def test_unrelated_sentences_have_no_relation(nlp: Parser) -> None:
    assert nlp("It rained. An unrelated thing.").relations == ()


def test_sentences_of_two_paragraphs_have_none_either(nlp: Parser) -> None:
    assert nlp("It rained.\n\nAll got wet.").relations == ()


def test_a_relation_inside_a_sentence_begins_at_its_anchor(nlp: Parser) -> None:
    (relation,) = nlp("We sing having eaten.").relations

    assert said(relation) == ("Implicit", "", "We sing", "having eaten", "Expansion.Conjunction")


def test_an_anchor_that_opens_a_sentence_joins_nothing(nlp: Parser) -> None:
    assert nlp("Having eaten we sing.").relations == ()


def test_a_connective_without_words_around_it_is_no_relation(nlp: Parser) -> None:
    assert nlp("Because.").relations == ()


def test_relations_come_in_the_order_of_the_text(nlp: Parser) -> None:
    text = "We left because it rained. All got wet. We sing having eaten. However we sat."

    places = [(each.connective or each.arg2).ranges[0] for each in nlp(text).relations]

    assert len(places) >= 4
    assert places == sorted(places)


def test_scores_are_probabilities(nlp: Parser) -> None:
    scores = [relation.score for relation in nlp("It rained. However we left. All got wet.").relations]

    assert all(score is not None and 0 < score <= 1 for score in scores)


def test_unlikely_relations_are_left_out(rule_model: Path) -> None:
    text = "We left because it rained. All got wet."

    likely = relata.load(rule_model, min_score=0.9)(text)

    assert [relation.type for relation in likely.relations] == [RelationType.EXPLICIT]


def test_a_given_document_keeps_its_words(nlp: Parser) -> None:
    document = blank_document("We left because", "it rained")

    found = nlp(document)

    assert found.tokens is document.tokens
    assert str(found.relations[0].connective) == "because"


def test_what_a_document_had_is_replaced(nlp: Parser) -> None:
    document = nlp("We left because it rained.")
    stale = replace(document.relations[0], senses=("Expansion.Conjunction",))

    assert nlp(document.with_relations([stale])) == document


def test_many_texts_are_numbered(nlp: Parser) -> None:
    found = list(nlp.pipe(["We left because it rained.", "", "All."], batch_size=2))

    assert [document.id for document in found] == ["1", "2", "3"]
    assert [len(document.relations) for document in found] == [1, 0, 0]


def test_a_batch_holds_something(nlp: Parser) -> None:
    with pytest.raises(ValueError, match="expected a batch of one text at least, got 0"):
        next(nlp.pipe(["We left."], batch_size=0))


@pytest.mark.parametrize(
    ("item", "name"), [(None, "NoneType"), (b"We left.", "bytes"), (["We left."], "list")]
)
def test_what_is_neither_text_nor_document_is_refused(nlp: Parser, item: Any, name: str) -> None:
    with pytest.raises(TypeError, match=rf"expected a text \(str\) or a document, got {name}"):
        nlp(item)


@pytest.mark.parametrize("texts", ["We left.", b"We left.", blank_document("We left .")])
def test_one_text_is_no_list_of_texts(nlp: Parser, texts: Any) -> None:
    with pytest.raises(TypeError, match="expected a list of texts or documents, got one"):
        next(nlp.pipe(texts))


@pytest.mark.parametrize("threads", [0, -1, "2", 1.5])
@pytest.mark.parametrize("named", [True, False])
def test_a_number_of_threads_that_is_none_is_refused_at_once(
    rule_model: Path, threads: Any, named: bool
) -> None:
    with pytest.raises(ValueError, match=f"threads: expected a positive number, got {threads!r}"):
        relata.load(rule_model if named else None, threads=threads)


def test_texts_are_read_as_they_are_needed(nlp: Parser) -> None:
    endless = ("We left because it rained." for _ in iter(int, 1))

    assert next(nlp.pipe(endless, batch_size=4)).relations


def test_a_document_is_analysed_as_if_it_were_alone(wild: Parser) -> None:
    texts = [f"We left because {name} rained. However we sat, having eaten." for name in ("it", "she", "all")]

    together = list(wild.pipe(texts))

    assert [document.relations for document in together] == [wild(text).relations for text in texts]


def test_given_connectives_get_arguments_and_senses(rule_model: Path) -> None:
    document = blank_document("We left as it rained .", "However we sat .")
    nothing = document.tokens.span([])
    marked = DiscourseRelation(RelationType.EXPLICIT, nothing, nothing, connective=document.tokens.span([2]))

    found = relata.load(rule_model, given="connectives")(document.with_relations([marked, marked]))

    sense = "Comparison.Concession.Arg2-as-denier"
    assert [said(relation) for relation in found.relations] == [
        ("Explicit", "as", "We left", "it rained", sense)
    ]


def test_a_given_connective_without_words_around_it_is_warned_of(rule_model: Path) -> None:
    document = blank_document("But")
    nothing = document.tokens.span([])
    marked = DiscourseRelation(RelationType.EXPLICIT, nothing, nothing, connective=document.tokens.span([0]))
    parser = relata.load(rule_model, given="connectives")

    with pytest.warns(DataWarning, match="connectives without words around them"):
        assert parser(document.with_relations([marked])).relations == ()


def test_given_arguments_get_senses(rule_model: Path) -> None:
    tokens = (document := blank_document("We left because it rained .", "All got wet .")).tokens
    parts = {"arg1": tokens.span([0, 1]), "arg2": tokens.span([3, 4])}
    explicit = DiscourseRelation(RelationType.EXPLICIT, **parts, connective=tokens.span([2]), id=7)
    implicit = DiscourseRelation(RelationType.IMPLICIT, parts["arg2"], tokens.span([6, 7, 8]), ("Expansion",))
    given = document.with_relations([explicit, implicit])

    found = relata.load(rule_model, given="arguments")(given).relations

    assert [relation.sense for relation in found] == ["Contingency.Cause.Reason", "Contingency.Cause.Result"]
    assert [(each.id, each.arg1, each.arg2) for each in found] == [
        (each.id, each.arg1, each.arg2) for each in given.relations
    ]


def test_a_relation_of_withheld_type_may_be_an_entrel(rule_model: Path) -> None:
    tokens = (document := blank_document("We left .", "The same goes .")).tokens
    untyped = DiscourseRelation(RelationType.IMPLICIT, tokens.span([0, 1]), tokens.span([3, 4, 5]))

    (found,) = relata.load(rule_model, given="arguments")(document.with_relations([untyped])).relations

    assert (found.type, found.senses) == (RelationType.ENTREL, ())


@pytest.mark.parametrize("kind", [RelationType.ENTREL, RelationType.HYPOPHORA, RelationType.NOREL])
def test_relations_of_some_types_have_no_sense(rule_model: Path, kind: RelationType) -> None:
    tokens = (document := blank_document("We left .", "All got wet .")).tokens
    known = DiscourseRelation(kind, tokens.span([0]), tokens.span([3]), ("EntRel",))

    (found,) = relata.load(rule_model, given="types")(document.with_relations([known])).relations

    assert (found.type, found.senses) == (kind, ())


def test_given_arguments_tell_neither_types_nor_senses(rule_model: Path) -> None:
    """The sense-only task withholds both: EntRel has to be found, whatever the gold data say."""
    tokens = (document := blank_document("We left .", "The same goes .")).tokens
    spans = tokens.span([0, 1]), tokens.span([3, 4, 5])
    typed = DiscourseRelation(RelationType.IMPLICIT, *spans, ("Contingency.Cause.Reason",), id=3)
    entity = DiscourseRelation(RelationType.ENTREL, *spans, ("EntRel",), id=4)

    found = relata.load(rule_model, given="arguments")(document.with_relations([typed, entity])).relations

    assert [(each.id, each.type, each.senses) for each in found] == [
        (3, RelationType.ENTREL, ()),
        (4, RelationType.ENTREL, ()),
    ]
    (kept,) = relata.load(rule_model, given="types")(document.with_relations([typed])).relations
    assert kept.type == RelationType.IMPLICIT


def test_every_given_relation_gets_a_sense_of_the_task(rule_model: Path, tmp_path: Path) -> None:
    examples = REPOSITORY / "examples" / "conll2016"
    parser = relata.load(rule_model, given="arguments", senses="conll2016")

    found = list(parser.pipe(conll2016.read(examples)))

    senses = {sense for document in found for relation in document.relations for sense in relation.senses}
    assert senses <= {"Comparison.Concession", "Contingency.Cause.Reason", "Expansion.Conjunction"}
    assert [len(document.relations) for document in found] == [
        len(document.relations) for document in conll2016.read(examples)
    ]


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        ("explicit", {RelationType.EXPLICIT}),
        ("implicit", {RelationType.IMPLICIT}),
        (("explicit", "implicit"), {RelationType.EXPLICIT, RelationType.IMPLICIT}),
    ],
)
def test_components_can_be_run_alone(rule_model: Path, only: str, kinds: set[RelationType]) -> None:
    text = "We left because it rained. All got wet."

    found = relata.load(rule_model, only=only)(text)

    assert {relation.type for relation in found.relations} == kinds


def test_a_component_alone_finds_what_it_finds_in_company(rule_model: Path, nlp: Parser) -> None:
    text = "We left because it rained. All got wet. However we sat having eaten."

    alone = relata.load(rule_model, only="implicit")(text).relations

    assert list(alone) == [relation for relation in nlp(text).relations if not relation.explicit]


def test_components_can_be_disabled(rule_model: Path) -> None:
    parser = relata.load(rule_model, disable="implicit")

    assert parser.pipeline.names == ("connectives", "explicit")
    assert all(each.explicit for each in parser("We left because it rained. All got wet.").relations)


def test_senses_alone_need_arguments(rule_model: Path) -> None:
    with pytest.raises(PipelineError, match=r"'senses' cannot run here.*missing: arguments"):
        relata.load(rule_model, only="senses")


def test_a_layer_that_nobody_can_give_is_refused(rule_model: Path) -> None:
    with pytest.raises(PipelineError, match="no layer 'trees'"):
        relata.load(rule_model, given="trees")


@pytest.mark.parametrize(
    ("given", "name"),
    [("connectives", "connectives"), ("arguments", "connectives"), ("arguments", "explicit")],
)
def test_what_is_given_is_not_looked_for(rule_model: Path, given: str, name: str) -> None:
    with pytest.raises(PipelineError, match=f"component '{name}' finds what is given: {given}"):
        relata.load(rule_model, given=given, only=name)


def test_a_component_that_is_disabled_cannot_be_required(rule_model: Path) -> None:
    with pytest.raises(PipelineError, match="'implicit' cannot run here"):
        relata.load(rule_model, disable="explicit")


def test_a_document_in_another_language_is_refused(nlp: Parser) -> None:
    document = replace(blank_document("a b"), language="zh")

    with pytest.raises(RelataError, match="d: the document is in 'zh', the model for 'en'"):
        nlp(document)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("因为下雨，所以我们走了。", "1: Chinese text, read as English"),
        ("雨が降ったので、帰った。", "1: Japanese text, read as English"),
        ("Шёл дождь.", "1: text in neither Latin nor Chinese letters, read as English"),
    ],
)
def test_text_in_another_language_is_warned_of(nlp: Parser, text: str, said: str) -> None:
    with pytest.warns(DataWarning, match=said):
        nlp(text)


def test_at_most_two_earlier_sentences_are_read(rule_model: Path) -> None:
    (relation,) = relata.load(rule_model, only="explicit")(
        "It poured. It rained. All got wet. However we left."
    ).relations

    assert relation.arg1.text == "It rained All got wet"


@pytest.mark.parametrize(
    ("sentence", "sought"),
    [
        ("Because we left.", True),
        ("Oh well because we left.", True),
        ("Oh well now because we left.", False),
        ("Oh well now however we left.", True),
    ],
)
def test_a_connective_is_read_with_sentences_before_at_the_begin_of_its_own_or_if_it_is_an_adverbial(
    rule_model: Path, sentence: str, sought: bool
) -> None:
    (found,) = relata.load(rule_model, only="explicit")(f"It rained. {sentence}").relations

    assert ("rained" in found.arg1.text) == sought


def test_settings_change_what_is_found(tmp_path: Path) -> None:
    sure = save_rule_model(tmp_path / "sure", relation_threshold=0.999)

    assert relata.load(sure)("It rained. All got wet.").relations == ()


def test_a_given_connective_is_kept_whatever_its_score(tmp_path: Path) -> None:
    doubtful = save_rule_model(tmp_path / "doubtful", relation_threshold=0.999)
    known = relata.load(save_rule_model(tmp_path / "sure"))("It rained because all was wet.")

    assert relata.load(doubtful)("It rained because all was wet.").relations == ()
    assert len(relata.load(doubtful, given="connectives")(known).relations) == 1


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"speed": 9}, "settings.speed: no setting of this version"),
        ({"anchor_threshold": 1.5}, "settings.anchor_threshold: got 1.5, which cannot be used"),
        ({"relation_threshold": 0}, "settings.relation_threshold: got 0, which cannot be used"),
        ({"relation_threshold": True}, "settings.relation_threshold: got True, which cannot be used"),
        ({"relation_threshold": "low"}, "settings.relation_threshold: got 'low', which cannot be used"),
        ({"calibration": {"Implicit": [1, 0]}}, "settings.calibration: no kind of relation 'Implicit'"),
        ({"calibration": {"Implicit inside": [0, 0]}}, "settings.calibration: got {'Implicit inside': "),
        ({"calibration": {"Implicit inside": [1]}}, "settings.calibration: got {'Implicit inside': "),
        ({"calibration": [1, 0]}, r"settings.calibration: got \[1, 0\], which cannot be used"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, settings: object, complaint: str) -> None:
    edit_manifest(path := save_rule_model(tmp_path / "model"), settings=settings)

    with pytest.raises(ModelError, match=complaint):
        relata.load(path)


def test_a_model_of_a_language_without_segmentation_takes_documents_only(tmp_path: Path) -> None:
    edit_manifest(path := save_rule_model(tmp_path / "model"), language="fr")
    parser = relata.load(path)

    assert parser(replace(blank_document("We left because it rained"), language="fr")).relations
    with pytest.raises(ModelError, match="no segmentation of raw text in 'fr' yet"):
        parser("Il pleut.")


def test_installed_models_go_by_name(rule_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relata.parsing.loading._SHIPPED", rule_model.parent)

    assert relata.load("rules").package.path == rule_model


@pytest.mark.parametrize("name", ["fr", "no/such/place"])
def test_a_model_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(ModelError, match=rf"no model '{name}'; installed: "):
        relata.load(name)


HOSTILE = {
    "empty": "",
    "white space": " \t\n\u3000 ",
    "one word": "Because",
    "a stop": ".",
    "newlines": "\n" * 2000,
    "no full stop": "if a then b because " * 120,
    "one long word": "x" * 20_000,
    "emoji": "\U0001f600 because \U0001f600\u200d\U0001f525. However \U0001f600.",
    "lone surrogates": "It rained \ud800 because \udfff. However we left.",
    "NUL bytes": "It rained\x00 because\x00 we\x00. However \x00.",
    "controls": "\x1b[31mIt\x07 rained\x08 because\x7f we left.",
    "punctuation": "?!... -- ;;; (((" * 50,
    "right to left": "\u202eIt rained because \u0645\u0637\u0631.",
    "combining": "e\u0301" * 60 + " because " + "\u0301" * 60,
    "addresses": "see http://a.b/" + "c/" * 400 + " because http://d.e. However " + "f@g.h " * 100,
    "numbers": "1,000.5 " * 500,
}


@pytest.mark.filterwarnings("ignore:.*in sentences with more than:relata.errors.DataWarning")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_give_sound_relations(wild: Parser, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of sentences with too many signals
        assert_sound(wild(text))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(max_size=300) | st.lists(st.sampled_from(("if", "then", ".", "\n", "because", "a"))).map(" ".join)
)
def test_any_text_gives_sound_relations(wild: Parser, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of Chinese, and of crowded sentences
        assert_sound(wild(text))


@pytest.mark.filterwarnings("ignore:.*in sentences with more than:relata.errors.DataWarning")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents(apart=False))
def test_any_document_gives_sound_relations(wild: Parser, document: Document) -> None:
    assert_sound(wild(replace(document, language="en")))


def assert_sound(document: Document) -> None:
    """Spans lie in the document and apart from each other, and every relation has what its type asks for."""
    for relation in document.relations:
        arg1, arg2 = set(relation.arg1.indices), set(relation.arg2.indices)
        own = set(relation.connective.indices) if relation.connective else set()
        assert arg1
        assert arg2
        assert not arg1 & arg2
        assert not own & (arg1 | arg2)
        assert bool(own) == (relation.type in (RelationType.EXPLICIT, RelationType.ALTLEX))
        assert bool(relation.senses) == (relation.type not in (RelationType.ENTREL, RelationType.HYPOPHORA))
        assert relation.score is not None
        assert 0 <= relation.score <= 1
    connectives = [
        word
        for each in document.relations
        if each.explicit and each.connective
        for word in each.connective.indices
    ]
    assert len(connectives) == len(set(connectives))


def test_parsing_needs_no_torch(rule_model: Path) -> None:
    code = (
        "import sys, relata\n"
        "assert 'numpy' not in sys.modules\n"
        f"relata.load({str(rule_model)!r})('We left because it rained.')\n"
        "print(sorted({'torch', 'transformers', 'onnx'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
