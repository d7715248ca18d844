"""Documents and pages in a real notebook, executed by a kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient", reason="needs nbclient")
nbformat = pytest.importorskip("nbformat", reason="needs nbclient")
pytest.importorskip("ipykernel", reason="needs ipykernel")

CELLS = (
    "import relata\nfrom relata.view import render\nnlp = relata.load({model!r})",
    "nlp('We left because it rained.')",
    "render(nlp('We left because it rained.'), style='outline')",
    "render(nlp('We left because it rained.'))",
)


@pytest.mark.filterwarnings("ignore")
def test_a_notebook_shows_documents_pieces_and_pages(rule_model: Path, tmp_path: Path) -> None:
    cells = [nbformat.v4.new_code_cell(cell.format(model=str(rule_model))) for cell in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)

    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()

    document, piece, page = [cell.outputs[-1]["data"]["text/html"] for cell in notebook.cells[1:]]
    for each in (document, piece):
        assert "because" in each
        assert "<script" not in each
    assert page.startswith("<iframe sandbox=")
    assert "&lt;!doctype html" in page
