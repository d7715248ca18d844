"""The pages of the gallery: its commands run when the site is built, and links lead to what they write."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from docutils import nodes
from sphinx.application import Sphinx

GALLERY = "tours/gallery"
COMMAND = re.compile(r"^\$ relata (.*)$", re.MULTILINE)
PAGE = re.compile(r"[\w-]+\.html(#.*)?")
EXAMPLES = Path(__file__).parents[2] / "examples"


def link_pages(app: Sphinx, document: nodes.document) -> None:
    """Make links of the names of pages, such as `news.html`, on the page of the gallery."""
    if app.env.docname != GALLERY:
        return
    for literal in list(document.findall(nodes.literal)):
        if PAGE.fullmatch(literal.astext()):
            link = nodes.reference("", "", refuri=f"pages/{literal.astext()}")
            literal.replace_self(link)
            link += literal


def write_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, str], str]]:
    """Run the commands of the gallery, and put the pages that they write beside it."""
    if app.builder.format == "html":
        target = Path(app.outdir) / Path(GALLERY).parent / "pages"
        target.mkdir(parents=True, exist_ok=True)
        source = Path(app.srcdir) / f"{GALLERY}.md"
        with TemporaryDirectory() as name:
            run_commands(source.read_text("utf-8"), Path(name))
            for page in Path(name).glob("*.html"):
                shutil.copy(page, target / page.name)
    yield from ()


def run_commands(text: str, folder: Path) -> None:
    """Run the commands that a page shows in a folder beside the examples."""
    (folder / "examples").symlink_to(EXAMPLES)
    for arguments in COMMAND.findall(text):
        subprocess.run([sys.executable, "-m", "relata", *arguments.split()], cwd=folder, check=True)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the handlers with Sphinx."""
    app.connect("doctree-read", link_pages)
    app.connect("html-collect-pages", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
