"""A class, or one submission, as it was at a commit: its files, the time it was handed in, and the notes."""

from __future__ import annotations

import dataclasses
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from grader.capabilities.hand_in.capability import FileRules
from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_listing import ClassOptions
from grader.intake.git import at_commit
from grader.intake.git.at_commit import find_repository
from grader.intake.git.checkout import ABOUT_TIMES, Checkout, CheckoutJob, WantedCommit
from grader.intake.git.reader import answer
from grader.intake.one_submission import read_submission
from grader.intake.safe_read import Entry
from grader.intake.upload import Person, Upload
from grader.model.instant import parse_instant
from grader.platforms.downloads import repository_uploads
from tests.intake.git.repositories import History, run_git
from tests.intake.module_specs import TICTACTOE

AT_DEADLINE = WantedCommit(deadline=parse_instant("2026-09-01 23:59 +02:00"))
ON_TIME = "Graded as of commit {} of 2026-09-01 12:00:00 +02:00, the last at or before the deadline."
TWO_OF_THREE = "2 of 3 submissions are git repositories, graded as of "
ELSEWHERE = "a file that leads to another folder (a worktree or a submodule), which is not followed"


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read repositories in this process, to save the time to start another one."""

    def read(jobs: Iterable[CheckoutJob]) -> Iterator[Checkout | str]:
        return map(answer, jobs)

    monkeypatch.setattr(at_commit, "read_repositories", read)


def clone(folder: Path, *, git_folder: str = ".git") -> str:
    """Make a clone with a commit in time and a later one, and the later files beside it; return the first's hash."""
    history = History()
    history.commit("2026-09-01 10:00 Z", {"tictactoe.py": "X = 1\n", "lib/x.py": ""})
    history.commit("2026-09-01 23:10 Z", {"tictactoe.py": "X = 2\n"})
    history.tag("v1", 1)
    made = history.write(folder.parent / f"making {folder.name}")
    folder.mkdir(parents=True)
    if git_folder:
        made.rename(folder / git_folder)
        (folder / "tictactoe.py").write_text("X = 3\n", encoding="utf-8")
    else:
        folder.rmdir()
        made.rename(folder)
    made.parent.rmdir()
    return run_git("-C", str(folder / git_folder), "rev-parse", "--short=10", "v1").decode().strip()


def texts(intake: ClassIntake) -> dict[str, str]:
    """Return each student's graded text."""
    return {one.id: one.files[0].text for one in intake.submissions}


def read(root: Path, commit: WantedCommit | None = AT_DEADLINE) -> ClassIntake:
    """Read a class."""
    return read_class(root, TICTACTOE, 256, options=ClassOptions(commit=commit))


def test_repositories_are_read_at_the_deadline_and_other_folders_as_they_are(tmp_path: Path) -> None:
    """A note for the class says how many are which, and what times are worth; those for the student which commit."""
    root = tmp_path / "class"
    ada = clone(root / "ada")
    clone(root / "bob.git", git_folder="")
    (root / "carl").mkdir()
    (root / "carl" / "tictactoe.py").write_text("X = 4\n", encoding="utf-8")

    intake = read(root)

    assert {"ada": "X = 1\n", "bob": "X = 1\n", "carl": "X = 4\n"} == texts(intake)
    assert intake.info.notes == (
        f"{TWO_OF_THREE}their last commit at or before 2026-09-01 23:59:00 +02:00. {ABOUT_TIMES}",
    )
    first, _, last = intake.submissions
    later = run_git("-C", str(root / "ada"), "rev-parse", "main").decode()[:10]
    late = f"Not graded: 1 later commit, {later} of 2026-09-02 01:10:00 +02:00 (tictactoe.py changed)."
    assert (ON_TIME.format(ada), late) == first.notes
    doubt = "only the first commit is in time, perhaps what was handed out; 1 later commit: tictactoe.py changed"
    assert (doubt, "") == (first.doubt, last.doubt)
    assert ("2026-09-01T12:00:00+02:00", "") == (first.submitted_at, last.submitted_at)


def test_without_the_options_the_files_beside_the_repository_are_read(tmp_path: Path) -> None:
    """As ever."""
    root = tmp_path / "class"
    clone(root / "ada")

    intake = read(root, None)

    assert ({"ada": "X = 3\n"}, ()) == (texts(intake), intake.info.notes)


def test_a_bare_repository_says_how_it_is_read(tmp_path: Path) -> None:
    """It has no files beside it."""
    root = tmp_path / "class"
    clone(root / "bob.git", git_folder="")

    (problem,) = read(root, None).problems

    assert problem.reason == (
        "bob.git: no tictactoe.py: a bare repository has no files beside it;"
        " grade one of its commits, as with --at HEAD"
    )


