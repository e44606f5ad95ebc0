"""One foreign file becomes text, or one line that says what to do about it."""

from __future__ import annotations

import codecs
import io
import os
import tokenize
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UserError
from grader.intake.safe_read import decode_source, read_source

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = "ada/tictactoe.py"
KIB = 1024


@pytest.mark.parametrize(
    "data",
    [
        b"X = 'X'\r\nO = 'O'\r\n",
        b"X = 'X'\rO = 'O'\r",
        b"if X:\n\tpass\n",
        b"",
        "name = 'Zoë 李'\n".encode(),
        b"x = '\x1b[31m'\x0c\n",
    ],
)
def test_text_is_kept_as_it_was_written(data: bytes) -> None:
    """Line ends, tabs, control characters and an empty file pass unchanged."""
    assert decode_source(data, SHOWN) == data.decode()


def test_a_utf8_byte_order_mark_is_dropped_once() -> None:
    """Windows editors write one; a second is text."""
    assert decode_source(b"\xef\xbb\xbfX = 1\n", SHOWN) == "X = 1\n"
    assert decode_source(b"\xef\xbb\xbf\xef\xbb\xbfX", SHOWN) == "\ufeffX"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_other_unicode_encodings_are_refused_by_name(encoding: str) -> None:
    """With their byte order mark, in either byte order; the message says what to do."""
    text = "import math\n" if encoding in {"utf-16", "utf-32"} else "\ufeffimport math\n"

    with pytest.raises(UserError, match=rf"^ada/tictactoe\.py: saved as {encoding[:6].upper()}; save it as UTF-8$"):
        decode_source(text.encode(encoding), SHOWN)


def test_utf16_without_its_mark_is_refused_for_its_nul_bytes() -> None:
    """NUL bytes are never part of a Python file."""
    with pytest.raises(UserError, match="NUL bytes"):
        decode_source("import math\n".encode("utf-16-le"), SHOWN)


def test_what_is_not_utf8_is_refused_with_its_line() -> None:
    """The line of the first bad byte helps to find it."""
    with pytest.raises(UserError, match="line 3 is not UTF-8"):
        decode_source(b"# one\n# two\n# caf\xe9\n", SHOWN)


@pytest.mark.parametrize(
    "head",
    [
        "# -*- coding: rot13 -*-\n",
        "#!/usr/bin/env python\n# vim: set fileencoding=latin-1 :\n",
        "\n# coding=cp1252\n",
        "\t \f# coding: utf-7\r\n",
        "# one\r# coding: gbk\r",
        "# coding: utf8x\n",
    ],
)
def test_a_foreign_encoding_declaration_is_refused(head: str) -> None:
    """On the first line, or on the second after a blank line or a comment, with any line ends."""
    with pytest.raises(UserError, match=r"declares the encoding \".*\"; save it as UTF-8"):
        decode_source(head.encode(), SHOWN)


@pytest.mark.parametrize(
    "head",
    [
        "# -*- coding: utf-8 -*-\n",
        "# coding: UTF8\n",
        "# coding: utf-8-sig\n",
        "# -*- coding: utf_8 -*-\n",
        "# -*- coding: utf-8-unix -*-\n",
        "# coding: utf-8\n# coding: latin-1\n",
        "# coding: ascii\n",
        "# coding: us-ascii\n",
        "import math\n# coding: latin-1\n",
        "# one\n# two\n# coding: latin-1\n",
        "x = 1  # coding: latin-1\n",
        '"""\n# coding: latin-1\n"""\n',
    ],
)
def test_a_declaration_that_python_reads_as_utf8_or_not_at_all_is_accepted(head: str) -> None:
    """All spellings of UTF-8 and ASCII; a comment behind code or further down declares nothing."""
    found, _ = tokenize.detect_encoding(io.BytesIO(head.encode()).readline)

    assert codecs.lookup(found).name in {"utf-8", "ascii"}, "Python itself thinks otherwise"
    assert decode_source(head.encode(), SHOWN) == head


def test_an_encoding_declaration_cannot_colour_the_terminal() -> None:
    """The name is cleaned and clipped before it is shown."""
    with pytest.raises(UserError) as caught:
        decode_source(b"# coding: " + b"x" * 5000 + b"\x1b[31m\n", SHOWN)

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


