"""A class is graded once; a second run grades only what changed."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch import run as run_module
from grader.batch.known_marks import surprises
from grader.batch.run import RunOptions, plan_class
from grader.capabilities.by_hand.journal import misfit_texts
from grader.capabilities.by_hand.marks import marks_to_confirm, with_manual
from grader.capabilities.lateness.capability import LateRules
from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.roster.class_with_roster import with_roster
from grader.intake.roster.roster_file import parse_roster
from grader.model.class_row import NotGraded
from grader.model.isolation import Level
from grader.model.result import ItemResult, ManualMark, Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.store import report_files, result_folder
from grader.store.class_record import read_class_record
from grader.store.report_files import STUDENT_FILES, write_class_reports, write_student_reports
from grader.store.result_json import from_json
from grader.text.reasons import each_said
from tests.batch.fakes import Recorder
from tests.batch.fixture_types import GradeFaked
from tests.batch.sources import write_class
from tests.marking.other_points import doubled
from tests.sandbox.isolations import FULL, LEVELS


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return the folder for results, beside a class of three that is not graded yet."""
    write_class(tmp_path / "class", {"ada": "right", "bob": "wrong", "eve": "right too"})
    return tmp_path / "out"


def gradebook(out: Path) -> dict[str, dict[str, str]]:
    """Return the gradebook's rows by id."""
    with (out / "gradebook.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def kept(out: Path, student: str) -> Result:
    """Return the result stored in `out`."""
    result = result_folder.read_result(out / student)
    assert result is not None
    return result


def mark_by_hand(out: Path, student: str, points: int) -> None:
    """Give points for code quality, as `grader report --manual` does."""
    mark = ManualMark(points=Decimal(points), comment="clear names")
    write_student_reports(with_manual(kept(out, student), {"code_quality": mark}), out / student)


def test_a_run_leaves_a_page_per_student_and_the_class(out: Path, grade_faked: GradeFaked) -> None:
    """All files that the README promises are written, and no temporary file is left."""
    run = grade_faked()

    files = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    pages = {f"{student}/{name}" for student in ("ada", "bob", "eve") for name in STUDENT_FILES}
    assert pages | {"class.json", "gradebook.csv", "index.html", "summary.md"} == files
    assert (3, 0, 0) == (run.graded, run.unchanged, run.copied)
    assert {"ada": "95", "bob": "91", "eve": "95"} == {who: row["earned"] for who, row in gradebook(out).items()}


def test_a_second_run_grades_nothing_and_changes_nothing(out: Path, grade_faked: GradeFaked) -> None:
    """Results are kept, and the class's reports come out the same."""
    grade_faked()
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    watcher = Recorder()

    run = grade_faked(watcher=watcher)

    assert (0, 3, []) == (run.graded, run.unchanged, watcher.begun)
    assert before == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_run_says_whose_mark_is_another_than_after_the_last(out: Path, grade_faked: GradeFaked) -> None:
    """A new version of one file is one change; the first run has nothing to compare with."""
    first = grade_faked()
    (out.parent / "class" / "bob" / "tictactoe.py").write_text("bob, mended", encoding="utf-8")

    changes = grade_faked().changes

    assert first.changes is None
    assert changes is not None
    assert [("bob", ("file",), "winner")] == [
        (one.student.submission.id, one.because, one.items[0].id) for one in changes
    ]
    assert "winner 11 -\\> 15 (winner.rows)" in (out / "changes.md").read_text(encoding="utf-8")


def test_a_rubric_with_other_points_runs_nobody(out: Path, grade_faked: GradeFaked, default_rubric: Rubric) -> None:
    """The results are those of grading afresh, with the marks by hand; a second run changes nothing."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    watcher, other = Recorder(), doubled(default_rubric)

    run = grade_faked(other, watcher=watcher, marks="scale")

    assert (0, 3, 0, []) == (run.graded, run.rescored, run.unchanged, watcher.begun)
    assert {("rubric",)} == {one.because for one in run.changes or ()}
    assert {"ada": "198", "bob": "182", "eve": "190"} == {who: row["earned"] for who, row in gradebook(out).items()}
    rescored = kept(out, "eve")
    assert 3 == grade_faked(other, marks="scale").unchanged
    grade_faked(other, fresh=True, marks="scale")
    assert rescored == kept(out, "eve")


def test_a_class_that_is_too_large_for_one_page_has_several(
    out: Path, grade_faked: GradeFaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of names; the page of the class leads to them, and none is left of a larger class."""
    monkeypatch.setattr(report_files, "LARGEST_PAGE", 2)
    grade_faked()

    index = (out / "index.html").read_text(encoding="utf-8")
    first, second = ((out / f"index-{number}.html").read_text(encoding="utf-8") for number in (1, 2))
    assert '<a href="index-1.html"><bdi>1 to 2: ada to bob</bdi></a>' in index
    assert [False, True, True] == ['id="rows"' in page for page in (index, first, second)]
    assert [True, False] == ['href="ada/report.html"' in page for page in (first, second)]
    assert 'href="eve/report.html"' in second
    monkeypatch.undo()
    grade_faked()
    assert not list(out.glob("index-*.html"))


def with_logins(intake: ClassIntake) -> ClassIntake:
    """Return `intake` as if a platform had said more about the students."""
    return dataclasses.replace(
        intake,
        rows=tuple(
            dataclasses.replace(one, student=f"{one.id.title()} Ng", login=f"{one.id}1", late=True)
            for one in intake.submissions
        ),
    )


def test_a_student_of_whom_more_is_known_now_is_not_graded_again(out: Path, grade_faked: GradeFaked) -> None:
    """The reports get the new facts; points, also those given by hand, and all else stay."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    before = kept(out, "ada")
    watcher = Recorder()

    run = grade_faked(watcher=watcher, alter=with_logins)

    assert (0, 3, []) == (run.graded, run.unchanged, watcher.begun)
    known = dataclasses.replace(before.submission, student="Ada Ng", login="ada1", late=True)
    assert kept(out, "ada") == dataclasses.replace(before, submission=known)
    assert ("Ada Ng", "ada1", "yes") == tuple(gradebook(out)["ada"][name] for name in ("student", "login", "late"))
    assert "Ada Ng" in (out / "ada" / "report.md").read_text(encoding="utf-8")


def test_late_work_costs_points_without_grading_again(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """Also after a mark by hand, and when the due time moves; who is in time has no such item."""

    def at_noon(intake: ClassIntake) -> ClassIntake:
        handed_in = (dataclasses.replace(one, submitted_at="2026-09-02T12:00:00Z") for one in intake.submissions)
        return dataclasses.replace(intake, rows=tuple(handed_in))

    def graded(due: str) -> list[int | str | None]:
        rules = LateRules(per_day=Decimal(10), due=due)
        run = grade_faked(dataclasses.replace(default_rubric, sections=(rules,)), alter=at_noon)
        return [run.graded, *(gradebook(out)["ada"].get(name) for name in ("earned", "lateness"))]

    first = graded("2026-09-01T23:59Z")
    mark_by_hand(out, "ada", 4)

    assert [3, "85", "-10"] == first
    assert [0, "89", "-10"] == graded("2026-09-01T23:59Z")
    assert [0, "79", "-20"] == graded("2026-08-31T23:59Z")
    assert [0, "99", None] == graded("2026-09-02T12:00Z")


def test_a_roster_that_is_added_later_grades_nobody_again(out: Path, grade_faked: GradeFaked) -> None:
    """The class has a row for who handed in nothing; without the roster it is as before."""
    grade_faked()
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    roster = parse_roster(b"id,name,login\n1,Ada Ng,ada\n2,Bob Li,bob\n3,Tom May,tom\n", "roster.csv")

    run = grade_faked(alter=lambda intake: with_roster(intake, roster))

    assert (0, 3) == (run.graded, run.unchanged)
    assert {"ada": "Ada Ng", "bob": "Bob Li", "eve": "eve", "tom": "Tom May"} == {
        who: row["student"] for who, row in gradebook(out).items()
    }
    assert ("missing", "", "3") == tuple(gradebook(out)["tom"][name] for name in ("status", "earned", "source_id"))
    assert "- eve: not in the roster." in (out / "summary.md").read_text(encoding="utf-8")
    assert not (out / "tom").exists()
    assert 0 == grade_faked().graded
    assert before == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_new_facts_that_cannot_be_stored_lose_no_mark(
    out: Path, grade_faked: GradeFaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run has the mark and names the problem; the earlier result stays on the disk."""
    grade_faked()
    before = kept(out, "bob")
    with monkeypatch.context() as full:
        full.setattr(result_folder, "write_student_reports", fail_for("bob", write_student_reports))
        run = grade_faked(alter=with_logins)

    assert (["bob"], "no room") == ([result.submission.id for result in run.not_stored], run.problem)
    assert before == kept(out, "bob")


def test_a_changed_file_is_graded_alone(out: Path, grade_faked: GradeFaked) -> None:
    """A student with a new file is graded again; the other results are kept."""
    grade_faked()
    (out.parent / "class" / "eve" / "tictactoe.py").write_text("now wrong", encoding="utf-8")
    watcher = Recorder()

    run = grade_faked(watcher=watcher)

    assert (1, 2, ["eve"]) == (run.graded, run.unchanged, watcher.begun)
    assert "91" == gradebook(out)["eve"]["earned"]


def test_after_a_run_that_was_killed_marks_are_compared_with_the_run_before(
    out: Path, grade_faked: GradeFaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had stored is not the last run; afterwards nothing is left of the comparison."""
    grade_faked()
    (out.parent / "class" / "eve" / "tictactoe.py").write_text("now wrong", encoding="utf-8")
    with monkeypatch.context() as killed:
        killed.setattr(run_module, "write_class_record", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            grade_faked()

    changes = grade_faked().changes

    assert changes is not None
    assert ["eve"] == [one.student.submission.id for one in changes]
    assert None is grade_faked().changes
    assert [] == [path for path in out.rglob(".*") if path.is_file()]


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("out")
def test_a_rubric_that_asks_something_else_grades_everybody(grade_faked: GradeFaked, default_rubric: Rubric) -> None:
    """A mark holds only for the rubric that it was given under."""
    grade_faked()

    run = grade_faked(dataclasses.replace(default_rubric, sheet="cs50", sha256="0" * 64))

    assert (3, 0) == (run.graded, run.unchanged)


@pytest.mark.usefixtures("out")
def test_fresh_grades_everybody(grade_faked: GradeFaked) -> None:
    """`--fresh` keeps nothing."""
    grade_faked()

    assert 3 == grade_faked(fresh=True).graded


@pytest.mark.usefixtures("out")
def test_another_level_of_isolation_grades_everybody(grade_faked: GradeFaked) -> None:
    """A result made under another isolation does not hold for this run."""
    grade_faked()

    run = grade_faked(isolation=LEVELS[Level.PARTIAL])

    assert (3, 0) == (run.graded, run.unchanged)


@pytest.mark.usefixtures("out")
def test_the_same_level_on_a_newer_kernel_grades_nobody(grade_faked: GradeFaked) -> None:
    """Only the level of isolation matters for a mark."""
    grade_faked()

    assert 0 == grade_faked(isolation=dataclasses.replace(FULL, layers=FULL.layers[1:])).graded


def test_a_harness_fault_is_never_kept(out: Path, grade_faked: GradeFaked) -> None:
    """It has no mark and no zero, and the next run tries again."""
    (out.parent / "class" / "eve" / "tictactoe.py").write_text("fault", encoding="utf-8")
    grade_faked()
    row = gradebook(out)["eve"]

    assert ("harness_fault", "", "") == (row["status"], row["earned"], row["winner"])
    assert (1, 2) == (grade_faked().graded, grade_faked().unchanged)


def test_a_harness_fault_leaves_the_earlier_result(out: Path, grade_faked: GradeFaked) -> None:
    """The earlier result and its page are kept."""
    grade_faked()
    (out.parent / "class" / "eve" / "tictactoe.py").write_text("fault", encoding="utf-8")
    before = (out / "eve" / "result.json").read_bytes(), (out / "eve" / "report.md").read_bytes()

    run = grade_faked()

    assert before == ((out / "eve" / "result.json").read_bytes(), (out / "eve" / "report.md").read_bytes())
    assert ["eve"] == [row.submission.id for row in run.rows if isinstance(row, Result) and row.score is None]
    record = read_class_record(out)
    assert record is not None
    assert (("ada", "bob"), ["eve"]) == (record.graded, [one.id for one in record.not_graded])


def test_identical_submissions_are_graded_once_and_reported_for_each(out: Path, grade_faked: GradeFaked) -> None:
    """Identical submissions are graded once; each result has its own student and its own note on the file's name."""
    write_class(out.parent / "class", {"zoe": ""})
    (out.parent / "class" / "zoe" / "tictactoe.py").rename(out.parent / "class" / "zoe" / "TicTacToe.py")
    (out.parent / "class" / "zoe" / "TicTacToe.py").write_text("right", encoding="utf-8")
    write_class(out.parent / "class", {"Mia Öz": "right"})
    watcher = Recorder()

    run = grade_faked(watcher=watcher)

    (mia,) = (row for row in run.rows if isinstance(row, Result) and row.submission.student == "Mia Öz")
    assert (4, 1) == (run.graded, run.copied)
    assert kept(out, "ada").score == mia.score
    assert kept(out, mia.submission.id).submission == mia.submission
    assert "TicTacToe.py" in " ".join(kept(out, "zoe").notes)
    assert () == kept(out, "ada").notes == mia.notes


def test_what_cannot_be_told_apart_or_read_is_a_row_without_a_mark(out: Path, grade_faked: GradeFaked) -> None:
    """Two candidates, none, not UTF-8: reported with the reason, in the gradebook as empty cells."""
    students = out.parent / "class"
    write_class(students, {"two": "right", "none": "right", "latin": "right"})
    (students / "two" / "tictactoe-1.py").write_text("right", encoding="utf-8")
    (students / "none" / "tictactoe.py").rename(students / "none" / "notes.txt")
    (students / "latin" / "tictactoe.py").write_bytes(b"x = 'caf\xe9'\n")

    run = grade_faked()

    missing = {row.id: row.reason for row in run.rows if isinstance(row, NotGraded)}
    assert {"two", "none", "latin"} == set(missing)
    for name, reason in missing.items():
        row = gradebook(out)[name]
        assert ("not_graded", "", reason) == (row["status"], row["earned"], row["notes"])
        assert not (out / name).exists()


def test_who_is_not_graded_any_more_has_no_mark(out: Path, grade_faked: GradeFaked) -> None:
    """With a second candidate file the student has no mark; the earlier result is not used."""
    grade_faked()
    (out.parent / "class" / "eve" / "tictactoe (1).py").write_text("right", encoding="utf-8")

    grade_faked()

    assert "not_graded" == gradebook(out)["eve"]["status"]
    record = read_class_record(out)
    assert record is not None
    assert (("ada", "bob"), ["eve"]) == (record.graded, [one.id for one in record.not_graded])


def test_a_result_that_cannot_be_read_is_graded_again(out: Path, grade_faked: GradeFaked) -> None:
    """A truncated file, one of another version, a missing one, one in an old form: each is graded again."""
    write_class(out.parent / "class", {"zoe": "right as well"})
    grade_faked()
    (out / "ada" / "result.json").write_bytes((out / "ada" / "result.json").read_bytes()[:300])
    (out / "bob" / "result.json").write_text('{"schema": "grader/result/v9"}', encoding="utf-8")
    (out / "eve" / "result.json").unlink()
    old = json.loads((out / "zoe" / "result.json").read_bytes())
    old["grader"]["isolation"] = "full"
    (out / "zoe" / "result.json").write_text(json.dumps(old), encoding="utf-8")

    run = grade_faked()

    assert (4, "95") == (run.graded, gradebook(out)["ada"]["earned"])


def test_marks_by_hand_survive_grading_the_same_file_again(out: Path, grade_faked: GradeFaked) -> None:
    """A person's work is not lost to `--fresh`."""
    grade_faked()
    mark_by_hand(out, "ada", 4)

    grade_faked(fresh=True)

    assert ("99", "4") == (gradebook(out)["ada"]["earned"], gradebook(out)["ada"]["code_quality"])
    assert () == kept(out, "ada").notes


def test_marks_by_hand_for_an_earlier_file_wait_for_a_person(out: Path, grade_faked: GradeFaked) -> None:
    """They do not count, and are proposed until somebody has looked at the new file."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    (out.parent / "class" / "ada" / "tictactoe.py").write_text("right, at last", encoding="utf-8")

    run = grade_faked()

    row = gradebook(out)["ada"]
    assert ("95", "", "5") == (row["earned"], row["code_quality"], row["pending"])
    assert "code_quality 4 (for an earlier version of the file: clear names)" == row["proposed"]
    assert {"code_quality": ManualMark(points=Decimal(4), comment="clear names")} == marks_to_confirm(kept(out, "ada"))
    assert [list(marks_to_confirm(row)) for row in run.rows if isinstance(row, Result)].count(["code_quality"]) == 1


def test_marks_by_hand_that_a_new_rubric_has_no_room_for_are_named(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """A mark above the line's new points is not kept, and a note says so."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    lines = tuple(
        dataclasses.replace(item, points=Decimal(3)) if item.id == "code_quality" else item
        for item in default_rubric.criteria
    )

    grade_faked(dataclasses.replace(default_rubric, criteria=lines, sha256="1" * 64))

    assert "" == gradebook(out)["ada"]["code_quality"]
    note = "marks given by hand under another rubric are not carried over: code_quality 4"
    assert (note,) == each_said(kept(out, "ada").marks_to_check)


def with_code_quality(rubric: Rubric, points: int | None) -> Rubric:
    """Return `rubric` with other points for code quality, or without it."""
    items = tuple(
        item if item.id != "code_quality" else dataclasses.replace(item, points=Decimal(points or 0))
        for item in rubric.criteria
        if item.id != "code_quality" or points is not None
    )
    return dataclasses.replace(rubric, criteria=items, sha256=f"{points or 0:064}")


@pytest.mark.parametrize("points", [None, 10, 3])
@pytest.mark.parametrize("way", ["keep", None])
def test_marks_by_hand_come_back_with_their_rubric(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric, points: int | None, way: str | None
) -> None:
    """Whatever another rubric makes of them meanwhile, also if nobody was asked."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    before = {name: (out / "ada" / name).read_bytes() for name in ("report.md", "result.json")}

    grade_faked(with_code_quality(default_rubric, points), marks=way)
    grade_faked(marks=way)

    assert kept(out, "ada").criteria == from_json(before["result.json"], "before").criteria
    assert "99" == gradebook(out)["ada"]["earned"]


@pytest.mark.parametrize(
    "case",
    [(10, "keep", "4"), (10, "scale", "8"), (10, "drop", ""), (10, None, ""), (3, "keep", ""), (3, "scale", "2.4")],
)
def test_points_of_another_maximum_mean_what_a_person_says(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric, case: tuple[int, str | None, str]
) -> None:
    """Never something else: 4 of 5 are not 4 of 10 by themselves. It is asked once, not after every edit."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    points, way, counts = case
    rubric = with_code_quality(default_rubric, points)

    grade_faked(rubric, marks=way)

    assert counts == gradebook(out)["ada"]["code_quality"]
    intake = read_class(out.parent / "class", MODULE_SPEC, rubric.limits.source_kib)
    again = plan_class(intake, RunOptions(rubric=rubric, out=out, isolation=FULL))
    assert bool(again.marks.misfits) == (way is None)
    assert 3 == len(again.unchanged)
    edited = dataclasses.replace(rubric, sha256=f"{points + 1:064}")
    assert bool(plan_class(intake, RunOptions(rubric=edited, out=out, isolation=FULL)).marks.misfits) == (way is None)


def test_what_does_not_fit_is_named_with_whose_it_is(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """By item, with the points until now."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    intake = read_class(out.parent / "class", MODULE_SPEC, default_rubric.limits.source_kib)

    def said(points: int | None) -> list[str]:
        rubric = with_code_quality(default_rubric, points)
        return misfit_texts(plan_class(intake, RunOptions(rubric=rubric, out=out, isolation=FULL)).marks.misfits)

    assert ["code_quality is not in this rubric; 1 mark by hand of 5 points: ada 4"] == said(None)
    assert ["code_quality has 10 points in this rubric; 1 mark by hand of 5 points: ada 4"] == said(10)
    assert [] == said(5)


def test_a_class_that_does_not_belong_into_the_folder_is_noticed(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """Another class, fewer students, another rubric; not a new student."""
    grade_faked()
    intake = read_class(out.parent / "class", MODULE_SPEC, default_rubric.limits.source_kib)
    ada, bob, eve = intake.submissions

    def said(*submissions: Submission, title: str = default_rubric.title) -> list[str]:
        rubric = dataclasses.replace(default_rubric, title=title)
        return list(surprises([one.id for one in submissions], rubric, out))

    assert [] == said(ada, bob, eve, dataclasses.replace(ada, id="zoe", student="zoe"))
    assert ["it holds 1 student whose work is not among these: eve"] == said(ada, bob)
    assert ["it holds another class: none of its 3 students is among these"] == said(
        dataclasses.replace(ada, id="zoe", student="zoe")
    )
    assert [f'it was graded by "{default_rubric.title}", and this rubric is "Lab 5"'] == (
        said(ada, bob, eve, title="Lab 5")
    )


def test_a_mark_by_hand_belongs_to_one_student(out: Path, grade_faked: GradeFaked) -> None:
    """Another student's submission in the same folder does not get the marks, even for an identical file."""
    grade_faked()
    mark_by_hand(out, "ada", 4)
    result = kept(out, "ada")
    other = dataclasses.replace(result.submission, id="mallory", student="mallory")
    bare = dataclasses.replace(result, submission=other, criteria=tuple(map(_unmarked, result.criteria)))

    result_folder.save(bare, out / "ada")

    assert all(item.manual is None for item in kept(out, "ada").criteria)


def _unmarked(item: ItemResult) -> ItemResult:
    return dataclasses.replace(item, manual=None)


def test_the_class_record_names_everybody(out: Path, grade_faked: GradeFaked) -> None:
    """With `class.json` the reports can be made again without the submissions."""
    (out.parent / "class" / "eve" / "tictactoe-2.py").write_text("right", encoding="utf-8")
    grade_faked()

    record = json.loads((out / "class.json").read_bytes())

    assert ("grader/class/v1", ["ada", "bob"]) == (record["schema"], record["graded"])
    assert [("eve", "eve")] == [(one["id"], one["student"]) for one in record["not_graded"]]
    assert "2 files could be the one to grade" in record["not_graded"][0]["reason"]


def test_a_place_that_cannot_be_written_to_is_refused_before_anything_is_graded(
    out: Path, grade_faked: GradeFaked
) -> None:
    """The folder is checked before hours of grading, not after."""
    out.write_text("a file stands where the folder should be", encoding="utf-8")
    watcher = Recorder()

    with pytest.raises(UserError, match="cannot be written"):
        grade_faked(watcher=watcher)
    assert [] == watcher.begun


def test_a_full_disk_loses_no_computed_mark(
    out: Path, grade_faked: GradeFaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every mark is part of the run; what could not be stored is named, and is graded again by the next run."""
    with monkeypatch.context() as full:
        full.setattr(result_folder, "write_student_reports", fail_for("bob", write_student_reports))
        run = grade_faked()

    assert {"ada": 95, "bob": 91, "eve": 95} == {
        row.submission.id: row.score.earned for row in run.rows if isinstance(row, Result) and row.score is not None
    }
    assert (["bob"], "no room") == ([result.submission.id for result in run.not_stored], run.problem)
    record = read_class_record(out)
    assert record is not None
    assert ("ada", "eve") == record.graded
    assert ["its result could not be stored: no room; grade it again"] == [row.reason for row in record.not_graded]
    again = grade_faked()
    assert (1, 2, "") == (again.graded, again.unchanged, again.problem)


def test_class_reports_that_cannot_be_written_lose_no_mark(
    out: Path, grade_faked: GradeFaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run has every row, and says what failed."""
    with monkeypatch.context() as full:
        full.setattr("grader.batch.run.write_class_reports", fail_for("out", write_class_reports))
        run = grade_faked()

    assert (3, (), "no room") == (len(run.rows), run.not_stored, run.problem)
    assert out.exists()


def fail_for(name: str, write: Callable[..., object]) -> Callable[..., None]:
    """Return `write`, which fails for the folder `name` as on a full disk."""

    def write_or_fail(content: object, folder: Path, *more: object, **options: object) -> None:
        if folder.name == name:
            raise UserError("no room")
        write(content, folder, *more, **options)

    return write_or_fail


def test_a_student_without_pages_gets_them_though_nothing_changed(
    out: Path, grade_faked: GradeFaked, default_rubric: Rubric
) -> None:
    """As after `--pages none`, which wants none."""
    grade_faked()
    (out / "ada" / "report.html").unlink()
    intake = read_class(out.parent / "class", MODULE_SPEC, default_rubric.limits.source_kib)

    without = plan_class(intake, RunOptions(rubric=default_rubric, out=out, isolation=FULL, pages=False))
    run = grade_faked()

    assert ([], 1, 0) == (without.relabelled, run.relabelled, run.graded)
    assert (out / "ada" / "report.html").exists()
