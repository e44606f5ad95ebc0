"""A repository in which nothing is what it should be: nothing of it runs, nothing hangs, nothing outside is touched."""

from __future__ import annotations

import os
import stat
import struct
from pathlib import Path

import pytest

from grader.intake.git import repository
from grader.intake.safe_read import MAX_DEPTH
from tests.fixture_folders import SLOW
from tests.intake.git.repositories import HandMade, History, packed, read, run_git

DEADLINE = "2026-09-01 23:59 +02:00"
CODE = "print('x')\n"
ORDINARY = "100644"
FOLDER = "40000"


@pytest.fixture
def made(tmp_path: Path) -> HandMade:
    """Return a repository without commits."""
    return HandMade(tmp_path / "ada")


def code(made: HandMade) -> tuple[str, str, str]:
    """Return the entry of an ordinary file."""
    return (ORDINARY, "tictactoe.py", made.add("blob", CODE.encode()))


def ordinary(folder: Path, *, packed: bool = True) -> Path:
    """Return the folder ``.git`` of an ordinary repository with one commit, below `folder`."""
    history = History()
    history.commit("2026-09-01 10:00 Z", {"tictactoe.py": CODE, ".gitattributes": "*.py filter=run eol=crlf ident\n"})
    return history.write(folder, packed=packed)


def test_nothing_of_the_repository_is_run_or_obeyed(tmp_path: Path) -> None:
    """Neither hooks nor filters, neither a monitor nor an included file, no other place for anything."""
    git_folder = ordinary(tmp_path / "ada")
    marker = tmp_path / "it ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch '{marker}'\ncat\n", encoding="utf-8")
    script.chmod(0o755)
    for hook in ("post-checkout", "pre-commit", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (git_folder / "hooks" / hook).write_bytes(script.read_bytes())
        (git_folder / "hooks" / hook).chmod(0o755)
    (git_folder / "info" / "attributes").write_text("* filter=run diff=run merge=run\n", encoding="utf-8")
    config = f"""
[core]
\tfsmonitor = {script}
\tsshCommand = {script}
\thooksPath = {tmp_path}
\tworktree = /
\talternateRefsCommand = {script}
\tattributesFile = /dev/zero
[extensions]
\tobjectFormat = sha1
\tpartialClone = origin
\trefStorage = reftable
[include]
\tpath = /dev/zero
[filter "run"]
\tsmudge = {script}
\tprocess = {script}
\trequired = true
[remote "origin"]
\turl = ext::{script}
\tpromisor = true
"""
    (git_folder / "config").write_text(config, encoding="utf-8")

    found = read(git_folder, deadline=DEADLINE)

    assert CODE == found.files["tictactoe.py"]
    assert not marker.exists()
    # A rubric may ask where the repository came from: the text of the configuration is there to be read.
    assert config == (found.folder / ".git" / "config").read_text(encoding="utf-8")
    assert {"config"} == {path.name for path in (found.folder / ".git").iterdir()}


def test_no_other_repository_is_read_through_alternates(tmp_path: Path) -> None:
    """Another student's, for example."""
    bob = ordinary(tmp_path / "bob")
    target = run_git("-C", str(bob), "rev-parse", "main").decode().strip()
    ada = HandMade(tmp_path / "ada")
    ada.ref("refs/heads/main", target)
    for name in ("alternates", "http-alternates"):
        (ada.git_folder / "objects" / "info").mkdir(exist_ok=True)
        (ada.git_folder / "objects" / "info" / name).write_text(f"{bob}/objects\n", encoding="utf-8")

    assert read(ada.git_folder, deadline=DEADLINE).problem == (
        f"object {target[:10]} of its repository is missing; hand in a fresh clone of the repository"
        " (it borrows objects from another repository, which is not followed)"
    )


@pytest.mark.parametrize("link", ["objects", "objects/pack", "refs", "refs/heads", "refs/heads/main", "HEAD", "loose"])
def test_no_link_is_followed(tmp_path: Path, link: str) -> None:
    """Wherever in the repository it lies: what it leads to is another student's."""
    bob = ordinary(tmp_path / "bob", packed=link == "objects/pack")
    target = run_git("-C", str(bob), "rev-parse", "main").decode().strip()
    ada = HandMade(tmp_path / "ada").git_folder
    if link != "HEAD":
        (ada / "refs" / "heads" / "main").write_text(f"{target}\n", encoding="ascii")
    if link == "loose":
        link = f"objects/{target[:2]}"
    if (ada / link).is_dir():
        (ada / link).rename(tmp_path / "away")
    else:
        (ada / link).unlink(missing_ok=True)
    (ada / link).symlink_to(bob / link)

    found = read(ada, deadline=DEADLINE)

    assert found.problem
    assert found.problem


@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "shallow", "config", "refs/heads/main", "objects/pack/x.pack"])
def test_no_pipe_is_waited_for(tmp_path: Path, name: str) -> None:
    """Opening one would wait for a writer for ever."""
    git_folder = ordinary(tmp_path)
    (git_folder / name).unlink(missing_ok=True)
    os.mkfifo(git_folder / name)

    found = read(git_folder, deadline=DEADLINE)

    assert found.problem or name == "objects/pack/x.pack"


