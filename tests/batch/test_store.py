"""Results on disk are whole or not there, and everything read back is doubted."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.store import result_folder
from grader.store.class_record import read_class_record
from grader.store.safe_write import write_file


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the last moment the old file stands there; a failure leaves it, and nothing beside it."""
    path = tmp_path / "new folder" / "result.json"
    write_file(path, b"old")

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied", str(self), None, str(target))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UserError, match=r"result\.json: cannot be written \(Permission denied\)"):
        write_file(path, b"new")

    assert [path] == list(path.parent.iterdir())
    assert b"old" == path.read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="rights are not files' modes there")
def test_files_get_the_rights_that_the_user_gives_files(tmp_path: Path) -> None:
    """Marks are not everybody's business: a strict umask is respected."""
    before = os.umask(0o077)
    try:
        write_file(tmp_path / "gradebook.csv", b"")
    finally:
        os.umask(before)

    assert 0o600 == stat.S_IMODE((tmp_path / "gradebook.csv").stat().st_mode)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema": "grader/class/v1"}', '{"schema": "x", "graded": []}'])
def test_a_class_record_that_is_none_is_named(tmp_path: Path, text: str) -> None:
    """A damaged record is no reason to guess who belongs to the class."""
    (tmp_path / "class.json").write_text(text, encoding="utf-8")

    with pytest.raises(UserError, match=r"class\.json: not a class record of grader; grade the class again"):
        read_class_record(tmp_path)


def test_a_class_record_of_another_version_is_refused(tmp_path: Path) -> None:
    """What a later version wrote may mean something else."""
    (tmp_path / "class.json").write_text('{"schema": "grader/class/v9", "graded": [], "not_graded": []}')

    with pytest.raises(UserError, match="another version"):
        read_class_record(tmp_path)


def test_no_class_record_is_no_trouble(tmp_path: Path) -> None:
    """A folder nobody graded a class into has none."""
    assert read_class_record(tmp_path) is None


def test_no_planted_link_leads_a_write_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lies in the folder under the name of the file to be, or of the one that becomes it."""
    victim, folder = tmp_path / "victim", tmp_path / "out"
    victim.write_text("precious", encoding="ascii")
    folder.mkdir()
    monkeypatch.setattr(secrets, "token_hex", lambda _size: "foreseen")
    (folder / ".foreseen.new").symlink_to(victim)
    with pytest.raises(UserError, match="cannot be written"):
        write_file(folder / "report.md", b"new")
    (folder / ".foreseen.new").unlink(missing_ok=True)
    (folder / "report.md").symlink_to(victim)
    write_file(folder / "report.md", b"new")

    assert "precious" == victim.read_text(encoding="ascii")
    assert b"new" == (folder / "report.md").read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="these kinds of files are not there")
@pytest.mark.parametrize("kind", ["endless", "pipe", "link", "huge"])
def test_a_planted_result_is_none(tmp_path: Path, kind: str) -> None:
    """It is neither waited for nor read without end."""
    path = tmp_path / "result.json"
    if kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 40)

    assert result_folder.read_result(tmp_path) is None
