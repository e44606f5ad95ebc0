"""The process that reads repositories: isolated, limited, and started again when one was too much for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.intake.git import reader_process
from grader.intake.git.checkout import Job
from grader.intake.git.reader_process import TOO_MUCH, read_repositories
from tests.intake.git.repositories import HandMade, History, pack_head, zeros

DEADLINE = 1788300000


def job(git_folder: Path) -> Job:
    """Return the job to read the repository at a deadline."""
    place = git_folder.parent
    return Job(git_folder=str(git_folder), copy=str(place / "copy"), into=str(place / "files"), deadline=DEADLINE)


def ordinary(folder: Path) -> Path:
    """Return the folder ``.git`` of an ordinary repository."""
    history = History()
    history.commit("2026-09-01 10:00 Z", {"tictactoe.py": "one"})
    history.commit("2026-09-09 10:00 Z", {"tictactoe.py": "two"})
    return history.write(folder)


def test_after_a_repository_that_is_too_much_the_next_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither modules in the working directory nor those that an environment variable names are imported."""
    for name in ("json.py", "subprocess.py", "dulwich.py", "sitecustomize.py"):
        (tmp_path / name).write_text("import os\nos._exit(9)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    folders = [ordinary(tmp_path / name) for name in ("ada", "bob", "eve")]
    hung = HandMade(tmp_path / "dan").git_folder
    ask = reader_process._ask  # noqa: SLF001 - in place of a repository that takes half a minute

    def killed_by_dan(process: subprocess.Popen[str], asked: Job) -> str:
        if "dan" in asked.git_folder:
            process.kill()
        return ask(process, asked)

    monkeypatch.setattr(reader_process, "_ask", killed_by_dan)

    answers = list(read_repositories(map(job, [folders[0], hung, folders[1], tmp_path / "none" / ".git", folders[2]])))

    assert [True, False, True, False, True] == [one.checkout is not None for one in answers]
    assert [TOO_MUCH, "its repository has no HEAD; hand in a fresh clone of the repository"] == [
        one.problem for one in answers if one.problem
    ]
    last = answers[-1].checkout
    assert last is not None
    assert ("one", 1, ("tictactoe.py",)) == (
        (tmp_path / "eve" / "files" / "tictactoe.py").read_text("utf-8"),
        last.later,
        last.changed,
    )
    assert last.last_later is not None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory")
@pytest.mark.skipif("GRADER_EVERY_FIXTURE" not in os.environ, reason="takes 3 s")
def test_what_unfolds_to_gigabytes_is_too_much(tmp_path: Path) -> None:
    """Three of them in three megabytes."""
    made = HandMade(tmp_path)
    blob = "34" * 20
    made.commit(made.tree(("100644", "tictactoe.py", blob)))
    made.pack((blob, pack_head(3, 3 << 30) + zeros(3)))

    (answer,) = read_repositories([job(made.git_folder)])

    assert "its repository needs too much memory to be read; hand in the files alone" == answer.problem