@pytest.mark.parametrize(
    "head",
    [
        "ref: ../../../../etc/passwd",
        "ref: refs/heads/../../../outside",
        "ref: /etc/passwd",
        "ref: refs/heads/a",
        "ref: HEAD",
        "ref: config",
        "ref: refs/heads/.lock",
        "0" * 40,
        "f" * 41,
        "",
        "ref:",
        "ref: refs/heads/\udc80",
        "x" * 4000,
    ],
)
def test_a_head_that_leads_nowhere_is_said_to(tmp_path: Path, made: HandMade, head: str) -> None:
    """Also one that leads round in a circle, and one that leads out of the repository."""
    target = made.commit(made.tree(code(made)), head=False)
    (tmp_path / "outside").write_text(target, encoding="ascii")
    (made.git_folder / "HEAD").write_bytes(os.fsencode(head))
    made.ref("refs/heads/a", "ref: refs/heads/b")
    made.ref("refs/heads/b", "ref: refs/heads/a")

    assert read(made.git_folder, deadline=DEADLINE).problem


@pytest.mark.parametrize("mode", [ORDINARY, FOLDER, "120000", "160000"])
def test_no_entry_is_written_outside_of_its_folder(tmp_path: Path, made: HandMade, mode: str) -> None:
    """Nor over the repository's own folder; the other files are read."""
    names: tuple[str | bytes, ...] = (
        *("..", ".", ".git", ".GIT", ".g\u200cit", "git~1", ".git.", ".git ", "GIT~1"),
        *("a/b", "../x", "/etc/x", "a\\..\\..\\b", b".git\xcc\x80\xff/x", ""),
    )
    inner = made.tree((ORDINARY, "config", made.add("blob", b"evil")))
    targets = {ORDINARY: made.add("blob", b"evil"), FOLDER: inner, "120000": made.add("blob", b"/etc")}
    made.commit(made.tree(code(made), *((mode, name, targets.get(mode, "1" * 40)) for name in names)))
    before = set(tmp_path.rglob("*"))

    found = read(made.git_folder, deadline=DEADLINE)

    assert {"tictactoe.py": CODE} == found.files
    assert len(names) == len(found.found.left_out)
    place = found.folder.parent
    assert all(path.is_relative_to(place) for path in set(tmp_path.rglob("*")) - before)


def test_a_link_in_a_commit_leads_nowhere(made: HandMade) -> None:
    """So reading it says that it is a link, as in a clone."""
    target = made.add("blob", b"/etc/passwd")
    made.commit(made.tree(("120000", "tictactoe.py", target), ("120000", "lib", target)))

    found = read(made.git_folder, deadline=DEADLINE)

    assert {"tictactoe.py": ".git/not-followed", "lib": ".git/not-followed"} == found.files
    assert ("lib", "tictactoe.py") == found.found.links


def test_a_submodule_is_an_empty_folder(made: HandMade) -> None:
    """As in a clone; it is named."""
    made.commit(made.tree(code(made), ("160000", "engine", "1" * 40)))

    found = read(made.git_folder, deadline=DEADLINE)

    assert ({"tictactoe.py": CODE}, ("engine",)) == (found.files, found.found.submodules)
    assert (found.folder / "engine").is_dir()


@pytest.mark.parametrize("mode", ["10644", "20000", "140000", "777777", "0", "7777777777777777777777"])
def test_an_entry_of_an_unknown_kind_is_left_out_or_the_folder_is_damaged(made: HandMade, mode: str) -> None:
    """Git makes files, folders, links and submodules."""
    made.commit(made.tree(code(made), (mode, "x", made.add("blob", b"x"))))

    found = read(made.git_folder, deadline=DEADLINE)

    assert found.problem.endswith("is damaged; hand in a fresh clone of the repository") or (
        {"tictactoe.py": CODE} == found.files
    )


