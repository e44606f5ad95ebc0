"""The shards of a class, merged, are the class: nobody is lost, nobody is there twice, nothing is decided silently."""

from __future__ import annotations

import contextlib
import dataclasses
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch.merge import NotOneClass, merge, plan_merge
from grader.batch.pool import Grade, Pool
from grader.batch.run import ClassRun, RunOptions, grade_class, plan_class
from grader.capabilities.by_hand.capability import CONFLICT, MarkChange
from grader.errors import UserError
from grader.intake.class_folder import read_class
from grader.marking.result_info import grader_info
from grader.model.class_row import NotGraded
from grader.model.isolation import Level
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.store import result_folder
from grader.store.class_record import Shard, read_class_record
from grader.store.marks_journal import add_to_journal, read_journal
from grader.store.report_files import write_student_reports
from tests.batch.fakes import Recorder, right
from tests.batch.sources import write_class
from tests.sandbox.isolations import FULL, LEVELS

OF = 3
NAMES = ("ada", "bob", "kim", "lee", "uma", "zoe")
"""Some in each shard; "nobody" handed in an empty folder."""
GradeShard = Callable[..., Path]


@pytest.fixture
def grade_shard(tmp_path: Path, default_rubric: Rubric) -> GradeShard:
    """Return a function that grades a shard of `class/` with a faked grader and returns its folder; 0 is the whole."""
    sources = {name: f"right {name}" for name in NAMES} | {"bob": "wrong", "uma": "wrong", "zoe": "fault"}
    write_class(tmp_path / "class", sources)
    (tmp_path / "class" / "nobody").mkdir()

    def run(number: int, rubric: Rubric = default_rubric, grade: Grade = right) -> Path:
        intake = read_class(tmp_path / "class", MODULE_SPEC, rubric.limits.source_kib)
        people = intake.rows
        out = tmp_path / (f"shard-{number}" if number else "reports")
        shard = None
        if number:
            everybody = tuple(sorted(one.id for one in people))
            shard = Shard(number=number, of=OF, everybody=everybody, command="grader batch class")
            intake = dataclasses.replace(intake, rows=tuple(one for one in intake.rows if shard.has(one.id)))
        plan = plan_class(intake, RunOptions(rubric=rubric, out=out, isolation=FULL, shard=shard))
        grade_class(plan, Pool(1, ThreadPoolExecutor, grade), Recorder())
        return out

    return run


def merged(folders: list[Path], out: Path) -> tuple[ClassRun, list[str]]:
    """Return what merging `folders` into `out` does."""
    return merge(plan_merge(folders, out))


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in `folder`."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def give(folder: Path, student: str, points: int, who: str) -> None:
    """Write a mark by hand into the journal of `folder`."""
    stored = result_folder.load_result(folder / student)
    change = MarkChange(
        student=student,
        item="code_quality",
        old=None,
        new=ManualMark(points=Decimal(points), by=who),
        who=who,
        when="2026-09-01T10:00:00+00:00",
        sha256=stored.submission.sha256,
        rubric=stored.rubric.sha256,
        possible=next(item.points for item in stored.criteria if item.id == "code_quality"),
    )
    add_to_journal(folder, [change])


def test_shards_merged_are_the_class_byte_for_byte(tmp_path: Path, grade_shard: GradeShard) -> None:
    """Pages, gradebook and record are those of one process, whatever the order of the folders; twice is once."""
    whole = files(grade_shard(0))
    (tmp_path / "reports").rename(tmp_path / "elsewhere")  # the page names the folder in its commands

    folders = [grade_shard(3), grade_shard(1), grade_shard(2)]
    run, conflicts = merged(folders, tmp_path / "reports")

    assert (whole, [], "") == (files(tmp_path / "reports"), conflicts, run.problem)
    merged(folders[::-1], tmp_path / "reports")
    assert whole == files(tmp_path / "reports")


def test_a_student_stays_in_a_shard_when_the_class_grows() -> None:
    """Each id is in one shard, and which depends on nothing else; all shards have some."""
    shards = [Shard(number=number, of=7) for number in range(1, 8)]

    where = [[shard.number for shard in shards if shard.has(f"s{number}")] for number in range(1_000)]

    assert {1} == {len(found) for found in where}
    assert all(100 < sum(found == [number] for found in where) < 200 for number in range(1, 8))
    assert [6] == [shard.number for shard in shards if shard.has("ada")]  # for ever: other years may rely on it


