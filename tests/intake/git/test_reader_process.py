"""The process that reads repositories: isolated, limited, and started again when one was too much for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.intake.git import at_commit
from grader.intake.git.at_commit import TOO_MUCH, read_repositories
from grader.intake.git.checkout import CheckoutJob
from tests.intake.git.repositories import HandMade, History, pack_head, zeros

DEADLINE = 1788300000


def job(git_folder: Path) -> CheckoutJob:
    """Return the job to read the repository at a deadline."""
    place = git_folder.parent
    return CheckoutJob(
        git_folder=str(git_folder), copy=str(place / "copy"), into=str(place / "files"), deadline=DEADLINE
    )


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
    ask = at_commit._ask  # noqa: SLF001 - in place of a repository that takes half a minute

    def killed_by_dan(process: subprocess.Popen[str], asked: CheckoutJob) -> str:
        if "dan" in asked.git_folder:
            process.kill()
        return ask(process, asked)

    monkeypatch.setattr(at_commit, "_ask", killed_by_dan)

    answers = list(read_repositories(map(job, [folders[0], hung, folders[1], tmp_path / "none" / ".git", folders[2]])))

    assert [True, False, True, False, True] == [not isinstance(one, str) for one in answers]
    assert [TOO_MUCH, "its repository has no HEAD; hand in a fresh clone of the repository"] == [
        one for one in answers if isinstance(one, str)
    ]
    last = answers[-1]
    assert not isinstance(last, str)
    assert ("one", 1, ("tictactoe.py",)) == (
        (tmp_path / "eve" / "files" / "tictactoe.py").read_text("utf-8"),
        last.later,
        last.changed,
    )
    assert last.last_later is not None


def test_a_process_that_does_not_start_is_not_taken_for_a_large_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a package is missing: the message does not tell students to hand in less."""
    monkeypatch.setattr(at_commit, "START", "import sys; sys.exit(1)")

    (answer,) = read_repositories([job(ordinary(tmp_path))])

    assert "its repository cannot be read: the process that reads it ended with status 1" == answer


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory")
@pytest.mark.skipif("GRADER_EVERY_FIXTURE" not in os.environ, reason="takes 3 s")
def test_what_unfolds_to_gigabytes_is_too_much(tmp_path: Path) -> None:
    """Two of them in two megabytes."""
    made = HandMade(tmp_path)
    blob = "34" * 20
    made.commit(made.tree(("100644", "tictactoe.py", blob)))
    made.pack((blob, pack_head(3, 2 << 30) + zeros(2)))

    (answer,) = read_repositories([job(made.git_folder)])

    assert "its repository needs too much memory to be read; hand in the files alone" == answer


def test_no_program_is_started_and_no_other_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the repository asks for; Python itself reports what the process does."""
    log = tmp_path / "log"
    report = f"""
import os, sys
log = os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
starts = ("subprocess.", "os.exec", "os.fork", "os.spawn", "os.posix_spawn", "os.system", "pty.", "socket.", "ctypes.")
def note(event, arguments):
    if event in ("open", "os.scandir", "os.listdir", "os.remove", "os.rename", "os.link", "os.symlink"):
        os.write(log, f"{{event}} {{os.fspath(arguments[0])}}\\n".encode() if isinstance(arguments[0], str) else b"")
    if event.startswith(starts):
        os.write(log, f"{{event}}\\n".encode())
sys.addaudithook(note)
"""
    monkeypatch.setattr(at_commit, "START", report + at_commit.START)
    git_folder = ordinary(tmp_path / "ada")
    ordinary(tmp_path / "bob")
    with (git_folder / "config").open("a", encoding="utf-8") as config:
        config.write(f"[include]\npath = {tmp_path}/bob/.git/config\n[core]\nfsmonitor = touch it-ran\n")
        config.write(f"worktree = {tmp_path}/bob\nhooksPath = {tmp_path}/bob\nattributesFile = {tmp_path}/bob/x\n")
    (git_folder / "objects" / "info").mkdir(exist_ok=True)
    (git_folder / "objects" / "info" / "alternates").write_text(f"{tmp_path}/bob/.git/objects\n", encoding="utf-8")
    (git_folder / "commondir").write_text(f"{tmp_path}/bob/.git\n", encoding="utf-8")

    (answer,) = read_repositories([job(git_folder)])

    assert not isinstance(answer, str)
    events = [line.split(" ", 1) for line in log.read_text(encoding="utf-8").splitlines()]
    opened = [Path(path) for event, *paths in events for path in paths]
    assert all(len(event) == 2 for event in events), events
    ours = (git_folder, tmp_path / "ada" / "copy", tmp_path / "ada" / "files")
    in_test = [path for path in opened if path.is_relative_to(tmp_path)]
    assert in_test
    assert [] == [path for path in in_test if not any(path.is_relative_to(folder) for folder in ours)]
