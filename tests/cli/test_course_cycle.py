"""An instructor's term, from a platform's download to its file of marks: each mark is as it must be after each step."""

from __future__ import annotations

import csv
import io
import json
import sys
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.cli import main
from tests.batch.sources import BROKEN, REFERENCE, SHORT
from tests.cli.commands import Completed, Run
from tests.fixture_folders import ROOT, SLOW

RUBRIC = (ROOT / "rubric.yaml").read_text(encoding="utf-8")
ADA, BOB, CEM, DEE = "301", "302", "303", "304"
"""Right; four right functions of seven; cannot be imported; handed in nothing."""
NAMES = {ADA: "Lovelace, Ada", BOB: "Kahn, Bob", CEM: "Ersoy, Cem", DEE: "Levi, Dee"}
QUALITY = "code_quality"


@dataclass(frozen=True, slots=True)
class Platform:
    """What a platform calls a file, and its file of marks."""

    name: str
    target: str
    file: str
    """Of one student, in the download."""
    header: tuple[str, ...]
    first: tuple[str, ...]
    """A row before the students', if there is one."""
    cell: str
    """The column of the marks."""

    def download(self, sources: Mapping[str, str], to: Path) -> Path:
        """Write what the platform hands out."""
        with zipfile.ZipFile(to, "w") as archive:
            for student, text in sources.items():
                name = NAMES[student].replace(", ", "")
                archive.writestr(self.file.format(name=name, plain=name.lower(), id=student), text)
        return to

    def roster(self, to: Path) -> Path:
        """Write the file of marks before anything is entered."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerows([self.header, *([self.first] if self.first else [])])
        for student, name in NAMES.items():
            row = {"Student": name, "ID": student, "Identifier": f"Participant {student}", "Full name": name}
            row |= {"Maximum grade": "120.00", "Grade can be changed": "Yes", "SIS Login ID": f"{student}@x.edu"}
            writer.writerow([row.get(column, "") for column in self.header])
        to.write_text(text.getvalue(), encoding="utf-8")
        return to

    def entered(self, file: Path) -> dict[str, str]:
        """Return the marks that stand in the file of marks, by student."""
        rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig")))
        ids = [(str(row.get("ID") or row.get("Identifier")).rpartition(" ")[2], row[self.cell]) for row in rows]
        return {student: mark for student, mark in ids if student in NAMES and mark}


MOODLE = Platform(
    name="moodle",
    target="moodle-worksheet",
    file="{name}_{id}_assignsubmission_file/tictactoe.py",
    header=("Identifier", "Full name", "Grade", "Maximum grade", "Grade can be changed", "Feedback comments"),
    first=(),
    cell="Grade",
)
CANVAS = Platform(
    name="canvas",
    target="canvas",
    file="{plain}_{id}_59{id}_tictactoe.py",
    header=("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab (1)"),
    first=("    Points Possible", "", "", "", "", "120"),
    cell="Lab (1)",
)


@dataclass(frozen=True, slots=True)
class Course:
    """One instructor's folder."""

    platform: Platform
    folder: Path
    run: Run

    def grade(self, rubric: str, sources: Mapping[str, str], *options: object) -> Completed:
        """Grade the class into the same folder of reports; `rubric` is a name, or the text of one."""
        if "\n" in rubric:
            (self.folder / "rubric.yaml").write_text(rubric, encoding="utf-8")
            rubric = "rubric.yaml"
        self.platform.download(sources, self.folder / "download.zip")
        roster = self.platform.roster(self.folder / "roster.csv")
        return self.run("batch", "download.zip", "--rubric", rubric, "--roster", roster, *options)

    def give(self, name: str, rows: Iterable[str]) -> Completed:
        """Hand in a table of marks."""
        (self.folder / name).write_text("\n".join(["student,item,points,comment,by", *rows, ""]), encoding="utf-8")
        return self.run("report", "reports", "--manual", name)

    def marks(self, reports: str = "reports") -> dict[str, tuple[float, float | None]]:
        """Return each student's points with the bonus, and the points that a person gave for code quality."""
        return {student: self._mark(self.folder / reports / student) for student in (ADA, BOB, CEM)}

    def _mark(self, folder: Path) -> tuple[float, float | None]:
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        (item,) = (one for one in result["criteria"] if one["id"] == QUALITY)
        return result["score"]["earned"] + result["score"]["bonus"], item["manual"] and item["manual"]["points"]


FIRST = {ADA: REFERENCE, BOB: SHORT, CEM: BROKEN}


