"""The directive `relata-senses`: every sense of an inventory, from the glossary of the package."""

from __future__ import annotations

import re
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from relata.senses import inventory
from relata.senses.glossary import GlossaryEntry, glossary_entry

MARKUP = re.compile(r"\[|\](?P<argument>[12])|<(?P<connective>[^>]*)>")


class SenseGlossary(SphinxDirective):
    """A definition list of an inventory's senses: definitions and examples in two languages."""

    required_arguments = 1
    option_spec: ClassVar = {"without": str}

    def run(self) -> list[nodes.Node]:
        (name,) = self.arguments
        without = inventory(self.options["without"]).labels if "without" in self.options else ()
        senses = [sense for sense in inventory(name) if sense not in without]
        definitions = nodes.definition_list(classes=["senses"])
        definitions += [_item(glossary_entry(sense, name), name) for sense in senses]
        return [definitions]


def _item(entry: GlossaryEntry, name: str) -> nodes.definition_list_item:
    anchor = nodes.make_id(f"{name}-{entry.sense}")
    term = nodes.term("", "", nodes.literal(text=entry.sense), ids=[anchor])
    definition = nodes.definition()
    definition += nodes.paragraph("", entry.definition)
    definition += nodes.paragraph("", entry.definition_zh)
    examples = nodes.bullet_list()
    for example in (entry.english, entry.chinese):
        examples += nodes.list_item("", nodes.paragraph("", "", *_inlines(example)))
    definition += examples
    return nodes.definition_list_item("", term, definition)


def _inlines(example: str) -> list[nodes.Node]:
    """An example with subscripts behind its arguments and its connectives in bold."""
    inlines: list[nodes.Node] = []
    start = 0
    for match in MARKUP.finditer(example):
        inlines.append(nodes.Text(example[start : match.start()]))
        start = match.end()
        if match["connective"]:
            inlines.append(nodes.strong(text=match["connective"]))
        else:
            inlines.append(nodes.Text(match[0][0]))
        if match["argument"]:
            inlines.append(nodes.subscript(text=match["argument"]))
    return [*inlines, nodes.Text(example[start:])]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("relata-senses", SenseGlossary)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