@pytest.mark.parametrize("kind", ["blob", "tree", "commit"])
def test_an_object_that_is_not_what_its_name_says_is_damaged(made: HandMade, kind: str) -> None:
    """A commit that was graded can be compared with the one on the server."""
    called = "12" * 20
    blob = made.add("blob", b"other", called=called if kind == "blob" else "")
    entry = made.add("tree", b"100644 tictactoe.py\0" + bytes.fromhex(blob), called=called if kind == "tree" else "")
    if kind == "commit":
        made.add("commit", f"tree {entry}\ncommitter A <a> 0 +0000\n\nx".encode(), called=called)
        made.ref("refs/heads/main", called)
    else:
        made.commit(entry)

    assert "object 1212121212 of its repository is damaged; hand in a fresh clone of the repository" == (
        read(made.git_folder, deadline=DEADLINE).problem
    )


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\0", b"tree", b"tree x\n\n", b"parent " + b"1" * 40 + b"\n\n", b"tree " + b"1" * 40 + b"\n" * 9,
        b"tree " + b"1" * 40 + b"\ncommitter A <a> -" + b"9" * 400 + b" +0000\n\n",
        b"tree " + b"1" * 40 + b"\ncommitter A <a> " + b"9" * 9000 + b" +0000\n\n",
        b"tree " + b"1" * 40 + b"\ncommitter A <a> 1 " + b"9" * 400 + b"\n\n",
        b"tree " + b"1" * 40 + b"\ncommitter A <a> 1 +0000\nmergetag " + b"x" * 999 + b"\n\n",
        b"tree ../../../x\ncommitter A <a> 1 +0000\n\n",
        b"tree " + b"1" * 40 + b"\ncommitter A <a> nan +0000\n\n",
    ],
)  # fmt: skip
def test_a_commit_that_is_none_is_damaged_or_leads_to_what_is_missing(made: HandMade, data: bytes) -> None:
    """Whatever stands in it."""
    made.ref("refs/heads/main", made.add("commit", data))

    assert "of its repository is " in read(made.git_folder, deadline=DEADLINE).problem


def test_a_tree_of_trees_without_end_is_not_unfolded(made: HandMade) -> None:
    """Ten levels of ten folders each would be 10,000,000,000 files."""
    tree = made.tree(code(made))
    for _ in range(10):
        tree = made.tree(*((FOLDER, f"d{number}", tree) for number in range(10)))
    made.commit(tree)

    assert "its commit holds more than 20,000 files; hand in the Python files alone" == (
        read(made.git_folder, deadline=DEADLINE).problem
    )


def test_folders_below_those_that_are_searched_are_not_written(made: HandMade) -> None:
    """However deep they are."""
    tree = made.tree(code(made))
    for _ in range(1000):
        tree = made.tree((FOLDER, "d", tree))
    made.commit(tree)

    found = read(made.git_folder, deadline=DEADLINE)

    assert MAX_DEPTH + 1 == len(list(found.folder.rglob("d")))


def test_folders_that_are_never_searched_are_not_filled(made: HandMade) -> None:
    """A virtual environment was committed: its folder is there, its files are not."""
    inner = made.tree(code(made))
    made.commit(made.tree((FOLDER, ".venv", inner), (FOLDER, "node_modules", inner), code(made)))

    found = read(made.git_folder, deadline=DEADLINE)

    assert {"tictactoe.py": CODE} == found.files
    assert {".venv", "node_modules", "tictactoe.py"} == {path.name for path in found.folder.iterdir()}


def test_a_million_tags_are_not_listed(made: HandMade) -> None:
    """Only the names that matter are looked up."""
    target = made.commit(made.tree(code(made)))
    lines = (f"{target} refs/tags/t{number}" for number in range(200_000))
    (made.git_folder / "packed-refs").write_text("\n".join(lines) + "\n", encoding="ascii")

    assert {"tictactoe.py": CODE} == read(made.git_folder, name="t199999").files
    assert "it has t0, t1, " in read(made.git_folder, name="u").problem


@SLOW
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("objects/pack/pack-1.pack", "its repository holds more than 256 MiB; hand in the files alone"),
        ("objects/12/" + "1" * 38, "its repository holds more than 256 MiB; hand in the files alone"),
        ("packed-refs", "packed-refs of its repository is larger than 65536 KiB; "),
        ("HEAD", "HEAD of its repository is larger than 4 KiB; "),
        ("shallow", "shallow of its repository is larger than 1024 KiB; "),
    ],
)
def test_a_huge_file_is_refused_by_its_size(tmp_path: Path, name: str, problem: str) -> None:
    """Its size is looked at before it is read: this one has a terabyte of nothing."""
    git_folder = ordinary(tmp_path)
    (git_folder / name).parent.mkdir(exist_ok=True)
    with (git_folder / name).open("wb") as file:
        file.truncate(1 << 40)

    assert read(git_folder, deadline=DEADLINE).problem.startswith(problem)


