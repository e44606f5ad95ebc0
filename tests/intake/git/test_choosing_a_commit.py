"""Which commit is read: the last at or before a deadline, or the one that a name means."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.intake.git.repositories import HandMade, History, Read, read, run_git

DEADLINE = "2026-09-01 23:59:00 +02:00"


def three_days() -> History:
    """Return a history with a commit before the deadline, one at it and one after it."""
    history = History()
    history.commit("2026-09-01 10:00 +02:00", {"tictactoe.py": "one"})
    history.commit(DEADLINE, {"tictactoe.py": "two"})
    history.commit("2026-09-02 01:10 +02:00", {"tictactoe.py": "three", "README.md": "late"})
    return history


def text(found: Read) -> str:
    """Return the graded file as it was in the commit."""
    return found.files["tictactoe.py"]


def test_the_last_commit_at_or_before_the_deadline_is_read(tmp_path: Path) -> None:
    """To the second, wherever the clocks hung."""
    git_folder = three_days().write(tmp_path)
    graded = {
        DEADLINE: "two",
        "2026-09-01 21:59:00 Z": "two",
        "2026-09-01 23:58:59 +02:00": "one",
        "2026-09-02 01:09:59 +02:00": "two",
        "2026-09-02 01:10 +02:00": "three",
        "2030-01-01 00:00 Z": "three",
    }

    assert graded == {deadline: text(read(git_folder, deadline=deadline)) for deadline in graded}


def test_what_came_later_is_counted_and_named(tmp_path: Path) -> None:
    """The files that are different at the end, Python files first."""
    history = three_days()
    history.commit("2026-09-03 09:00 +02:00", {"README.md": "very late"})

    found = read(history.write(tmp_path), deadline=DEADLINE).found

    assert (2, ("tictactoe.py", "README.md"), 0) == (found.later, found.changed, found.more_changed)
    assert found.last_later is not None
    assert (1788418800, 7200) == (found.last_later.seconds, found.last_later.offset)


def test_a_repository_whose_commits_are_all_too_late_has_no_commit_in_time(tmp_path: Path) -> None:
    """Nothing is read then; when the first was made tells a rebase from work that was never begun."""
    git_folder = three_days().write(tmp_path)
    first = run_git("-C", str(git_folder), "rev-list", "--max-parents=0", "main").decode()[:10]

    assert read(git_folder, deadline="2026-08-31 00:00 Z").problem == (
        f"no commit at or before the deadline, 3 later, the first {first} of 2026-09-01 10:00:00 +02:00"
    )


def test_of_commits_made_in_one_second_the_last_is_read(tmp_path: Path) -> None:
    """As `git rebase` makes them."""
    history = History()
    for number in range(5):
        history.commit("2026-09-01 10:00 Z", {"tictactoe.py": str(number)})

    assert "4" == text(read(history.write(tmp_path), deadline="2026-09-01 10:00 Z"))


def test_commits_of_a_merged_branch_count(tmp_path: Path) -> None:
    """The commit in time came from a partner's clone, and was merged too late."""
    history = History()
    first = history.commit("2026-09-01 08:00 Z", {"tictactoe.py": "first"})
    mine = history.commit("2026-09-01 09:00 Z", {"notes.txt": "mine"}, parents=[first])
    partner = history.commit("2026-09-01 20:00 Z", {"tictactoe.py": "partner"}, parents=[first], branch="partner")
    history.commit("2026-09-02 08:00 Z", {}, parents=[mine, partner])

    found = read(history.write(tmp_path), deadline=DEADLINE)

    assert "partner" == text(found)


def test_a_newer_commit_on_another_branch_is_named_and_not_read(tmp_path: Path) -> None:
    """Work that was never merged, or that was fetched and not pulled."""
    history = three_days()
    history.commit("2026-09-01 22:30 +02:00", {"tictactoe.py": "dev"}, parents=[1], branch="dev")
    history.commit("2026-09-01 23:30 +02:00", {"tictactoe.py": "other"}, parents=[1], branch="solution")
    history.commit("2026-09-04 23:30 +02:00", {"tictactoe.py": "late"}, branch="solution")
    history.branch("refs/remotes/origin/HEAD", 1)
    history.branch("refs/remotes/origin/old", 1)
    git_folder = history.write(tmp_path)

    found = read(git_folder, deadline="2026-09-01 23:58 +02:00")

    assert "one" == text(found)
    assert found.found.newer_elsewhere is not None
    assert ("solution", 1788298200) == (found.found.newer_elsewhere.branch, found.found.newer_elsewhere.seconds)
    assert read(git_folder, deadline=DEADLINE).found.newer_elsewhere is None


def test_of_a_named_branch_the_last_commit_in_time_is_read(tmp_path: Path) -> None:
    """As submit50 has a branch for each assignment; a tag names one commit, whatever the deadline is."""
    history = three_days()
    history.commit("2026-09-01 12:00 Z", {"tictactoe.py": "in time"}, branch="me/tictactoe", parents=[1])
    late = history.commit("2026-09-03 12:00 Z", {"tictactoe.py": "late"}, branch="me/tictactoe")
    history.tag("final", late)
    git_folder = history.write(tmp_path)

    assert ["in time", "late", "late", "two"] == [
        text(read(git_folder, name="me/tictactoe", deadline=DEADLINE)),
        text(read(git_folder, name="me/tictactoe")),
        text(read(git_folder, name="final", deadline=DEADLINE)),
        text(read(git_folder, name="HEAD", deadline=DEADLINE)),
    ]


