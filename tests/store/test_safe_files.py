"""A file on disk is whole or not there, and no planted link is followed."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.store.safe_files import write_file


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure leaves the old file as it was, and no other file beside it."""
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
    """With a strict umask other users cannot read the marks."""
    before = os.umask(0o077)
    try:
        write_file(tmp_path / "gradebook.csv", b"")
    finally:
        os.umask(before)

    assert 0o600 == stat.S_IMODE((tmp_path / "gradebook.csv").stat().st_mode)


def test_no_planted_link_leads_a_write_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link under the name of the file, or of the temporary file, is not followed."""
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