@settings(database=None, derandomize=True, deadline=None)
@given(st.binary() | st.text().map(str.encode) | st.binary().map(lambda data: b"# coding: " + data))
def test_any_bytes_become_text_or_one_printable_line(data: bytes) -> None:
    """No other exception, and the text is what the bytes say."""
    text = refusal = ""
    try:
        text = decode_source(data, SHOWN)
    except UserError as error:
        refusal = str(error)

    if refusal:
        assert refusal.startswith(f"{SHOWN}: ")
        assert refusal.isprintable()
    else:
        assert text.encode() == data.removeprefix(b"\xef\xbb\xbf")


def test_a_file_of_just_the_limit_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    """The limit is inclusive and the message names it."""
    file = tmp_path / "tictactoe.py"
    file.write_bytes(b"#" * 2 * KIB)
    assert len(read_source(file, SHOWN, 2)) == 2 * KIB

    file.write_bytes(b"#" * (2 * KIB + 1))
    with pytest.raises(UserError, match=r"^ada/tictactoe\.py: larger than 2 KiB"):
        read_source(file, SHOWN, 2)


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    """A sparse file of a tebibyte costs nothing."""
    file = tmp_path / "tictactoe.py"
    with file.open("wb") as opened:
        opened.truncate(1 << 40)

    with pytest.raises(UserError, match="larger than 256 KiB"):
        read_source(file, SHOWN, 256)


@pytest.mark.parametrize("target", ["other.py", "/dev/zero", "missing.py", "tictactoe.py", "."])
def test_a_symbolic_link_is_never_followed(tmp_path: Path, target: str) -> None:
    """To another student's file, a device, nothing, itself or a folder."""
    (tmp_path / "other.py").write_text("secret = 1\n")
    link = tmp_path / "tictactoe.py"
    link.symlink_to(target)

    with pytest.raises(UserError, match="a symbolic link, which is never followed"):
        read_source(link, SHOWN, 256)


def test_a_link_that_appears_at_the_last_moment_is_not_followed_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system refuses it when it is opened, even if the earlier test found no link."""
    link = tmp_path / "tictactoe.py"
    link.symlink_to("/dev/zero")
    monkeypatch.setattr("pathlib.Path.is_symlink", lambda _self: False)

    with pytest.raises(UserError, match="cannot be read"):
        read_source(link, SHOWN, 256)


@pytest.mark.timeout(10)
def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    """Without O_NONBLOCK, opening one would hang for ever."""
    pipe = tmp_path / "tictactoe.py"
    os.mkfifo(pipe)

    with pytest.raises(UserError, match="not a regular file"):
        read_source(pipe, SHOWN, 256)


@pytest.mark.timeout(10)
def test_a_named_pipe_with_a_writer_is_refused_as_well(tmp_path: Path) -> None:
    """What it would deliver does not matter."""
    pipe = tmp_path / "tictactoe.py"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, b"X = 1\n")

    with pytest.raises(UserError, match="not a regular file"):
        read_source(pipe, SHOWN, 256)
    os.close(writer)


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    """Each with its own remedy."""
    with pytest.raises(UserError, match="not a regular file"):
        read_source(tmp_path, SHOWN, 256)
    with pytest.raises(UserError, match="no such file"):
        read_source(tmp_path / "tictactoe.py", SHOWN, 256)
    with pytest.raises(UserError, match="cannot be read"):
        read_source(tmp_path / ("x" * 5000), SHOWN, 256)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    """The system's reason is passed on."""
    file = tmp_path / "tictactoe.py"
    file.write_text("X = 1\n")
    file.chmod(0)

    with pytest.raises(UserError, match="cannot be read"):
        read_source(file, SHOWN, 256)


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    """Neither after a refusal nor after reading: the next one opened gets the same number."""
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("X = 1\n")
    probe = os.open(file, os.O_RDONLY)
    os.close(probe)
    for _ in range(3):
        read_source(file, SHOWN, 256)
        for refused in (pipe, tmp_path):
            with pytest.raises(UserError):
                read_source(refused, SHOWN, 256)

    again = os.open(file, os.O_RDONLY)
    os.close(again)
    assert again == probe
