"""Settings of the documentation site: `sphinx-build -W docs build/site`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "Relata"
author = "The Relata developers"
copyright = "2026, the Relata developers"
html_title = "Relata"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "relata_senses"]
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
