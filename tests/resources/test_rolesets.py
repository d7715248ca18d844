"""The table of rolesets is made of frame files and training data."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import Proposition
from relata.errors import FormatError
from relata.resources.rolesets import agreement, read_frame_files, table_lines, verbs
from relata.roles.rolesets import Rolesets

ROW = """<frameset>
<note>R & R: not well-formed</note>
<predicate lemma="row">
<roleset id="row.01" name="propel a boat">
<aliases><alias pos="v">row</alias><alias pos="n">rowing</alias><alias pos="l">take_row</alias></aliases>
<roles><role descr="rower" n="0"/><role descr="boat" n="1"/><role descr="manner" n="M"/></roles>
<example><text>a < b</text></example>
</roleset></predicate>
<predicate lemma="row_back">
<roleset id="row_back.02" name="withdraw"><aliases><alias pos="v">row_back</alias></aliases><roles/></roleset>
<roleset id="row.01" name="again"><aliases/><roles/></roleset>
</predicate></frameset>"""


def packed(folder: Path, text: str) -> Path:
    path = folder / "frames.tar.xz"
    with tarfile.open(path, "w:xz") as tar:
        for name, content in (("frames/row.xml", text), ("frames/README.txt", "no XML")):
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            tar.addfile(info, io.BytesIO(content.encode()))
    return path


def document(form: str, tag: str, roleset: str, times: int) -> Document:
    text = " ".join([form] * times)
    step = len(form) + 1
    tokens = Tokens(text, [(n * step, n * step + len(form)) for n in range(times)], tag=[tag] * times)
    return Document(
        form,
        "en",
        tokens,
        propositions=tuple(Proposition(tokens.span((n,)), roleset) for n in range(times)),
    )


def test_frame_files_become_a_table(tmp_path: Path) -> None:
    lines = table_lines(read_frame_files(packed(tmp_path, ROW)), [], "none")
    assert lines[:2] == [
        "# Rolesets of the PropBank frame files (https://github.com/propbank/propbank-frames), CC BY-SA 4.0; "
        "under the same licence",
        "# and of light verbs and training data (none)",
    ]
    assert lines[3:] == ["row.01\t01\tn:rowing v", "row_back.02\t\tv", "take.LV\t\tv"]


def test_what_training_data_have_twice_is_added(tmp_path: Path) -> None:
    given = [
        document("rowers", "NNS", "row.01", 2),
        document("rowed", "VBD", "row.03", 2),
        document("oars", "NNS", "row.01", 1),
        document("rows", "VBZ", "row.01", 5),
    ]
    lines = table_lines(read_frame_files(packed(tmp_path, ROW)), given, "rowers")
    assert lines[3:5] == ["row.01\t01\tn:rower n:rowing v", "row.03\t\tv"]


def test_a_file_that_is_not_well_formed_is_named(tmp_path: Path) -> None:
    archive = packed(tmp_path, "<frameset><roleset></frameset>")
    with pytest.raises(FormatError, match=r"row\.xml: no well-formed XML"):
        list(read_frame_files(archive))


def test_verbs_are_those_of_the_aliases(tmp_path: Path) -> None:
    assert verbs(read_frame_files(packed(tmp_path, ROW))) == ["row"]


def test_a_number_that_stands_twice_is_one_role(tmp_path: Path) -> None:
    twice = ROW.replace('<role descr="boat" n="1"/>', '<role descr="boat" n="1"/><role descr="raft" n="1"/>')
    assert next(read_frame_files(packed(tmp_path, twice))).numbers == "01"


@pytest.mark.parametrize(
    ("content", "fault"), [(b"no archive", "expected an archive of frame files"), (None, "cannot be read")]
)
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes | None, fault: str) -> None:
    archive = tmp_path / "frames.tar"
    if content:
        archive.write_bytes(content)
    with pytest.raises(FormatError, match=fault):
        list(read_frame_files(archive))


def test_an_archive_without_rolesets_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected frame files"):
        list(read_frame_files(packed(tmp_path, "<frameset/>")))


def test_agreement_compares_rolesets_with_candidates(tmp_path: Path) -> None:
    table = Rolesets(table_lines(read_frame_files(packed(tmp_path, ROW)), [], "none"))
    correct = agreement(table, [document("rowed", "VBD", "row.01", 1), document("rows", "VBZ", "row.07", 1)])
    assert correct == {
        "lemma of verbs as in the roleset": [True, True],
        "roleset among the candidates": [True, False],
        "roleset the only candidate": [False, False],
    }
