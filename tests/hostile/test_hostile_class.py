"""A class folder whose names and archives are attacks, graded through the command line."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.render.markdown import MENTION
from grader.store.report_files import STUDENT_FILES
from tests.fixture_folders import SLOW
from tests.hostile.corpus import MODULE

SOURCE = "def player(board)\n    return X\n"
"""Not valid Python, so that it is graded at once; the same for all students."""
NAMES = (
    "\x1b]0;owned\x07\x1b[2J",
    "ada\nbob: 95 of 95",
    "carriage\rreturn",
    "\u202eadob\u2066",
    "zero\u200bwidth\ufeff",
    "-rf",
    "--out=elsewhere",
    "~root",
    "$(touch injected)",
    "%s%n{0.__class__}",
    "C:\\windows\\x",
    "..\\..\\up",
    "con",
    "NUL.txt",
    "report.md",
    "report.html",
    "index.html",
    "gradebook.csv",
    "class.json",
    '=HYPERLINK("http:‥example.invalid")',
    "+1",
    "@everyone",
    "<script>alert(1)<‥script>",
    "![x](javascript:alert(1))",
    "`|` # 100 points",
    "::error::owned",
    "##[error]owned",
    "\udcff\udcfe",
    "long" * 60,
    "trailing. . ",
    "ada",
    "ADA",
)
"""Names of students' folders; those that the file system refuses are left out."""
RIVALS = {"ada", "ADA"}
SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,63}")
REPORTS = {"class.json", "gradebook.csv", "summary.md", "index.html"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
CONTROLS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
BOMB = 64 << 20
ZIPS = {"bomb", "escaping", "escaping-too"}
"""Students whose only file is an archive: the first is not graded, of the others what lies in their own folder is."""
ESCAPED = Path("/tmp/escaped-from-grader.py")  # noqa: S108 - nothing may be there
ARCHIVES_AS_PYTHON = {"zip-as-python.py": "hand in the Python text itself", "polyglot.py": "save it as UTF-8"}
"""With the remedy that is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostileClass:
    """The class, and the outcome of grading it."""

    folder: Path
    out: Path
    names: tuple[str, ...]
    """Those that this file system can hold."""
    ended: subprocess.CompletedProcess[bytes]
    before: frozenset[Path]
    """All files around the class before it was graded."""
    after: frozenset[Path]


@pytest.fixture(scope="module")
def hostile_class(tmp_path_factory: pytest.TempPathFactory) -> HostileClass:
    """Grade the class with `grader batch`."""
    place = tmp_path_factory.mktemp("hostile-class")
    folder, out = place / "inner" / "class", place / "inner" / "out"
    folder.mkdir(parents=True)
    names = tuple(name for name in NAMES if _hand_in(folder, name))
    _add_archives(folder)
    before = _everything(place)
    ended = subprocess.run(
        [sys.executable, "-m", "grader", "batch", str(folder), "--out", str(out), "--require-isolation", "basic"],
        cwd=place,
        capture_output=True,
        timeout=120,
        check=False,
    )
    after = frozenset(path for path in _everything(place) if out not in (path, *path.parents))
    return HostileClass(folder=folder, out=out, names=names, ended=ended, before=before, after=after)


@SLOW
def test_every_name_gets_one_row_and_so_do_rivals(hostile_class: HostileClass) -> None:
    """Every student is graded, none as another, and rivals for one id each under an id of their own."""
    rows = list(csv.DictReader(io.StringIO((hostile_class.out / "gradebook.csv").read_text(encoding="utf-8-sig"))))
    record = json.loads((hostile_class.out / "class.json").read_bytes())
    students = [name for name in hostile_class.names if not name.startswith(".")]  # others are hidden
    rivals = RIVALS & set(students)  # one, if the file system takes them for the same
    shared = [name for name in record["graded"] if re.fullmatch("(?i:ada)-[0-9a-f]{12}", name)]

    assert 2 == hostile_class.ended.returncode, hostile_class.ended.stderr
    assert len(students) + len(ZIPS) + len(ARCHIVES_AS_PYTHON) == len(rows)
    assert len(students) + len(ZIPS - {"bomb"}) == len(record["graded"])
    assert (len(rivals) if len(rivals) > 1 else 0) == len(shared)


def test_reports_lie_only_in_the_folder_they_were_asked_for(hostile_class: HostileClass) -> None:
    """Each student has one folder, with a name that has no special meaning to any system or shell."""
    found = {path.relative_to(hostile_class.out) for path in _everything(hostile_class.out)}

    assert hostile_class.before == hostile_class.after
    assert {len(path.parts) for path in found} == {1, 2}
    assert {path.name for path in found if (hostile_class.out / path).is_file()} == REPORTS | {*STUDENT_FILES}
    for path in found:
        assert path.name in REPORTS or SAFE.fullmatch(path.parts[0])


def test_nothing_that_is_shown_or_written_commands_a_terminal(hostile_class: HostileClass) -> None:
    """No control, bidi or invisible character of a name gets to the screen or into a file."""
    shown = {"screen": hostile_class.ended.stdout, "messages": hostile_class.ended.stderr}
    shown |= {str(path): path.read_bytes() for path in hostile_class.out.rglob("*") if path.is_file()}

    for place, data in shown.items():
        text = data.decode("utf-8").replace(MENTION, "@").removeprefix("\ufeff").replace("\r\n", "\n")
        assert not {char for char in text if unicodedata.category(char) in CONTROLS} - {"\n", "\t"}, place


def test_no_line_that_is_shown_is_a_workflow_command(hostile_class: HostileClass) -> None:
    """A CI service would obey a line that begins with one of its commands."""
    for line in (hostile_class.ended.stdout + hostile_class.ended.stderr).decode().splitlines():
        assert not line.lstrip().startswith(("::", "##["))


def test_no_cell_of_the_gradebook_is_a_formula(hostile_class: HostileClass) -> None:
    """A spreadsheet would run it when the teacher opens the file."""
    text = (hostile_class.out / "gradebook.csv").read_text(encoding="utf-8-sig")

    assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell.startswith(FORMULA)]


def test_an_archive_is_its_students_folder_and_nothing_leaves_it(hostile_class: HostileClass) -> None:
    """A bomb is a file that is too large; paths out of the folder are named, and a folder in it is no other student."""
    said = hostile_class.ended.stderr.decode()
    record = json.loads((hostile_class.out / "class.json").read_bytes())
    reasons = {one["id"]: one["reason"] for one in record["not_graded"]}
    skipped = [one["name"] for one in record["info"]["skipped"]]

    assert {"escaping", "escaping-too"} <= {*record["graded"]}
    assert reasons["bomb"].startswith("bomb.zip/mallory/tictactoe.py: larger than 256 KiB")
    assert "escaping" in said
    assert 3 == len([name for name in skipped if name.startswith("escaping.zip/")])
    assert 6 == len([name for name in skipped if name.startswith("escaping-too.tar.gz/")])
    assert 9 == len(skipped)
    assert "mallory" not in {*record["graded"], *reasons}
    assert not [*hostile_class.folder.parent.rglob("escaped*"), *([ESCAPED] if ESCAPED.exists() else [])]


@pytest.mark.parametrize("name", ARCHIVES_AS_PYTHON)
def test_an_archive_that_calls_itself_python_is_refused(name: str, hostile_class: HostileClass) -> None:
    """Also if Python text stands before the archive, which the interpreter would run from the archive's end."""
    record = json.loads((hostile_class.out / "class.json").read_bytes())
    reasons = {one["id"]: one["reason"] for one in record["not_graded"]}

    assert ARCHIVES_AS_PYTHON[name] in reasons[name.removesuffix(".py")]


def _hand_in(folder: Path, name: str) -> bool:
    try:
        (folder / name).mkdir()
        (folder / name / f"{MODULE}.py").write_text(SOURCE, encoding="utf-8")
    except (OSError, ValueError, UnicodeEncodeError):
        return False
    return True


def _add_archives(folder: Path) -> None:
    ways_out = ("../escaped.py", str(ESCAPED), "..\\escaped.py", "mallory/tictactoe.py")
    with zipfile.ZipFile(folder / "escaping.zip", "w") as archive:
        for name in ways_out:
            archive.writestr(name, SOURCE)
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("mallory/tictactoe.py", bytes(BOMB))
    with tarfile.open(folder / "escaping-too.tar.gz", "w:gz") as archive:
        for name in ways_out:
            archive.addfile(tarfile.TarInfo(name))
        for kind, target in ((tarfile.SYMTYPE, "/etc"), (tarfile.LNKTYPE, "../../escaped.py"), (tarfile.CHRTYPE, "")):
            member = tarfile.TarInfo("mallory/link")
            member.type, member.linkname = kind, target
            archive.addfile(member)
    packed = (folder / "escaping.zip").read_bytes()
    (folder / "zip-as-python.py").write_bytes(packed)
    (folder / "polyglot.py").write_bytes(b"X = 'X'\n" + packed)


def _everything(place: Path) -> frozenset[Path]:
    return frozenset(_walked(place))


def _walked(place: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(place):
        yield from (Path(folder, name) for name in (*folders, *files))