def test_very_many_objects_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before they are copied."""
    made = HandMade(tmp_path)
    made.commit(made.tree(code(made)))
    monkeypatch.setattr(repository, "MAX_FILES", 2)

    assert "its repository holds more than 2 files; run `git gc` in it, or hand in a fresh clone of the repository" == (
        read(made.git_folder, deadline=DEADLINE).problem
    )


def varint(number: int) -> bytes:
    """Return a size as a delta states it."""
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*data, number])


@pytest.mark.parametrize("claimed", [0, 5, 1 << 20, 1 << 60])
def test_an_entry_of_a_pack_that_claims_another_size_is_damaged(made: HandMade, claimed: int) -> None:
    """What it claims is not made room for."""
    blob = "34" * 20
    made.commit(made.tree((ORDINARY, "tictactoe.py", blob)))
    made.pack((blob, packed(3, b"hello, world", claimed=claimed)))

    assert "object 3434343434 of its repository is damaged; hand in a fresh clone of the repository" == (
        read(made.git_folder, deadline=DEADLINE).problem
    )


@pytest.mark.parametrize("base", ["blob", "itself", "missing"])
def test_a_delta_that_makes_no_sense_is_damaged(made: HandMade, base: str) -> None:
    """Also one that is its own base."""
    deltas = (
        varint(3) + varint(1 << 60) + b"\x90\x03",
        varint(1 << 60) + varint(3) + b"\x90\x03",
        varint(3) + varint(3) + b"\xff" + b"\xff" * 7,
        varint(3) + varint(3) + b"\x00",
        varint(3) + varint(3),
        b"\xff" * 50,
        b"",
    )
    abc = made.add("blob", b"abc")
    for number, delta in enumerate(deltas):
        blob = f"{number:02}" * 20
        target = {"blob": abc, "itself": blob, "missing": "78" * 20}[base]
        made.pack((blob, packed(7, delta, base=bytes.fromhex(target))))
        made.commit(made.tree((ORDINARY, "tictactoe.py", blob)))

        problem = read(made.git_folder, deadline=DEADLINE).problem

        assert problem.startswith(f"object {blob[:10]} of its repository is ")


@pytest.mark.parametrize("ending", ["pack", "idx"])
def test_a_pack_that_is_cut_off_is_damaged(tmp_path: Path, ending: str) -> None:
    """As after a download that broke."""
    git_folder = ordinary(tmp_path)
    (file,) = git_folder.rglob(f"*.{ending}")
    file.chmod(stat.S_IRUSR | stat.S_IWUSR)
    data = file.read_bytes()
    for cut in (0, 3, 11, 31, 40):
        file.write_bytes(data[:cut])

        problem = read(git_folder, deadline=DEADLINE).problem

        assert problem.endswith("; hand in a fresh clone of the repository")


def test_an_index_that_leads_out_of_its_pack_is_damaged(made: HandMade) -> None:
    """Every place in it is a claim."""
    blob = "9a" * 20
    made.commit(made.tree((ORDINARY, "tictactoe.py", blob)))
    made.pack((blob, packed(3, b"x")))
    (index,) = made.git_folder.rglob("*.idx")
    data = bytearray(index.read_bytes())
    data[-44:-40] = struct.pack(">L", 0x7FFFFFFF)
    index.write_bytes(bytes(data))

    assert read(made.git_folder, deadline=DEADLINE).problem.endswith("; hand in a fresh clone of the repository")


def test_replacements_and_grafts_are_not_obeyed(tmp_path: Path) -> None:
    """They would show another history than the server has."""
    git_folder = ordinary(tmp_path)
    target = run_git("-C", str(git_folder), "rev-parse", "main").decode().strip()
    other = run_git("-C", str(git_folder), "hash-object", "-t", "commit", "-w", "--stdin", "--literally", stdin=b"x")
    (git_folder / "refs" / "replace").mkdir()
    (git_folder / "refs" / "replace" / target).write_bytes(other)
    (git_folder / "info" / "grafts").write_text(f"{target} {'1' * 40}\n", encoding="ascii")

    assert CODE == read(git_folder, deadline=DEADLINE).files["tictactoe.py"]


def test_branches_in_a_reftable_are_not_read(made: HandMade) -> None:
    """The message says how to make files of them."""
    made.commit(made.tree(code(made)))
    (made.git_folder / "HEAD").write_text("ref: refs/heads/.invalid\n", encoding="ascii")
    (made.git_folder / "refs" / "heads" / "main").unlink()
    (made.git_folder / "refs" / "heads").rmdir()
    (made.git_folder / "refs" / "heads").write_text("this repository uses the reftable format\n", encoding="ascii")

    problem = read(made.git_folder, deadline=DEADLINE).problem

    assert problem.startswith("its repository keeps branches in a reftable, which is not read; run `git refs migrate")
