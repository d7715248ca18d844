"""Writing a CoNLL-2016 dataset directory, or the output.json of a system.

JSON comes from templates, not `json.dumps`: a dataset holds millions of words of the same shape.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path

from relata.document import NO_HEAD, Document, Offsets, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.formats.conll2016.parses import NO_TREE
from relata.formats.conll2016.relations import CONNECTIVE_TEXT, TYPES, raw_text
from relata.formats.files import distinct, file_name, one_line, replace_text, replacing, write_text
from relata.formats.warnings import Unsupported
from relata.segmentation import detect_language
from relata.treebank import EMPTY, parse_trees
from relata.treebank.tree import without_empty

_MOST_CELLS = 50_000_000
"""Tokens times relations beyond which a document gets no .conll view, which grows with their product."""

_BLANK_LINES = re.compile(r"\n\s*\n")


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write a dataset directory: parses, relations with and without senses, raw texts, .conll views."""
    unsupported = Unsupported("CoNLL-2016")
    with replacing(path) as folder:
        folder.mkdir()
        _write_dataset(documents, folder, path, unsupported)
    unsupported.warn()


def write_output(documents: Iterable[Document], path: str | Path) -> None:
    """Write the relations as a system's output.json: flat token ids and exactly one sense."""
    replace_text(path, output_lines(documents))


def output_lines(documents: Iterable[Document]) -> Iterator[str]:
    """Format the lines of a system's output.json, and warn at the end of unsupported content."""
    unsupported = Unsupported("CoNLL-2016 output")
    for document in documents:
        for relation in _of_task(document.relations, unsupported):
            _count_common(relation, unsupported)
            unsupported.add("senses after the first", "relations", len(relation.all_senses) > 1)
            unsupported.add("inserted connective", "relations", relation.inserted is not None)
            unsupported.add("sup1", "relations", relation.sup1 is not None)
            if relation.senses:
                yield _output_line(document.id, relation)
            else:
                unsupported.add("no sense", "relations")
    unsupported.warn()


def _write_dataset(
    documents: Iterable[Document], folder: Path, path: str | Path, unsupported: Unsupported
) -> None:
    ids: set[int] = set()
    unused_ids = (number for number in count() if number not in ids)
    for part in ("raw", "conll_format"):
        (folder / part).mkdir()
    with (
        (folder / "parses.json").open("w", encoding="utf-8") as parses,
        (folder / "relations.json").open("w", encoding="utf-8") as gold,
        (folder / "relations-no-senses.json").open("w", encoding="utf-8") as no_senses,
    ):
        mark = "{"
        for document in distinct(documents, path):
            name = file_name(document.id, path)
            _count_unsupported(document, unsupported)
            relations = list(_numbered(document.relations, ids, unused_ids, unsupported))
            # One document per line, so that the line of a fault identifies the document.
            parses.write(f"{mark}\n{_parse_entry(document, relations)}")
            mark = ","
            rows = _token_rows(document.tokens)
            for relation in relations:
                line, without_sense = _relation_lines(document, relation, rows)
                gold.write(line)
                no_senses.write(without_sense)
            write_text(folder / "raw" / name, [document.text], path)
            if len(document.tokens) * len(relations) > _MOST_CELLS:
                unsupported.add("a .conll view of that size", "documents")
            else:
                view = folder / "conll_format" / f"{name}.conll"
                write_text(view, _view_lines(document, relations), path)
        parses.write("\n}\n" if mark == "," else "{}\n")


def _numbered(
    relations: Iterable[DiscourseRelation], ids: set[int], unused_ids: Iterator[int], unsupported: Unsupported
) -> Iterator[DiscourseRelation]:
    """Relations as relations.json supports them, with unique ids."""
    for relation in _of_task(relations, unsupported):
        _count_common(relation, unsupported)
        second = bool(relation.second_inserted or relation.second_senses)
        inserted = bool(relation.connective and relation.inserted)
        unsupported.add("second connective", "relations", second)
        unsupported.add("inserted beside a connective", "relations", inserted)
        number = next(unused_ids) if relation.id is None or relation.id in ids else relation.id
        ids.add(number)
        unsupported.add("ids that come twice", "relations", relation.id not in (None, number))
        yield replace(relation, id=number)