def test_who_is_missing_is_named_with_the_command_and_comes_later(tmp_path: Path, grade_shard: GradeShard) -> None:
    """A missing shard's students have rows, and an earlier merge is not lost when a shard's folder is."""
    one, two = grade_shard(1), grade_shard(2)

    plan = plan_merge([one, two], tmp_path / "reports")
    merge(plan)

    third = Shard(number=3, of=OF)
    absent = {row.id for row in plan.problems if "shard 3/3 is missing" in row.reason}
    assert {name for name in (*NAMES, "nobody") if third.has(name)} == absent
    assert ("grader batch class --shard 3/3 --out DIR",) == plan.missing
    run, _ = merged([one, two, grade_shard(3)], tmp_path / "reports")
    assert not [row for row in run.rows if isinstance(row, NotGraded) and "missing" in row.reason]
    again = plan_merge([one, two], tmp_path / "reports")
    assert {one.result.submission.id for one in again.taken} == {
        row.submission.id for row in run.rows if not isinstance(row, NotGraded)
    }
    assert "kept from the last merge" in " ".join(again.notes)


def test_a_shard_that_was_killed_is_named_with_its_folder(tmp_path: Path, grade_shard: GradeShard) -> None:
    """It has results and no record: the command goes on in its folder."""
    (grade_shard(2) / "class.json").unlink()

    plan = plan_merge([grade_shard(1), tmp_path / "shard-2", grade_shard(3)], tmp_path / "reports")

    assert (f"grader batch class --shard 2/3 --out {tmp_path}/shard-2",) == plan.missing


def test_a_shard_killed_at_random_loses_nobody_and_repeats_nobody(tmp_path: Path, grade_shard: GradeShard) -> None:
    """Whatever is stored when it is killed is not graded again, and the class comes out the same."""
    whole = files(grade_shard(0))
    (tmp_path / "reports").rename(tmp_path / "elsewhere")
    draw, begun, limit = random.Random(1), [], [0]  # noqa: S311 - reproducible

    def killed(one: Submission, rubric: Rubric) -> Result:
        if limit[0] == 0:
            raise KeyboardInterrupt
        limit[0] -= 1
        begun.append(one.id)
        return right(one, rubric)

    for number in (1, 2, 3):
        for limit[0] in (draw.randrange(2), draw.randrange(2)):
            with contextlib.suppress(KeyboardInterrupt):
                grade_shard(number, grade=killed)
        limit[0] = len(NAMES)
        grade_shard(number, grade=killed)
    merged([tmp_path / f"shard-{number}" for number in (1, 2, 3)], tmp_path / "reports")

    assert whole == files(tmp_path / "reports")
    graded = [name for name in begun if name != "zoe"]  # a fault of ours is tried again
    assert sorted(graded) == sorted(set(graded))


def test_marks_by_hand_of_shards_and_of_the_merged_class_are_kept(tmp_path: Path, grade_shard: GradeShard) -> None:
    """With who and when; those that the merged class got later stay when it is merged again."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    first, second = (next(name for name in NAMES if Shard(number=n, of=OF).has(name)) for n in (1, 2))
    give(folders[0], first, 4, "Kim")

    merged(folders, out)
    give(out, second, 3, "Lee")
    _, conflicts = merged(folders, out)

    journal = read_journal(out).journal
    assert ["Kim"] == [change.who for change in journal.of(first)]
    assert "2026-09-01T10:00:00+00:00" == journal.of(first)[0].when
    assert ([], ["Lee"]) == (conflicts, [change.who for change in journal.of(second)])
    marks = [
        item.manual.points
        for name in (first, second)
        for item in result_folder.load_result(out / name).criteria
        if item.manual
    ]
    assert [4, 3] == marks


def test_the_mark_of_a_group_is_that_of_members_in_other_shards(tmp_path: Path, grade_shard: GradeShard) -> None:
    """As `grader report --manual` does it in one folder; where people do not agree is a conflict."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    name, apart, other = (next(one for one in NAMES if Shard(number=n, of=OF).has(one)) for n in (1, 2, 3))
    for folder, student in zip(folders, (name, apart, other), strict=True):
        stored = result_folder.load_result(folder / student)
        who = dataclasses.replace(stored.submission, group="G", sha256="a" * 64)
        write_student_reports(dataclasses.replace(stored, submission=who), folder / student, in_class=True)

    def marks() -> list[Decimal]:
        stored = [result_folder.load_result(out / one) for one in (name, apart, other)]
        return [item.manual.points for one in stored for item in one.criteria if item.manual]

    give(folders[0], name, 4, "Kim")
    assert [] == merged(folders, out)[1]
    assert [4, 4, 4] == marks()
    give(folders[0], name, 5, "Kim")
    for _ in range(2):
        assert [] == merged(folders, out)[1]
        assert [5, 5, 5] == marks()
        assert 2 == len(read_journal(out).journal.of(other))
    give(folders[1], apart, 2, "Lee")
    assert {f"{one}: code_quality: 5 (Kim) or 2 (Lee)" for one in (apart, other)} == set(merged(folders, out)[1])
    assert [5, 5, 5] == marks()


