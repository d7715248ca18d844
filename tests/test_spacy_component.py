"""Relations in spaCy pipelines: found by entry point, kept as offsets, read as spans."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.paths import REPOSITORY

spacy = pytest.importorskip("spacy", reason="needs the extra [spacy]")

TEXT = "We stayed because it rained. All was wet."


@pytest.fixture
def nlp(rule_model: Path) -> Any:
    import relata.spacy_component  # noqa: F401  the factory, which an installed package has as an entry point

    pipeline = spacy.blank("en")
    pipeline.add_pipe("relata", config={"model": str(rule_model)})
    return pipeline


def shown(doc: Any) -> list[tuple[str, str | None, list[str], list[str], list[str]]]:
    return [
        (item.type, item.sense, *(list(map(str, part)) for part in (item.connective, item.arg1, item.arg2)))
        for item in doc._.relations
    ]


def test_relations_are_spans_of_the_document(nlp: Any) -> None:
    doc = nlp(TEXT)

    assert shown(doc)[0] == (
        *("Explicit", "Contingency.Cause.Reason"),
        *(["because"], ["We stayed"], ["it rained"]),
    )
    assert 0 < doc._.relations[0].score <= 1
    assert doc._.relations[0].arg1[0].doc is doc


def test_words_that_spacy_cuts_elsewhere_are_aligned_by_characters(nlp: Any) -> None:
    doc = nlp(TEXT)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])

    assert shown(doc)[0][2:4] == (["stayed because"], ["We stayed because"])


def test_pipe_gives_the_same_in_two_processes(nlp: Any) -> None:
    texts = [TEXT, "", "It rained.", TEXT]

    alone = [shown(doc) for doc in nlp.pipe(texts)]
    together = [shown(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=2)]

    assert alone == together == [shown(nlp(text)) for text in texts]
    assert len(alone[0]) == 2


def test_a_pipeline_is_stored_with_its_settings(nlp: Any, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path)

    copy = spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert shown(spacy.load(tmp_path)(TEXT)) == shown(nlp(TEXT)) == shown(copy(TEXT))


def test_documents_are_stored_with_their_relations(nlp: Any) -> None:
    data = spacy.tokens.DocBin(docs=[nlp(TEXT)], store_user_data=True).to_bytes()

    [doc] = spacy.tokens.DocBin().from_bytes(data).get_docs(nlp.vocab)

    assert shown(doc) == shown(nlp(TEXT))


def test_the_component_goes_on_top_of_other_components(nlp: Any, rule_model: Path) -> None:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    pipeline.add_pipe("relata", config={"model": str(rule_model), "min_score": 0.0}, last=True)

    doc = pipeline(TEXT)

    assert shown(doc) == shown(nlp(TEXT))
    assert doc.has_annotation("SENT_START")


def test_the_component_is_found_by_its_entry_point(tmp_path: Path, rule_model: Path) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    [(name, target)] = project["entry-points"]["spacy_factories"].items()
    metadata = tmp_path / "relata_nlp-9.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: relata-nlp\nVersion: 9\n", "utf-8")
    (metadata / "entry_points.txt").write_text(f"[spacy_factories]\n{name} = {target}\n", "utf-8")
    script = (
        "import spacy; nlp = spacy.blank('en'); "
        f"nlp.add_pipe('relata', config=dict(model={str(rule_model)!r})); "
        f"print(len(nlp({TEXT!r})._.relations))"
    )
    search_path = os.pathsep.join([str(tmp_path), str(REPOSITORY / "src")])

    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": search_path}
    )

    assert (done.stdout.strip(), done.returncode) == ("2", 0), done.stderr