def _of_task(relations: Iterable[DiscourseRelation], unsupported: Unsupported) -> Iterator[DiscourseRelation]:
    """Relations of the task's types, with all senses in one list; EntRel is its own sense."""
    for relation in relations:
        if relation.type not in (*TYPES, RelationType.ALTLEXC):
            unsupported.add(str(relation.type), "relations")
            continue
        kind = relation.type
        if kind is RelationType.ALTLEXC:
            unsupported.add("AltLexC, written as AltLex", "relations")
            kind = RelationType.ALTLEX
        senses = relation.all_senses or (("EntRel",) if kind is RelationType.ENTREL else ())
        yield replace(relation, type=kind, senses=senses)


def paragraphs(tokens: Tokens) -> tuple[Offsets, ...]:
    """Find the blocks between blank lines that have tokens (the line ".START" has none)."""
    text, begins = tokens.text, tokens.begins
    edges = [0, *(edge for gap in _BLANK_LINES.finditer(text) for edge in gap.span()), len(text)]
    blocks: list[Offsets] = []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        block = text[begin:end]
        begin, end = begin + len(block) - len(block.lstrip()), begin + len(block.rstrip())
        first = bisect_left(begins, begin)
        if first < len(begins) and begins[first] < end:
            blocks.append((begin, end))
    return tuple(blocks)


def _count_unsupported(document: Document, unsupported: Unsupported) -> None:
    """Count unsupported content of a document, without its relations."""
    unsupported.add_layers(document, "propositions")
    for name in sorted(document.tokens.columns.keys() - {"tag", "deprel"}):
        unsupported.add(name, "documents")
    headless = "dependencies without a head in the sentence"
    unsupported.add(headless, "tokens", _headless_dependencies(document))
    traces = sum(EMPTY in (tree or "") for tree in document.trees)
    unsupported.add("empty categories of trees", "sentences", traces)
    unsupported.add_layers(document, "comments", "rows that are no words", "metadata")
    unsupported.add("language", "documents", document.language != detect_language(document.text))
    blocks = document.paragraphs not in ((), paragraphs(document.tokens))
    unsupported.add("paragraphs", "documents", blocks)


def _count_common(relation: DiscourseRelation, unsupported: Unsupported) -> None:
    """Count content of a relation that neither relations.json nor output.json supports."""
    unsupported.add("score", "relations", relation.score is not None)
    unsupported.add("provenance", "relations", relation.provenance is not None)
    unsupported.add("sup2", "relations", relation.sup2 is not None)
    unsupported.add("extras", "relations", bool(relation.extras.keys() - {CONNECTIVE_TEXT}))


def _headless_dependencies(document: Document) -> int:
    """Count tokens with a head or a label that cannot be written as a dependency."""
    tokens = document.tokens
    labels = tokens.columns.get("deprel") or (None,) * len(tokens)
    if tokens.heads is None:
        return sum(label is not None for label in labels)
    sentences = map(tokens.sentence_range, range(len(tokens.sentence_starts)))
    return sum(
        not 0 <= tokens.heads[index] <= len(sentence)
        and (tokens.heads[index] != NO_HEAD or labels[index] is not None)
        for sentence in sentences
        for index in sentence
    )


def _view_lines(document: Document, relations: Sequence[DiscourseRelation]) -> Iterator[str]:
    """Lines of a .conll file: a row per token, a column per relation in the order of their first tokens."""
    tokens = document.tokens
    tags = tokens.columns.get("tag") or [None] * len(tokens)
    filled: dict[int, list[tuple[int, str]]] = {}
    for column, relation in enumerate(sorted(relations, key=_first_token)):
        for index, label in _labels(relation).items():
            filled.setdefault(index, []).append((column, label))
    blank = ["_"] * len(relations)
    for sentence in range(len(tokens.sentence_starts)):
        for position, index in enumerate(tokens.sentence_range(sentence)):
            row = blank
            if index in filled:
                row = blank.copy()
                for column, label in filled[index]:
                    row[column] = label
            form = one_line(tokens.form(index))
            yield "\t".join((f"{index}\t{sentence}\t{position}\t{form}\t{tags[index] or '_'}", *row)) + "\n"
        yield "\n"