def test_where_a_commit_is_named_who_has_none_is_not_graded(tmp_path: Path) -> None:
    """Neither who has no repository nor who has no such tag; the others are graded."""
    root = tmp_path / "class"
    clone(root / "ada")
    clone(root / "bob")
    run_git("-C", str(root / "bob"), "tag", "-d", "v1")
    (root / "carl").mkdir()

    intake = read(root, WantedCommit(name="v1"))

    assert {"ada": "X = 1\n"} == texts(intake)
    assert [
        "bob: its repository has no tag, branch or commit 'v1'; it has main",
        "carl: no git repository, so it has no commits; put a clone with its .git folder there",
    ] == [one.reason for one in intake.problems]
    assert (f"{TWO_OF_THREE}what 'v1' names.",) == intake.info.notes


def test_a_zip_of_clones_is_read_at_the_deadline(tmp_path: Path) -> None:
    """Also where each student's clone is in a zip of its own."""
    for name in ("ada", "eve"):
        clone(tmp_path / "class" / name)
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as outer:
        for path in sorted((tmp_path / "class").rglob("*")):
            outer.write(path, path.relative_to(tmp_path))
    with zipfile.ZipFile(tmp_path / "bob.zip", "w") as inner:
        for path in sorted((tmp_path / "class" / "ada").rglob("*")):
            inner.write(path, Path("project") / path.relative_to(tmp_path / "class" / "ada"))
    (tmp_path / "zips").mkdir()
    (tmp_path / "bob.zip").rename(tmp_path / "zips" / "bob.zip")

    assert {"ada": "X = 1\n", "eve": "X = 1\n"} == texts(read(tmp_path / "class.zip"))
    assert {"bob": "X = 1\n"} == texts(read(tmp_path / "zips"))


def test_the_platforms_time_counts_before_that_of_the_commit(tmp_path: Path) -> None:
    """A student cannot set it. Of an earlier commit than the last it says nothing."""
    clone(tmp_path / "ada")
    upload = Upload(
        written="ada/", people=(Person(name="ada"),), folder=tmp_path / "ada", submitted_at="2026-09-03T08:00:00Z"
    )

    def read_at(deadline: str) -> Upload:
        wanted = WantedCommit(deadline=parse_instant(deadline))
        (found,), _note = at_commit.uploads_at_commit([upload], [wanted], tmp_path / deadline)
        return found

    last, earlier = read_at("2026-09-02 10:00 +02:00"), read_at("2026-09-01 23:59 +02:00")

    assert ["2026-09-03T08:00:00Z", "2026-09-01T12:00:00+02:00"] == [last.submitted_at, earlier.submitted_at]
    assert "The platform got the graded commit at 2026-09-03 10:00:00 +02:00, after the deadline" in last.notes[-1]
    assert not [note for note in earlier.notes if "platform" in note]


def test_what_a_rubric_demands_of_other_files_is_read_from_the_commit(tmp_path: Path) -> None:
    """The link to the repository in its configuration, too."""
    clone(tmp_path / "ada")
    run_git("-C", str(tmp_path / "ada"), "config", "remote.origin.url", "https://example.org/ada/game.git")

    rules = FileRules(repository_link=True, complete=("lib/x.py",))
    handed_in = read_submission(tmp_path / "ada", TICTACTOE, 256, rules, AT_DEADLINE).handed_in

    assert handed_in is not None
    assert any("example.org/ada/game.git" in (file.text or "") for file in handed_in.files)


