"""Parsing texts of several languages, each with the model of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relata
from relata.errors import PipelineError, RelataError
from relata.parsing.multilingual import MultilingualParser
from relata.parsing.parser import Parser
from tests.documents import blank_document
from tests.toy_model import edit_manifest, save_rule_model

TEXT = "We left because it rained ."


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Models as if they had come with Relata: "en", and "zh"."""
    for name in ("en", "zh"):
        edit_manifest(save_rule_model(tmp_path / name), language=name)
    monkeypatch.setattr("relata.parsing.loading._SHIPPED", tmp_path)
    return tmp_path


def test_each_document_is_parsed_by_the_model_of_its_language(shipped: Path) -> None:
    nlp = relata.load()
    english = blank_document(TEXT)
    documents = [english, replace(english, language="zh"), english]

    found = list(nlp.pipe(documents, batch_size=2))

    assert isinstance(nlp, MultilingualParser)
    assert [document.language for document in found] == ["en", "zh", "en"]
    assert all(document.relations for document in found)
    assert [nlp.parser(name).package.path for name in ("en", "zh")] == [shipped / "en", shipped / "zh"]


def test_the_language_of_a_text_is_detected(shipped: Path) -> None:
    nlp = relata.load()

    assert nlp(TEXT).language == "en"
    assert nlp.read(TEXT, "weather").id == "weather"


def test_texts_are_numbered(shipped: Path) -> None:
    assert [document.id for document in relata.load().pipe([TEXT, "", TEXT], batch_size=1)] == ["1", "2", "3"]


def test_a_language_without_a_model_is_named(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "zh" / "manifest.json").unlink()

    with pytest.raises(RelataError, match="no model for texts in 'zh' is installed; installed: en"):
        relata.load()("因为下雨，所以我们走了。")


def test_what_is_asked_for_holds_for_all_languages(shipped: Path) -> None:
    found = relata.load(only="connectives")(replace(blank_document(TEXT), language="zh"))

    assert [(str(each.connective), each.senses) for each in found.relations] == [("because", ())]
    with pytest.raises(PipelineError, match="no component 'trees'"):
        relata.load(only="trees")(TEXT)


def test_an_error_of_a_model_is_raised_wherever_its_language_is_met() -> None:
    def load(language: str) -> Parser:
        raise RelataError(f"no such model: {language}")

    nlp = MultilingualParser(load)

    for _ in range(2):
        with pytest.raises(RelataError, match="no such model: en"):
            nlp(TEXT)


def test_a_model_is_loaded_once(shipped: Path) -> None:
    nlp = relata.load()

    assert nlp.parser("en") is nlp.parser("en")


def test_a_batch_holds_something(shipped: Path) -> None:
    with pytest.raises(ValueError, match="expected a batch of one text at least, got 0"):
        next(relata.load().pipe([TEXT], batch_size=0))


def test_what_is_no_text_is_refused(shipped: Path) -> None:
    with pytest.raises(TypeError, match="expected a text"):
        relata.load()(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a list of texts"):
        next(relata.load().pipe(TEXT))