def test_a_commit_that_builds_on_one_after_the_deadline_is_read_and_reported(tmp_path: Path) -> None:
    """Its own time can be set by whoever makes it; a person decides."""
    history = History()
    history.commit("2026-09-01 10:00 Z", {"tictactoe.py": "honest"})
    history.commit("2026-09-05 10:00 Z", {"tictactoe.py": "late"})
    history.commit("2026-09-01 12:00 Z", {"tictactoe.py": "set back"})

    found = read(history.write(tmp_path), deadline=DEADLINE)

    assert "set back" == text(found)
    assert found.found.dated_after is not None
    assert 1788602400 == found.found.dated_after.seconds


@pytest.mark.parametrize("time", ["@-1 +0000", "@0 +9999", "@1788253200 -9999", "@1 +0000"])
def test_odd_times_before_the_deadline_are_times(tmp_path: Path, time: str) -> None:
    """A clock that starts in 1970 is no reason to have no mark."""
    made = HandMade(tmp_path)
    made.commit(made.tree(("100644", "tictactoe.py", made.add("blob", b"old"))), when=time)

    assert "old" == text(read(made.git_folder, deadline=DEADLINE))


def named() -> History:
    """Return a history whose first commit has tags of every kind."""
    history = three_days()
    history.tag("v1", 1)
    history.tag("week/1", 1, annotated=True)
    history.tag("main", 1)
    history.tag("abcdef", 1)
    history.branch("refs/heads/old", 1)
    history.branch("refs/remotes/origin/pushed", 1)
    return history


@pytest.mark.parametrize("loose", [True, False])
def test_a_name_is_a_tag_or_else_a_branch(tmp_path: Path, loose: bool) -> None:  # noqa: FBT001
    """Here or on the server, in a file of its own or packed."""
    git_folder = named().write(tmp_path)
    if not loose:
        run_git("-C", str(git_folder), "pack-refs", "--all")
    tags, branches = ("v1", "week/1", "main", "abcdef"), ("old", "pushed", "origin/pushed")
    found = {name: read(git_folder, name=name) for name in (*tags, *branches)}

    assert {**dict.fromkeys(tags, "tag"), **dict.fromkeys(branches, "branch")} == {
        name: one.found.kind for name, one in found.items()
    }
    assert {"one"} == {text(one) for one in found.values()}


def test_a_commit_is_named_by_the_beginning_of_its_hash(tmp_path: Path) -> None:
    """In any case of letters; four digits are enough."""
    git_folder = three_days().write(tmp_path)
    commits = run_git("-C", str(git_folder), "rev-list", "main").decode().split()

    assert ["two", "two", "one"] == [
        text(read(git_folder, name=name)) for name in (commits[1], commits[1][:4].upper(), commits[2][:10])
    ]


def test_head_is_the_default_branch(tmp_path: Path) -> None:
    """Also where a tag is called like a branch."""
    assert "three" == text(read(named().write(tmp_path), name="HEAD"))


def test_any_other_name_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    """Git's own little language is not spoken."""
    git_folder = named().write(tmp_path)
    names = ["v2", "main~1", "v1^{}", "../../HEAD", "abc", "0000", "-v1", "\udcff", "a" * 5000, "/", ".", "HEAD@{1}"]

    problems = [read(git_folder, name=name).problem for name in names]

    for problem in problems:
        assert problem.startswith("its repository has no tag, branch or commit '")
        assert problem.endswith("; it has abcdef, main, v1, week/1, main and 2 more")


def test_a_tag_that_names_no_commit_is_refused(tmp_path: Path) -> None:
    """A tag can name a file."""
    made = HandMade(tmp_path)
    blob = made.add("blob", b"x")
    made.commit(made.tree(("100644", "tictactoe.py", blob)))
    made.ref("refs/tags/v1", blob)

    assert "what it names in the repository is not a commit" == read(made.git_folder, name="v1").problem


def test_the_only_branch_is_read_where_head_names_another(tmp_path: Path) -> None:
    """A bare repository was made with another default branch than the student pushed."""
    git_folder = three_days().write(tmp_path)
    (git_folder / "HEAD").write_text("ref: refs/heads/master\n", encoding="ascii")

    found = read(git_folder, deadline=DEADLINE)

    assert ("main", "two") == (found.found.only_branch, text(found))


def test_of_several_branches_none_is_guessed(tmp_path: Path) -> None:
    """The message says how to name one."""
    git_folder = named().write(tmp_path)
    (git_folder / "HEAD").write_text("ref: refs/heads/master\n", encoding="ascii")

    assert "HEAD of its repository names no branch; name one with --at, such as --at main" == (
        read(git_folder, deadline=DEADLINE).problem
    )


def test_a_repository_without_commits_says_so(tmp_path: Path) -> None:
    """Cloned and never filled."""
    assert "its repository has no commits" == read(HandMade(tmp_path).git_folder, deadline=DEADLINE).problem


def test_a_repository_with_the_newer_hashes_is_read(tmp_path: Path) -> None:
    """`git init --object-format=sha256`."""
    found = read(three_days().write(tmp_path, "--object-format=sha256"), deadline=DEADLINE)

    assert ("two", 64) == (text(found), len(found.found.chosen.commit))


def test_a_shallow_clone_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """If its history begins after the deadline, the message says what to do."""
    three_days().write(tmp_path / "full")
    run_git("clone", "-q", "--bare", "--depth", "2", f"file://{tmp_path}/full/.git", str(tmp_path / "shallow" / ".git"))

    assert "two" == text(read(tmp_path / "shallow" / ".git", deadline=DEADLINE))
    problem = read(tmp_path / "shallow" / ".git", deadline="2026-09-01 10:00 +02:00").problem
    assert problem.startswith("no commit at or before the deadline, 2 later, the first ")
    assert problem.endswith(", but it is a shallow clone; clone it without --depth")