def test_one_submission_is_read_at_a_commit_too(tmp_path: Path) -> None:
    """`grader check . --at v1`; the time is that of the commit."""
    clone(tmp_path / "ada")

    submission = read_submission(tmp_path / "ada", TICTACTOE, 256, commit=WantedCommit(name="v1"))

    assert ("ada", "X = 1\n", "2026-09-01T10:00:00+00:00") == (
        submission.id,
        submission.files[0].text,
        submission.submitted_at,
    )
    assert ", which the tag 'v1' names." in submission.notes[0]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("ada/tictactoe.py", "one file, which has no commits of its own; name the folder of the repository"),
        ("plain", "no git repository, so it has no commits; put a clone with its .git folder there"),
        ("linked", "its .git is a symbolic link, which is never followed; put a clone of the repository there"),
        ("worktree", f"its .git is {ELSEWHERE}; put a clone of the repository there"),
    ],
)
def test_what_is_no_repository_is_refused_with_the_remedy(tmp_path: Path, path: str, message: str) -> None:
    """In one line."""
    clone(tmp_path / "ada")
    for name in ("plain", "linked", "worktree"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tictactoe.py").write_text("X = 5\n", encoding="utf-8")
    (tmp_path / "linked" / ".git").symlink_to(tmp_path / "ada" / ".git")
    (tmp_path / "worktree" / ".git").write_text(f"gitdir: {tmp_path}/ada/.git\n", encoding="utf-8")

    with pytest.raises(UserError) as refused:
        read_submission(tmp_path / path, TICTACTOE, 256, commit=WantedCommit(name="v1"))

    assert f"{tmp_path / path}: {message}" == str(refused.value)


def test_what_is_no_repository_is_read_as_it_is_at_a_deadline(tmp_path: Path) -> None:
    """The deadline is that of late work, too, which a platform may know of; a note says so of a folder."""
    (tmp_path / "tictactoe.py").write_text("X = 5\n", encoding="utf-8")

    one = read_submission(tmp_path / "tictactoe.py", TICTACTOE, 256, commit=AT_DEADLINE)
    folder = read_submission(tmp_path, TICTACTOE, 256, commit=AT_DEADLINE)

    assert ["X = 5\n", "X = 5\n"] == [one.files[0].text, folder.files[0].text]
    assert ((), ("No git repository: the files are graded as they are, whatever the deadline.",)) == (
        one.notes,
        folder.notes,
    )


def test_a_deadline_for_late_work_needs_no_repository(tmp_path: Path) -> None:
    """Nothing is said of repositories then; a commit that is named needs one."""
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "tictactoe.py").write_text("X = 5\n", encoding="utf-8")
    for_late_work = dataclasses.replace(AT_DEADLINE, deadline_has_other_use=True)
    none = ("None of the submissions is a git repository, so no commit is chosen.",)

    assert none == read(tmp_path, AT_DEADLINE).info.notes
    assert () == read(tmp_path, for_late_work).info.notes
    assert none == read(tmp_path, dataclasses.replace(for_late_work, name="v1")).info.notes


def test_a_pointer_of_git_lfs_is_never_graded_as_code(tmp_path: Path) -> None:
    """The file itself was not fetched, which is not the student's fault."""
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n"
    (tmp_path / "tictactoe.py").write_text(pointer, encoding="utf-8")

    with pytest.raises(UserError, match="a pointer of Git LFS, not the file itself; run `git lfs pull` in the clone"):
        read_submission(tmp_path / "tictactoe.py", TICTACTOE, 256)


def test_a_repository_is_found_in_folders_that_only_wrap_it(tmp_path: Path) -> None:
    """As in an archive of the clone, or with a report beside it; one beside other code is not what was handed in."""
    clone(tmp_path / "ada" / "download" / "game")
    (tmp_path / "ada" / "report.pdf").touch()
    clone(tmp_path / "bob" / "engine")
    (tmp_path / "bob" / "tictactoe.py").write_text("X = 1\n", encoding="utf-8")

    found = find_repository(tmp_path / "ada")

    assert found is not None
    assert tmp_path / "ada" / "download" / "game" / ".git" == found
    assert find_repository(tmp_path / "bob") is None


def test_of_several_repositories_none_is_guessed(tmp_path: Path) -> None:
    """They are named; one within the student's repository is a part of it."""
    for name in ("ada/one", "ada/two", "bob", "bob/lib"):
        clone(tmp_path / name)

    with pytest.raises(UserError, match=r"holds 2 git repositories \(one, two\); keep the one to grade"):
        find_repository(tmp_path / "ada")
    found = find_repository(tmp_path / "bob")
    assert found is not None
    assert tmp_path / "bob" / ".git" == found


def test_a_bare_repository_of_a_classroom_has_the_login_without_its_ending(tmp_path: Path) -> None:
    """`git clone --bare` and `--mirror` add it."""
    (upload,) = repository_uploads(tmp_path, [Entry("hw1-ada.git", is_folder=True)], (), "hw1-")

    assert (Person(name="ada", login="ada"),) == upload.people


def test_newer_work_in_time_on_another_branch_is_doubted(tmp_path: Path) -> None:
    """A person must look whether that branch is meant."""
    history = History()
    history.commit("2026-09-01 10:00 Z", {"tictactoe.py": "X = 1\n"})
    history.commit("2026-09-01 11:00 Z", {"tictactoe.py": "X = 2\n"}, branch="dev")
    (tmp_path / "class" / "ada").mkdir(parents=True)
    history.write(tmp_path / "making").rename(tmp_path / "class" / "ada" / ".git")

    (ada,) = read(tmp_path / "class").submissions

    assert "the branch 'dev' has newer work in time" == ada.doubt