def test_marks_that_do_not_agree_are_a_conflict(tmp_path: Path, grade_shard: GradeShard) -> None:
    """What holds stays, both are in the journal, and merging again adds nothing."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    name = next(name for name in NAMES if Shard(number=1, of=OF).has(name))
    merged(folders, out)
    give(out, name, 5, "Kim")
    give(folders[0], name, 2, "Lee")

    _, conflicts = merged(folders, out)

    assert [f"{name}: code_quality: 5 (Kim) or 2 (Lee)"] == conflicts
    before = read_journal(out).journal.of(name)
    assert ["given", CONFLICT, CONFLICT] == [change.action for change in before]
    quality = next(i for i in result_folder.load_result(out / name).criteria if i.id == "code_quality")
    assert quality.manual is not None
    assert quality.manual.points == 5
    _, conflicts = merged(folders, out)
    assert before == read_journal(out).journal.of(name)
    assert [f"{name}: code_quality: 5 (Kim) or 2 (Lee)"] == conflicts  # until people agree


def test_a_damaged_line_of_a_journal_is_a_note_and_no_conflict(tmp_path: Path, grade_shard: GradeShard) -> None:
    """It counts as nothing; people need not agree about it."""
    folders = [grade_shard(number) for number in (1, 2, 3)]
    (folders[1] / "marks.jsonl").write_text('{"version": 1', encoding="utf-8")

    plan = plan_merge(folders, tmp_path / "reports")

    assert f"{folders[1]}/marks.jsonl:1: this change of a mark does not count: the line is not whole" in plan.notes
    assert [] == merge(plan)[1]


def test_damaged_files_of_a_shard_are_refused_with_a_remedy(tmp_path: Path, grade_shard: GradeShard) -> None:
    """A result, or the number of shards."""
    folder = grade_shard(1)
    name = next(name for name in NAMES if Shard(number=1, of=OF).has(name))
    (folder / name / "result.json").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="grade this shard again"):
        plan_merge([folder], tmp_path / "all")
    record = (folder / "class.json").read_text(encoding="utf-8")
    (folder / "class.json").write_text(record.replace('"of": 3', '"of": 0'), encoding="utf-8")
    with pytest.raises(UserError, match="not a class record of grader"):
        plan_merge([folder], tmp_path / "all")


def test_a_new_version_of_a_file_replaces_the_merged_one(tmp_path: Path, grade_shard: GradeShard) -> None:
    """Marks by hand become proposals, as after any new version; the comparison names the student."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    merged(folders, out)
    name = next(name for name in NAMES if Shard(number=2, of=OF).has(name))
    give(out, name, 5, "Kim")
    (tmp_path / "class" / name / "tictactoe.py").write_text("wrong now", encoding="utf-8")

    run, _ = merged([grade_shard(number) for number in (1, 2, 3)], out)

    assert [name] == [change.student.submission.id for change in run.changes or ()]
    quality = next(i for i in result_folder.load_result(out / name).criteria if i.id == "code_quality")
    assert quality.manual is None
    assert quality.earlier is not None


