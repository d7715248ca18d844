"""Text out of PDF, Word and HTML files, and the relations found in it."""

from __future__ import annotations

import textwrap
import zipfile
from pathlib import Path

import pytest

import relata
from relata.errors import FormatError
from relata.extraction import extract
from tests.cli.conftest import Relata
from tests.cli.conftest import relata as run_relata
from tests.paths import REPOSITORY

ARTICLE = (REPOSITORY / "examples" / "article.txt").read_text(encoding="utf-8")
PARAGRAPHS = [" ".join(paragraph.split()) for paragraph in ARTICLE.split("\n\n")]

relata_command = pytest.fixture(name="relata_command")(run_relata.__wrapped__)  # type: ignore[attr-defined]


def write_pdf(path: Path, pages: list[list[tuple[str, float]]], *, size: float = 10) -> None:
    """Write lines at their heights, 72 points from the left, in Helvetica."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for page in pages:
        shown = "".join(f"1 0 0 1 72 {at} Tm ({_escaped(text)}) Tj\n" for text, at in page)
        stream = f"BT /F1 {size} Tf\n{shown}ET"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}] >>"
    content, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(content)}\n%%EOF\n"
    path.write_bytes(
        f"{content}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("latin-1")
    )


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """The article on pages of twelve lines, with a running head and page numbers."""
    pytest.importorskip("pypdfium2", reason="needs the extra [documents]")
    rows = [[*textwrap.wrap(paragraph, 60), ""] for paragraph in PARAGRAPHS]
    flat = [line for paragraph in rows for line in paragraph]
    pages = [
        [
            ("The Marwick Gazette", 800.0),
            *((line, 760.0 - 13 * number) for number, line in enumerate(flat[at : at + 12]) if line),
            (f"Page {at // 12 + 1}", 30.0),
        ]
        for at in range(0, len(flat), 12)
    ]
    write_pdf(tmp_path / "article.pdf", pages)
    return tmp_path / "article.pdf"


@pytest.fixture
def word(tmp_path: Path) -> Path:
    """The article, its last paragraph in a table."""
    docx = pytest.importorskip("docx", reason="needs the extra [documents]")
    document = docx.Document()
    document.add_heading(PARAGRAPHS[0])
    for paragraph in PARAGRAPHS[1:-1]:
        document.add_paragraph(paragraph)
    document.add_table(1, 1).cell(0, 0).text = PARAGRAPHS[-1]
    document.sections[0].header.paragraphs[0].text = "The Marwick Gazette"
    document.save(tmp_path / "article.docx")
    return tmp_path / "article.docx"


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """The article on a site with a menu."""
    pytest.importorskip("trafilatura", reason="needs the extra [documents]")
    body = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS[1:])
    page = (
        "<!doctype html><html><head><title>News</title></head><body><nav><a href='/'>Home</a></nav>"
        f"<article><h1>{PARAGRAPHS[0]}</h1>{body}</article><script>alert(1)</script></body></html>"
    )
    (tmp_path / "article.html").write_text(page, encoding="utf-8")
    return tmp_path / "article.html"


def relations(text: str) -> list[tuple[str | None, str, str]]:
    document = relata.load("en", only=("explicit", "implicit"))(text)
    return [(item.sense, item.arg1.text, item.arg2.text) for item in document.relations]


@pytest.mark.parametrize("kind", ["pdf", "word", "web"])
def test_relations_are_those_of_the_plain_text(kind: str, request: pytest.FixtureRequest) -> None:
    extraction = extract(request.getfixturevalue(kind))

    expected = relations("\n\n".join(PARAGRAPHS))
    found = relations(extraction.text)
    same = len(set(expected) & set(found))
    assert same >= 0.95 * len(set(expected)), extraction.text
    assert "Gazette" not in extraction.text
    assert "Home" not in extraction.text


def test_the_first_character_of_each_page_is_kept(pdf: Path) -> None:
    extraction = extract(pdf)

    assert extraction.pages[0] == 0
    assert list(extraction.pages) == sorted(set(extraction.pages))
    assert extraction.metadata == {"pages": " ".join(map(str, extraction.pages))}


def test_parse_reads_documents_and_keeps_the_pages(relata_command: Relata, pdf: Path) -> None:
    done = relata_command("parse", pdf, "--only", "connectives", "--format", "jsonl")

    assert done.code == 0, done.err
    document = relata.formats.jsonl.loads(done.out)
    assert document.id == "article"
    assert document.metadata["pages"].startswith("0 ")


def test_a_heading_outside_of_the_article_is_kept(tmp_path: Path) -> None:
    pytest.importorskip("trafilatura", reason="needs the extra [documents]")
    body = "".join(f"<p>{paragraph}</p>" for paragraph in 3 * PARAGRAPHS[1:])
    (tmp_path / "x.html").write_text(f"<h1>Tools for <i>all</i></h1><div>{body}</div>", encoding="utf-8")

    assert extract(tmp_path / "x.html").text.startswith("Tools for all\n\n")


def test_an_encrypted_pdf_is_refused(relata_command: Relata) -> None:
    pytest.importorskip("pypdfium2", reason="needs the extra [documents]")
    path = REPOSITORY / "tests" / "fixtures" / "documents" / "encrypted.pdf"

    done = relata_command("parse", path)

    assert (done.code, "is encrypted; save a copy without a password" in done.err) == (2, True)


@pytest.mark.parametrize("name", ["x.pdf", "x.docx"])
def test_a_damaged_document_is_refused_in_one_line(relata_command: Relata, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pypdfium2", reason="needs the extra [documents]")
    (tmp_path / name).write_bytes(b"\x00garbage")

    done = relata_command("parse", tmp_path / name)

    assert done.code == 2
    assert done.err.splitlines()[0].startswith(f"error: {tmp_path / name}: cannot be read as ")


def test_a_document_without_text_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pypdfium2", reason="needs the extra [documents]")
    write_pdf(tmp_path / "scan.pdf", [[]])

    with pytest.raises(FormatError, match="has no text; scanned pages"):
        extract(tmp_path / "scan.pdf")


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="needs the extra [documents]")
    with zipfile.ZipFile(tmp_path / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 51_000_000)

    with pytest.raises(FormatError, match="unpacks to 51000000 bytes"):
        extract(tmp_path / "bomb.docx")


@pytest.mark.parametrize(
    ("name", "text", "warning"),
    [
        ("a.txt", "<!DOCTYPE html><p>It rained.</p>", "--from html"),
        ("a.txt", '{"text": "It rained."}', "--from jsonl"),
        ("a.txt", "a\tb\tc\td\n" * 4, "looks like a table"),
        ("a.txt", 'name,age,town,work\n"A, b",3,c,d\nE,4,f,g\n', "looks like a table"),
        ("a.py", "import os\n", "looks like source code"),
        ("a.txt", "import os\n\ndef f(x):\n    return x\n", "looks like source code"),
        ("a.txt", "int main() {\n  return 0;\n}\n", "looks like source code"),
        ("a.txt", "First, we left.\nThen, it rained.\nLater, we slept.\n", ""),
        ("a.txt", "It rained, so we left; we slept; then; we ate.", ""),
        ("a.txt", "[1] It rained, so we left.", ""),
    ],
)
def test_markup_that_is_parsed_as_text_is_noticed(
    relata_command: Relata, tmp_path: Path, name: str, text: str, warning: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")

    done = relata_command("parse", tmp_path / name, "--only", "connectives")

    assert done.code == 0
    assert ("looks like" in done.err) == bool(warning)
    assert warning in done.err
