"""One foreign file becomes text, or one line that says what to do about it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grader.errors import UserError
from grader.intake.safe_read import read_regular

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = "ada/tictactoe.py"
KIB = 1024


def test_a_file_of_just_the_limit_is_read_and_one_byte_more_is_refused(tmp_path: Path) -> None:
    """The limit is inclusive and the message names it."""
    file = tmp_path / "tictactoe.py"
    file.write_bytes(b"#" * 2 * KIB)
    assert len(read_regular(file, SHOWN, 2)) == 2 * KIB

    file.write_bytes(b"#" * (2 * KIB + 1))
    with pytest.raises(UserError, match=r"^ada/tictactoe\.py: larger than 2 KiB"):
        read_regular(file, SHOWN, 2)


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    """A sparse file of a tebibyte costs nothing."""
    file = tmp_path / "tictactoe.py"
    with file.open("wb") as opened:
        opened.truncate(1 << 40)

    with pytest.raises(UserError, match="larger than 256 KiB"):
        read_regular(file, SHOWN, 256)


@pytest.mark.parametrize("target", ["other.py", "/dev/zero", "missing.py", "tictactoe.py", "."])
def test_a_symbolic_link_is_never_followed(tmp_path: Path, target: str) -> None:
    """To another student's file, a device, nothing, itself or a folder."""
    (tmp_path / "other.py").write_text("secret = 1\n")
    link = tmp_path / "tictactoe.py"
    link.symlink_to(target)

    with pytest.raises(UserError, match="a symbolic link, which is never followed"):
        read_regular(link, SHOWN, 256)


def test_a_link_that_appears_at_the_last_moment_is_not_followed_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system refuses it when it is opened, even if the earlier test found no link."""
    link = tmp_path / "tictactoe.py"
    link.symlink_to("/dev/zero")
    monkeypatch.setattr("pathlib.Path.is_symlink", lambda _self: False)

    with pytest.raises(UserError, match="cannot be read"):
        read_regular(link, SHOWN, 256)


@pytest.mark.timeout(10)
def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    """Without O_NONBLOCK, opening one would hang for ever."""
    pipe = tmp_path / "tictactoe.py"
    os.mkfifo(pipe)

    with pytest.raises(UserError, match="not a regular file"):
        read_regular(pipe, SHOWN, 256)


@pytest.mark.timeout(10)
def test_a_named_pipe_with_a_writer_is_refused_as_well(tmp_path: Path) -> None:
    """What it would deliver does not matter."""
    pipe = tmp_path / "tictactoe.py"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, b"X = 1\n")

    with pytest.raises(UserError, match="not a regular file"):
        read_regular(pipe, SHOWN, 256)
    os.close(writer)


def test_a_folder_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    """Each with its own remedy."""
    with pytest.raises(UserError, match="not a regular file"):
        read_regular(tmp_path, SHOWN, 256)
    with pytest.raises(UserError, match="no such file"):
        read_regular(tmp_path / "tictactoe.py", SHOWN, 256)
    with pytest.raises(UserError, match="cannot be read"):
        read_regular(tmp_path / ("x" * 5000), SHOWN, 256)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    """The system's reason is passed on."""
    file = tmp_path / "tictactoe.py"
    file.write_text("X = 1\n")
    file.chmod(0)

    with pytest.raises(UserError, match="cannot be read"):
        read_regular(file, SHOWN, 256)


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    """Neither after a refusal nor after reading: the next one opened gets the same number."""
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("X = 1\n")
    probe = os.open(file, os.O_RDONLY)
    os.close(probe)
    for _ in range(3):
        read_regular(file, SHOWN, 256)
        for refused in (pipe, tmp_path):
            with pytest.raises(UserError):
                read_regular(refused, SHOWN, 256)

    again = os.open(file, os.O_RDONLY)
    os.close(again)
    assert again == probe