def _first_token(relation: DiscourseRelation) -> int:
    spans = (relation.connective, relation.arg1, relation.arg2, relation.punctuation)
    return min(chain.from_iterable(span.indices[:1] for span in spans if span is not None), default=0)


def _labels(relation: DiscourseRelation) -> dict[int, str]:
    """Cells of a column by token; the sense stands at the connective, else at the mark, else at Arg2."""
    senses = ",".join(relation.senses)
    labels = dict.fromkeys(relation.arg1.indices, "arg1") | dict.fromkeys(relation.arg2.indices, "arg2")
    if relation.connective is None and relation.punctuation is None:
        opening = "|".join(filter(None, ("arg2", relation.inserted, senses)))
        labels |= dict.fromkeys(_openings(relation.arg2), opening)
    if relation.punctuation is not None:
        mark = "punct" if relation.connective else f"punct|{senses}"
        labels |= _over(relation.punctuation, mark, labels)
    if relation.connective is not None:
        kind = "altlex" if relation.type is RelationType.ALTLEX else "conn"
        labels |= _over(relation.connective, f"{kind}|{senses}", labels)
    return labels


def _over(span: Span, mark: str, labels: dict[int, str]) -> dict[int, str]:
    """Cells of the tokens of a span: the mark, with the name of the argument around it."""
    return {index: "|".join(filter(None, (mark, labels.get(index)))) for index in span.indices}


def _openings(span: Span) -> list[int]:
    """List the tokens at which a span begins in a sentence."""
    tokens, inside = span.tokens, set(span.indices)
    starts = set(tokens.sentence_starts)
    return [index for index in span.indices if index in starts or index - 1 not in inside]


def _parse_entry(document: Document, relations: Sequence[DiscourseRelation]) -> str:
    """Format a document as an entry of parses.json, with the relations of each word."""
    tokens = document.tokens
    forms = list(map(tokens.form, range(len(tokens))))
    words = _words(tokens, forms, _linkers(tokens, relations))
    root = "root" if document.language == "zh" else "ROOT"
    sentences = []
    for number in range(len(tokens.sentence_starts)):
        own = tokens.sentence_range(number)
        tree = _task_tree(document.trees[number]) if document.trees else None
        dependencies = ", ".join(_dependencies(tokens, own, (root, *forms[own.start : own.stop])))
        sentences.append(
            f'{{"dependencies": [{dependencies}], "parsetree": {quoted((tree or NO_TREE) + chr(10))}, '
            f'"words": [{", ".join(words[own.start : own.stop])}]}}'
        )
    return f'{quoted(document.id)}: {{"sentences": [{", ".join(sentences)}]}}'


def _task_tree(tree: str | None) -> str | None:
    """Return a tree without empty categories: the leaves of the task's trees are the words."""
    if tree is None or EMPTY not in tree:
        return tree
    return "".join(str(bare) for root in parse_trees(tree, "tree") if (bare := without_empty(root))) or None


def _output_line(doc_id: str, relation: DiscourseRelation) -> str:
    """Format a relation for output.json."""
    number = "" if relation.id is None else f'"ID": {relation.id}, '
    connective = relation.connective.indices if relation.connective else ()
    return (
        f'{{"DocID": {quoted(doc_id)}, {number}"Type": "{relation.type}", '
        f'"Sense": [{quoted(relation.senses[0])}], "Arg1": {{"TokenList": {list(relation.arg1.indices)}}}, '
        f'"Arg2": {{"TokenList": {list(relation.arg2.indices)}}}, '
        f'"Connective": {{"TokenList": {list(connective)}}}{_output_mark(relation)}}}\n'
    )