OTHER_POINTS = RUBRIC.replace("rows: 4\n      columns: 4", "rows: 5\n      columns: 3")
"""The same checks with other points."""
QUALITY_FOR = "  - id: code_quality\n    title: Code Quality\n    points: {}\n"
OTHER_MAXIMUM = OTHER_POINTS.replace("total: 100", "total: 105").replace(QUALITY_FOR.format(5), QUALITY_FOR.format(10))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs `main` here; submissions are graded in its worker processes, on this machine."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Completed:
        monkeypatch.setattr(sys, "argv", ["grader", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return Completed(end.value.code, *capsys.readouterr())

    return call


@SLOW
@pytest.mark.parametrize("platform", [MOODLE, CANVAS], ids=lambda one: one.name)
def test_every_mark_of_a_term_is_accounted_for(platform: Platform, tmp_path: Path, run: Run) -> None:
    """Graded, marked by two, a conflict, other points, another maximum, the wrong rubric and back, a new version."""
    course = Course(platform, tmp_path, run)

    graded = course.grade(RUBRIC, FIRST)
    assert 0 == graded.code, graded.err
    assert {ADA: (105, None), BOB: (45, None), CEM: (0, None)} == course.marks()

    _two_people_mark_and_disagree_once(course)
    marked = {ADA: (110, 5), BOB: (49, 4), CEM: (1, 1)}
    assert marked == course.marks()

    rescored = course.grade(OTHER_POINTS, FIRST)
    assert 0 == rescored.code, rescored.err
    assert "0 run now" in rescored.out
    assert marked == course.marks()

    stopped = course.grade(OTHER_MAXIMUM, FIRST)
    assert 2 == stopped.code
    assert "--marks" in stopped.err
    assert marked == course.marks()
    assert 0 == course.grade(OTHER_MAXIMUM, FIRST, "--marks", "scale").code
    scaled = {ADA: (115, 10), BOB: (53, 8), CEM: (2, 2)}
    assert scaled == course.marks()

    assert 2 == course.grade("cs50", FIRST).code
    assert scaled == course.marks()
    assert 0 == course.grade("cs50", FIRST, "--anyway", "--marks", "keep").code
    assert 0 == course.grade(OTHER_MAXIMUM, FIRST, "--anyway").code
    assert scaled == course.marks()

    again = course.grade(OTHER_MAXIMUM, {**FIRST, BOB: REFERENCE})
    assert 0 == again.code, again.err
    assert "Last version: 45" in (tmp_path / "reports" / BOB / "report.md").read_text(encoding="utf-8")
    assert scaled | {BOB: (105, None)} == course.marks()
    assert 0 == course.give("bob.csv", [f"{BOB},{QUALITY},keep,,May"]).code
    whole = scaled | {BOB: (113, 8)}
    assert whole == course.marks()

    _the_platform_gets_these_and_no_others(course)
    _what_is_released_stays(course)


def _two_people_mark_and_disagree_once(course: Course) -> None:
    """Each has a share of the students; one conflict is decided by neither."""
    for share, name in (("1/2", "kim.csv"), ("2/2", "lee.csv")):
        assert 0 == course.run("report", "reports", "--template", name, "--mine", share).code
    shares = [
        {row["student"] for row in csv.DictReader((course.folder / name).read_text(encoding="utf-8-sig").splitlines())}
        for name in ("kim.csv", "lee.csv")
    ]
    assert (set(), {ADA, BOB, CEM}) == (shares[0] & shares[1], shares[0] | shares[1])
    kim = [f"{ADA},{QUALITY},5,,Kim", f"{BOB},{QUALITY},4,,Kim"]
    assert 0 == course.give("kim.csv", kim).code
    disagreed = course.give("lee.csv", [f"{BOB},{QUALITY},2,,Lee", f"{CEM},{QUALITY},1,,Lee"])
    assert 2 == disagreed.code
    assert f"conflict: {BOB}: {QUALITY}: 4 (Kim" in disagreed.err


def _the_platform_gets_these_and_no_others(course: Course) -> None:
    """Who handed in nothing gets no mark."""
    into, out = course.folder / "roster.csv", course.folder / "filled.csv"
    options = ("--to", course.platform.target, "--into", into, "--out", out, "--points", "earned")
    exported = course.run("export", "reports", *options)
    assert 0 == exported.code, exported.err
    marks = {student: points for student, (points, _quality) in course.marks().items()}
    assert marks == {student: float(mark) for student, mark in course.platform.entered(out).items()}


def _what_is_released_stays(course: Course) -> None:
    """Also if a mark is changed afterwards."""
    released = course.run("release", "reports")
    assert 0 == released.code, released.err
    before = course.marks()
    assert 0 == course.give("later.csv", [f"{ADA},{QUALITY},9,appeal,Kim"]).code
    assert 114 == course.marks()[ADA][0]
    assert before == course.marks("reports-released-1")
    assert 0 == course.run("release", "reports-released-1", "--check").code