def test_folders_that_contradict_each_other_are_refused(
    tmp_path: Path, grade_shard: GradeShard, default_rubric: Rubric
) -> None:
    """Nothing is written, and the commands that end it are named."""
    folders, out = [grade_shard(number) for number in (1, 2)], tmp_path / "reports"
    other = dataclasses.replace(default_rubric, sha256="f" * 64)

    def weakly(one: Submission, rubric: Rubric) -> Result:
        return dataclasses.replace(right(one, rubric), grader=grader_info(one, rubric, LEVELS[Level.BASIC]))

    grade_shard(3, grade=weakly)
    with pytest.raises(UserError, match="grade those again that do not fit"):
        plan_merge([*folders, tmp_path / "shard-3"], out)
    (tmp_path / "shard-3").rename(tmp_path / "weak")
    grade_shard(3, rubric=other)
    with pytest.raises(NotOneClass) as mixture:
        plan_merge([*folders, tmp_path / "shard-3"], out)
    assert "rubric ffffffff" in "".join(mixture.value.lines)
    with pytest.raises(UserError, match="different results in"):
        plan_merge([*folders, tmp_path / "weak", tmp_path / "shard-3"], out)

    write_class(tmp_path / "class", {"ida": "right"})
    grade_shard(3)
    with pytest.raises(NotOneClass, match="not of one class") as refusal:
        plan_merge([*folders, tmp_path / "shard-3"], out)
    assert f"grader batch class --shard 2/3 --out {tmp_path}/shard-2" in refusal.value.lines
    assert not out.exists()


def test_the_same_shard_in_two_folders_counts_once(tmp_path: Path, grade_shard: GradeShard) -> None:
    """It is said whose results are there twice."""
    folders = [grade_shard(number) for number in (1, 2, 3)]
    folders[0].rename(tmp_path / "copy")

    plan = plan_merge([tmp_path / "copy", grade_shard(1), *folders[1:]], tmp_path / "reports")

    record = read_class_record(tmp_path / "copy")
    assert record is not None
    assert f"{len(record.graded)} students in several folders" in plan.notes[0]
    assert len(NAMES) - 1 == len({one.result.submission.id for one in plan.taken if not one.result.no_mark})


def test_a_class_without_pages_gets_them_later(tmp_path: Path, grade_shard: GradeShard) -> None:
    """An older page is removed: it would tell of another result. The page of the class has the command."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    merge(plan_merge(folders, out))
    (tmp_path / "class" / "ada" / "tictactoe.py").write_text("wrong now", encoding="utf-8")
    folders[2] = grade_shard(3)

    merge(plan_merge(folders, out, pages=False))

    assert ["result.json"] == [path.name for path in (out / "ada").iterdir()]
    assert f"grader report {out}/STUDENT" in (out / "index.html").read_text(encoding="utf-8")
    merge(plan_merge(folders, tmp_path / "other", pages=False))
    assert not list((tmp_path / "other").glob("*/report.*"))
    merge(plan_merge(folders, tmp_path / "other"))
    assert len(NAMES) == len(list((tmp_path / "other").glob("*/report.html")))


def test_what_a_shard_has_found_out_is_in_the_class_that_is_merged_again(
    tmp_path: Path, grade_shard: GradeShard
) -> None:
    """More time changes no key, and a fresh run changes answers under the same one; marks by hand stay."""
    folders, out = [grade_shard(number) for number in (1, 2, 3)], tmp_path / "reports"
    first, second = (next(name for name in NAMES if Shard(number=n, of=OF).has(name)) for n in (1, 2))
    merged(folders, out)
    give(out, first, 4, "Kim")
    give(out, second, 3, "Lee")
    merged(folders, out)

    for number, name in enumerate((first, second), 1):
        stored = result_folder.load_result(tmp_path / f"shard-{number}" / name)
        who = dataclasses.replace(stored.submission, extension="48 h")
        timing = dataclasses.replace(stored.timing, near_limit=("minimax",))
        changed = dataclasses.replace(stored, submission=who, timing=timing)
        write_student_reports(changed, tmp_path / f"shard-{number}" / name, in_class=True)
    merged(folders, out)

    again = files(out)
    out.rename(tmp_path / "elsewhere")
    merged(folders, out)
    give(out, first, 4, "Kim")
    give(out, second, 3, "Lee")
    merged(folders, out)
    # Which mark was given when is all that differs.
    assert {name for name, data in files(out).items() if again[name] != data} <= {"changes.md", "index.html"}
    for name in (first, second):
        stored = result_folder.load_result(out / name)
        assert ("48 h", ("minimax",)) == (stored.submission.extension, stored.timing.near_limit)
        assert any(item.manual for item in stored.criteria)


def test_a_whole_class_is_no_shard(tmp_path: Path, grade_shard: GradeShard) -> None:
    """Nor is a folder that is not there."""
    with pytest.raises(UserError, match="a whole class, not a shard"):
        plan_merge([grade_shard(0)], tmp_path / "all")
    with pytest.raises(UserError, match="no such folder"):
        plan_merge([tmp_path / "absent"], tmp_path / "all")
