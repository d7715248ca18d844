"""Reading text with clear errors, and output that appears whole or not at all."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import Document, Tokens
from relata.errors import FormatError, Lenient
from relata.formats.files import (
    decode,
    distinct,
    file_name,
    inner_suffix,
    read_chunks,
    read_lines,
    read_text,
    replacing,
    write_text,
)


def written(folder: Path, data: bytes) -> Path:
    path = folder / "file.txt"
    path.write_bytes(data)
    return path


def fail_halfway(path: Path) -> None:
    with replacing(path) as fresh:
        fresh.write_text("half")
        raise ZeroDivisionError


class TestPacked:
    def test_a_packed_file_is_unpacked(self, tmp_path: Path) -> None:
        path = tmp_path / "file.txt.xz"
        path.write_bytes(lzma.compress("因为\n所以\n".encode()))
        assert read_text(path) == "因为\n所以\n"
        assert list(read_lines(path)) == [(1, "因为"), (2, "所以")]

    @pytest.mark.parametrize("data", [b"no archive", lzma.compress(b"half" * 999)[:40]])
    def test_what_cannot_be_unpacked_is_named(self, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "file.txt.xz"
        path.write_bytes(data)
        with pytest.raises(FormatError, match=r"file\.txt\.xz: cannot be unpacked: "):
            read_text(path)

    def test_the_suffix_is_told_without_the_packing(self) -> None:
        assert [inner_suffix(Path(name)) for name in ("a.b.xz", "a.b", "a", "a.xz")] == [".b", ".b", "", ""]


class TestReading:
    def test_text_is_utf_8(self, tmp_path: Path) -> None:
        assert read_text(written(tmp_path, "因为\n".encode())) == "因为\n"

    def test_a_byte_order_mark_is_no_text(self, tmp_path: Path) -> None:
        assert read_text(written(tmp_path, b"\xef\xbb\xbfso")) == "so"

    def test_crlf_is_read_as_lf(self, tmp_path: Path) -> None:
        assert read_text(written(tmp_path, b"one\r\ntwo\r\n")) == "one\ntwo\n"

    def test_lines_have_numbers_and_no_ends(self, tmp_path: Path) -> None:
        path = written(tmp_path, b"\xef\xbb\xbfone\r\n\ntwo")

        assert list(read_lines(path)) == [(1, "one"), (2, ""), (3, "two")]

    def test_a_line_in_another_encoding_can_be_skipped(self, tmp_path: Path) -> None:
        lenient = Lenient()
        path = written(tmp_path, b"one\n\xe9\ntwo")

        assert list(read_lines(path, on_error=lenient)) == [(1, "one"), (3, "two")]
        assert [fault.line for fault in lenient.faults] == [2]

    def test_only_line_feeds_end_lines(self, tmp_path: Path) -> None:
        path = written(tmp_path, "a\x0bb\x85c\u2028d\n".encode())

        assert list(read_lines(path)) == [(1, "a\x0bb\x85c\u2028d")]

    def test_an_empty_file_has_no_lines(self, tmp_path: Path) -> None:
        assert list(read_lines(written(tmp_path, b""))) == []

    @pytest.mark.parametrize("read", [read_text, lambda path: list(read_lines(path))])
    def test_other_encodings_are_named_with_their_line(self, tmp_path: Path, read: object) -> None:
        path = written(tmp_path, "good\nwär\n".encode("latin-1"))

        with pytest.raises(FormatError, match=r"file.txt:2: expected UTF-8, found byte 0xe4"):
            read(path)  # type: ignore[operator]

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_utf_16_is_recognised(self, tmp_path: Path, encoding: str) -> None:
        path = written(tmp_path, "\ufeffso".encode(encoding))

        with pytest.raises(FormatError, match=r"file.txt:1: expected UTF-8, this looks like UTF-16"):
            read_text(path)

    @pytest.mark.parametrize("read", [read_text, lambda path: list(read_lines(path))])
    def test_a_missing_file_is_named(self, tmp_path: Path, read: object) -> None:
        with pytest.raises(FormatError, match=r"absent: cannot be read: No such file"):
            read(tmp_path / "absent")  # type: ignore[operator]

    @pytest.mark.parametrize("read", [read_text, lambda path: list(read_lines(path))])
    def test_a_directory_is_no_file(self, tmp_path: Path, read: object) -> None:
        with pytest.raises(FormatError, match="cannot be read: Is a directory"):
            read(tmp_path)  # type: ignore[operator]

    @given(text=st.text(st.characters(codec="utf-8")), size=st.integers(1, 9))
    def test_chunks_are_the_text_however_they_are_cut(
        self, tmp_path_factory: pytest.TempPathFactory, text: str, size: int
    ) -> None:
        path = written(tmp_path_factory.mktemp("chunks"), text.encode())

        assert "".join(read_chunks(path, size)) == text

    def test_a_chunk_with_a_fault_tells_its_line(self, tmp_path: Path) -> None:
        path = written(tmp_path, b"one\ntwo\nthr\xffee\n")

        with pytest.raises(FormatError, match=":3: expected UTF-8, found byte 0xff"):
            list(read_chunks(path, 5))

    def test_a_character_cut_by_the_end_of_the_file_is_a_fault(self, tmp_path: Path) -> None:
        path = written(tmp_path, "one\n因".encode()[:-1])

        with pytest.raises(FormatError, match=":2: expected UTF-8"):
            list(read_chunks(path))

    def test_bytes_are_decoded_from_the_line_they_begin_in(self) -> None:
        with pytest.raises(FormatError, match="out:8: expected UTF-8, found byte 0x80"):
            decode(b"so\n\x80", "out", 7)


class TestNames:
    @pytest.mark.parametrize("name", ["wsj_0001", "GUM_bio_byron", "因为", "a b.txt"])
    def test_a_plain_name_is_a_file_name(self, name: str) -> None:
        assert file_name(name, "out") == name

    @pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "a\nb", "\ud800"])
    def test_a_name_that_means_another_place_is_refused(self, name: str) -> None:
        with pytest.raises(FormatError, match="out: expected a document id that can name a file"):
            file_name(name, "out")

    def test_documents_with_different_names_pass(self) -> None:
        documents = [Document(name, "en", Tokens("", [])) for name in "ab"]

        assert list(distinct(documents, "out")) == documents

    def test_a_second_document_of_a_name_is_refused(self) -> None:
        documents = [Document("a", "en", Tokens("", [])) for _ in range(2)]

        with pytest.raises(FormatError, match="out: document id 'a' comes twice"):
            list(distinct(documents, "out"))


class TestWriting:
    def test_text_is_written_as_it_is(self, tmp_path: Path) -> None:
        write_text(tmp_path / "file", ["one\r\n", "因\n"], "out")

        assert (tmp_path / "file").read_bytes() == "one\r\n因\n".encode()

    def test_half_a_surrogate_pair_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="out: file: half a surrogate pair"):
            write_text(tmp_path / "file", ["\ud83d"], "out")

    def test_a_file_appears_when_the_block_ends(self, tmp_path: Path) -> None:
        with replacing(tmp_path / "out") as fresh:
            fresh.write_text("new")
            assert not (tmp_path / "out").exists()

        assert (tmp_path / "out").read_text() == "new"

    def test_a_file_that_is_there_is_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "out").write_text("old")

        with replacing(tmp_path / "out") as fresh:
            fresh.write_text("new")

        assert (tmp_path / "out").read_text() == "new"

    def test_a_directory_that_is_there_is_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "parses.json").write_text("old")

        with replacing(tmp_path / "out") as fresh:
            fresh.mkdir()
            (fresh / "parses.json").write_text("new")

        assert (tmp_path / "out" / "parses.json").read_text() == "new"

    def test_missing_parents_are_made(self, tmp_path: Path) -> None:
        with replacing(tmp_path / "a" / "b" / "out") as fresh:
            fresh.write_text("new")

        assert (tmp_path / "a" / "b" / "out").read_text() == "new"

    def test_parents_go_away_if_nothing_came_of_it(self, tmp_path: Path) -> None:
        with pytest.raises(ZeroDivisionError):
            fail_halfway(tmp_path / "a" / "b" / "out")

        assert list(tmp_path.iterdir()) == []

    def test_nothing_else_is_left_behind(self, tmp_path: Path) -> None:
        with replacing(tmp_path / "out") as fresh:
            fresh.write_text("new")

        assert [file.name for file in tmp_path.iterdir()] == ["out"]

    def test_a_block_that_fails_leaves_the_old_file(self, tmp_path: Path) -> None:
        (tmp_path / "out").write_text("old")

        with pytest.raises(ZeroDivisionError):
            fail_halfway(tmp_path / "out")

        assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("out", "old")]

    @pytest.mark.parametrize("content", ["new", None])
    def test_the_longest_names_can_be_written(self, content: str | None, tmp_path: Path) -> None:
        target = tmp_path / ("x" * 255)
        for _ in range(2):  # the second time it is replaced
            with replacing(target) as fresh:
                if content is None:
                    fresh.mkdir()
                else:
                    fresh.write_text(content)

        assert [path.name for path in tmp_path.iterdir()] == [target.name]

    def test_what_a_killed_process_left_is_removed(self, tmp_path: Path) -> None:
        script = (
            "import os, signal, sys\n"
            "from relata.formats.files import replacing\n"
            "with replacing(sys.argv[1]) as fresh:\n"
            "    fresh.write_text('half')\n"
            "    os.kill(os.getpid(), signal.SIGKILL)\n"
        )
        subprocess.run([sys.executable, "-c", script, tmp_path / "killed"], check=False)
        (abandoned,) = tmp_path.iterdir()
        assert abandoned.name.startswith(".relata-")

        with replacing(tmp_path / "out") as fresh:
            fresh.write_text("new")

        assert [path.name for path in tmp_path.iterdir()] == ["out"]

    def test_what_another_process_writes_is_left_alone(self, tmp_path: Path) -> None:
        script = (
            "import subprocess, sys\n"
            "from relata.formats.files import replacing\n"
            "with replacing(sys.argv[1]) as fresh:\n"
            "    fresh.write_text('theirs')\n"
            "    print(flush=True)\n"
            "    sys.stdin.read()\n"
        )
        command = [sys.executable, "-c", script, tmp_path / "theirs"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            with replacing(tmp_path / "ours") as fresh:
                fresh.write_text("ours")
            process.communicate()

        assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
            "ours": "ours",
            "theirs": "theirs",
        }

    def test_a_directory_with_other_files_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "thesis.txt").write_text("precious", encoding="utf-8")
        with (
            pytest.raises(FormatError, match=r"'thesis\.txt', which would be lost"),
            replacing(tmp_path / "out") as fresh,
        ):
            (fresh / "raw").mkdir(parents=True)
        assert (tmp_path / "out" / "thesis.txt").read_text(encoding="utf-8") == "precious"

    @pytest.mark.parametrize("path", [".", "..", "a/.."])
    def test_a_place_without_a_name_cannot_be_written(self, path: str) -> None:
        with (
            pytest.raises(FormatError, match="expected the name of a file or of a directory"),
            replacing(path),
        ):
            pytest.fail("nothing can be written there")

    def test_a_pipe_is_not_replaced(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")

        with (
            pytest.raises(FormatError, match="pipe: cannot be written: neither a file nor a directory"),
            replacing(tmp_path / "pipe"),
        ):
            pytest.fail("nothing can be written there")

    def test_text_that_utf_8_cannot_hold_is_refused(self, tmp_path: Path) -> None:
        with (
            pytest.raises(FormatError, match="out: half a surrogate pair"),
            replacing(tmp_path / "out") as fresh,
        ):
            fresh.write_text("\ud83d", encoding="utf-8")

    def test_a_place_inside_a_file_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()

        with (
            pytest.raises(FormatError, match=r"file/out: cannot be written: (Not a directory|File exists)"),
            replacing(tmp_path / "file" / "out"),
        ):
            pytest.fail("nothing can be written there")

    def test_a_file_does_not_replace_a_directory(self, tmp_path: Path) -> None:
        (tmp_path / "out" / "old").mkdir(parents=True)

        with (
            pytest.raises(FormatError, match="out: cannot be written: Is a directory"),
            replacing(tmp_path / "out") as fresh,
        ):
            fresh.write_text("new")

        assert (tmp_path / "out" / "old").exists()

    def test_a_directory_does_not_replace_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "out").write_text("old")

        with (
            pytest.raises(FormatError, match="out: cannot be written: Not a directory"),
            replacing(tmp_path / "out") as fresh,
        ):
            fresh.mkdir()

        assert (tmp_path / "out").read_text() == "old"

    def test_the_old_directory_comes_back_if_the_new_one_cannot_take_its_place(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "out" / "old").mkdir(parents=True)

        def refuse(self: Path, target: Path) -> Path:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "replace", refuse)
        with (
            pytest.raises(FormatError, match="out: cannot be written: Permission denied"),
            replacing(tmp_path / "out") as fresh,
        ):
            (fresh / "old").mkdir(parents=True)

        assert (tmp_path / "out" / "old").exists()

    def test_the_old_directory_comes_back_if_an_interrupt_comes_in_between(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "out" / "old").mkdir(parents=True)

        def interrupt(self: Path, target: Path) -> Path:
            raise KeyboardInterrupt

        monkeypatch.setattr(Path, "replace", interrupt)
        with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "out") as fresh:
            (fresh / "old").mkdir(parents=True)

        assert (tmp_path / "out" / "old").exists()