def _linkers(tokens: Tokens, relations: Sequence[DiscourseRelation]) -> list[list[str]]:
    """List the parts of relations that each word belongs to, in quotes."""
    linkers: list[list[str]] = [[] for _ in tokens.begins]
    for relation in relations:
        for name, span in (
            ("conn", relation.connective),
            ("arg1", relation.arg1),
            ("arg2", relation.arg2),
            ("punct", relation.punctuation),
        ):
            linker = f'"{name}_{relation.id}"'
            for first, last in span.ranges if span else ():
                for own in linkers[first:last]:
                    own.append(linker)
    return linkers


def _words(tokens: Tokens, forms: Sequence[str], linkers: Sequence[Sequence[str]]) -> list[str]:
    tags = tokens.columns.get("tag") or ("",) * len(tokens)
    return [
        f'[{quoted(form)}, {{"CharacterOffsetBegin": {begin}, "CharacterOffsetEnd": {end}, '
        f'"Linkers": [{", ".join(own)}], "PartOfSpeech": {quoted(tag or "")}}}]'
        for form, begin, end, own, tag in zip(forms, tokens.begins, tokens.ends, linkers, tags, strict=True)
    ]


def _dependencies(tokens: Tokens, sentence: range, names: Sequence[str]) -> Iterator[str]:
    """Format the dependencies of a sentence; `names` are those of the root and of the words."""
    if tokens.heads is None:
        return
    labels = tokens.columns.get("deprel") or ("",) * len(tokens)
    numbered = [quoted(f"{name}-{number}") for number, name in enumerate(names)]
    for index, dependent in zip(sentence, numbered[1:], strict=True):
        head = tokens.heads[index]
        if 0 <= head < len(numbered):
            yield f"[{quoted(labels[index] or '')}, {numbered[head]}, {dependent}]"


def _token_rows(tokens: Tokens) -> list[str]:
    """Format each token as in a TokenList of gold data."""
    return [
        f"[{tokens.begins[index]}, {tokens.ends[index]}, {index}, {sentence}, {position}]"
        for sentence in range(len(tokens.sentence_starts))
        for position, index in enumerate(tokens.sentence_range(sentence))
    ]


def _relation_lines(document: Document, relation: DiscourseRelation, rows: Sequence[str]) -> tuple[str, str]:
    """Format a relation for relations.json and for relations-no-senses.json; `rows` are those of tokens."""

    def fields(span: Span, text: str | None = None) -> str:
        tokens = ", ".join(row for first, last in span.ranges for row in rows[first:last])
        raw = quoted(raw_text(span, document.language) if text is None else text)
        return f'"CharacterSpanList": {_pieces(span)}, "RawText": {raw}, "TokenList": [{tokens}]'

    connective = f'"CharacterSpanList": [], "RawText": {quoted(relation.inserted or "")}, "TokenList": []'
    if relation.connective:
        connective = fields(relation.connective, relation.extras.get(CONNECTIVE_TEXT))
    parts = f'"Arg1": {{{fields(relation.arg1)}}}, "Arg2": {{{fields(relation.arg2)}}}'
    parts += f', "Connective": {{{connective}}}'
    if relation.punctuation is not None:
        parts += f', "Punctuation": {{{fields(relation.punctuation)}{_mark_type(relation)}}}'
    if relation.sup1 is not None:
        parts += f', "Sup1Span": {_pieces(relation.sup1)}'
    head = f'{{"DocID": {quoted(document.id)}, "ID": {relation.id}'
    senses = ", ".join(map(quoted, relation.senses))
    return (
        f'{head}, "Type": "{relation.type}", "Sense": [{senses}], {parts}}}\n',
        f'{head}, "Type": "", "Sense": [], {parts}}}\n',
    )


def _output_mark(relation: DiscourseRelation) -> str:
    """Format the mark between the arguments, which the task's programs ignore in a system's output."""
    if relation.punctuation is None:
        return ""
    words = list(relation.punctuation.indices)
    return f', "Punctuation": {{"TokenList": {words}{_mark_type(relation)}}}'


def _mark_type(relation: DiscourseRelation) -> str:
    kind = relation.punctuation_type
    return "" if kind is None else f', "PunctuationType": {quoted(kind)}'


def _pieces(span: Span) -> str:
    return f"[{', '.join(f'[{begin}, {end}]' for begin, end in span.pieces)}]"
