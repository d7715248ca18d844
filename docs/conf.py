"""Settings of the documentation site: `sphinx-build -W docs build/site`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "Relata"
author = "The Relata developers"
copyright = "2026, the Relata developers"
html_title = "Relata"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "relata_senses", "relata_gallery"]
exclude_patterns = ["_extensions", "build"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["relata.css"]
html_show_sphinx = False
html_copy_source = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
smartquotes = False  # options begin with two hyphens
default_role = "code"  # docstrings write `names` with single backticks


def escape_patterns(app: Sphinx, ctx: Any, lines: list[str]) -> None:
    """Escape file patterns in help texts, such as *.conllu, which are emphasis in reST."""
    lines[:] = [re.sub(r"\*(?=[._-])", r"\\*", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Connect the function to the pages of commands."""
    for part in ("description", "options"):
        app.connect(f"sphinx-click-process-{part}", escape_patterns)
