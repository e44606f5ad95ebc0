"""`grader release`: what was released stays what it was."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from grader.model.class_row import ClassInfo, NotGraded
from grader.model.rubric import Rubric
from grader.store import released
from grader.store.choices_file import FILE_NAME as CHOICES
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.report_files import write_class_reports, write_student_reports
from tests.batch.fakes import right, submission
from tests.cli.commands import Run

HEADER = "student,item,points,comment,by\n"


@pytest.fixture
def reports(tmp_path: Path, default_rubric: Rubric) -> Path:
    """Return the reports of a Moodle class of three; nobody is marked by hand."""
    out = tmp_path / "reports"
    results = [right(submission(name), default_rubric) for name in ("ada", "bob")]
    gone = NotGraded(id="gone", student="Gone", reason="nothing handed in", missing=True)
    for result in results:
        write_student_reports(result, out / result.submission.id, in_class=True)
    info = ClassInfo(source="Moodle download, 3 submissions", layout="moodle")
    write_class_record(ClassRecord(graded=("ada", "bob"), not_graded=(gone,), info=info), out)
    write_class_reports([*results, gone], out, info)
    return out


def mark(reports: Path, run: Run, points: int = 4) -> None:
    """Mark everybody by hand."""
    table = reports.parent / f"marks-{points}.csv"
    rows = "".join(f"{name},code_quality,{points},,Kim\n{name},alpha_beta,8,,Kim\n" for name in ("ada", "bob"))
    table.write_text(HEADER + rows, encoding="utf-8")
    assert 0 == run("report", reports, "--manual", table).code


def test_nothing_is_released_while_a_mark_can_change(reports: Path, run: Run) -> None:
    """It says who waits; with `--anyway` the instructor decides."""
    ended = run("release", reports)

    assert 2 == ended.code
    assert "Unmarked" in ended.out
    assert "ada; bob" in ended.out
    assert "nothing was released" in ended.err
    assert ["reports"] == [path.name for path in reports.parent.iterdir()]
    assert 0 == run("release", reports, "--anyway").code
    assert (reports.parent / "reports-released-1").is_dir()


def test_a_copy_stays_what_was_released(reports: Path, run: Run) -> None:
    """A later mark changes the reports and no copy; the second copy stands beside the first; `compare` reads both."""
    mark(reports, run)
    first, second = (reports.parent / f"reports-released-{number}" for number in (1, 2))
    ended = run("release", reports)
    assert 0 == ended.code
    number = ended.out.rstrip().rpartition(" ")[2]
    page = (first / "ada" / "report.html").read_bytes()

    mark(reports, run, 5)
    assert 0 == run("release", reports).code

    assert page == (first / "ada" / "report.html").read_bytes() != (second / "ada" / "report.html").read_bytes()
    checked = run("release", first, "--check")
    assert (0, f"{first}: as it was released; sha256 of its released.sha256: {number}\n") == (checked.code, checked.out)
    compared = run("compare", first, second)
    assert "code_quality" in compared.out
    for line in (first / "released.sha256").read_text(encoding="utf-8").splitlines():
        digest, path = line.split("  ")
        assert digest == hashlib.sha256((first / path).read_bytes()).hexdigest()
    assert "Ready" in (first / "release.md").read_text(encoding="utf-8")


def test_every_difference_of_a_copy_is_named(reports: Path, run: Run) -> None:
    """Changed, missing, added; a list of hashes made again has another hash."""
    mark(reports, run)
    number = run("release", reports).out.rstrip().rpartition(" ")[2]
    copy = reports.parent / "reports-released-1"
    (copy / "ada" / "result.json").write_text("{}", encoding="utf-8")
    (copy / "bob" / "report.md").unlink()
    (copy / "eve").symlink_to(copy / "ada")
    (copy / "new.txt").touch()

    ended = run("release", copy, "--check")

    assert 2 == ended.code
    for line in ("changed: ada/result.json", "missing: bob/report.md", "added: eve", "added: new.txt"):
        assert f"{line}\n" in ended.out
    sums = copy / "released.sha256"
    sums.write_bytes(sums.read_bytes().replace(b"ada", b"adb"))
    assert number not in run("release", copy, "--check").out


def test_no_command_writes_into_a_copy(reports: Path, run: Run) -> None:
    """Somebody takes it for the reports. What was chosen by hand is in it."""
    mark(reports, run)
    (reports / CHOICES).write_text("student,file\n", encoding="utf-8")
    run("release", reports)
    copy = reports.parent / "reports-released-1"

    for command in (
        ["report", copy],
        ["marks", "undo", "ada", "code_quality", "--out", copy],
        ["release", copy],
        ["similar", copy],
    ):
        ended = run(*command)
        assert 2 == ended.code
        assert "a copy of what was released" in ended.err
    assert 0 == run("release", copy, "--check").code
    assert (copy / CHOICES).is_file()


def test_a_class_without_pages_is_marked_and_released_without(reports: Path, run: Run) -> None:
    """No link leads to a missing page; the command for one is told; `grader report` makes all."""
    for name in ("ada", "bob"):
        (reports / name / "report.html").unlink()
        (reports / name / "report.md").unlink()
    assert 0 == run("report", reports / "ada").code
    page = (reports / "ada" / "report.html").read_bytes()

    mark(reports, run)

    assert page != (reports / "ada" / "report.html").read_bytes()
    assert ["result.json"] == [path.name for path in (reports / "bob").iterdir()]
    ended = run("release", reports)
    assert 0 == ended.code, ended.err
    for folder in (reports, reports.parent / "reports-released-1"):
        told = (folder / "index.html").read_text(encoding="utf-8")
        assert "report.html" not in told
        assert "reports/STUDENT" in told
        assert (folder / "ada" / "report.html").is_file()
        assert not (folder / "bob" / "report.html").exists()
    ended = run("report", reports)
    assert "for each student STUDENT/report.html" in ended.out
    assert "STUDENT" not in (reports / "index.html").read_text(encoding="utf-8")
    assert "bob/report.html" in (reports / "index.html").read_text(encoding="utf-8")


def test_a_result_that_is_missing_is_no_release(reports: Path, run: Run) -> None:
    """It would lack a mark."""
    mark(reports, run)
    (reports / "bob" / "result.json").unlink()

    assert 2 == run("release", reports).code
    assert ["marks-4.csv", "reports"] == sorted(path.name for path in reports.parent.iterdir())


@pytest.mark.parametrize("called", ["link", "link/ada/.."])
def test_the_copy_is_named_where_it_is(reports: Path, run: Run, called: str) -> None:
    """Beside the reports, not beside a link to them."""
    mark(reports, run)
    links = reports.parent / "links"
    links.mkdir()
    (links / "link").symlink_to(reports)

    ended = run("release", f"{links}/{called}")

    assert (0, True) == (ended.code, f"released: {reports}-released-1;" in ended.out)


def test_a_run_that_ends_midway_leaves_no_copy(reports: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And does not disturb the next one."""
    mark(reports, run)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(released, "write_file", killed)
        assert 130 == run("release", reports).code
    half = reports.parent / ".reports-released.new"
    half.mkdir()
    (half / "stray").touch()

    assert 0 == run("release", reports).code
    assert {"reports", "reports-released-1"} == {path.name for path in reports.parent.iterdir() if path.is_dir()}
    assert not (reports.parent / "reports-released-1" / "stray").exists()


def test_marks_that_the_reports_lack_are_not_left_out(reports: Path, run: Run) -> None:
    """A run that was killed has written the journal and no page."""
    before = (reports / "ada" / "result.json").read_bytes()
    mark(reports, run)
    (reports / "ada" / "result.json").write_bytes(before)

    ended = run("release", reports)

    assert (2, True) == (ended.code, "run `grader report" in ended.err)


def test_the_commands_of_the_platform_stand_ready(reports: Path, run: Run) -> None:
    """On the page and on the terminal, with the folder as it was named."""
    mark(reports, run)
    page = (reports / "index.html").read_text(encoding="utf-8")

    for command in (
        f"grader export {reports} --to moodle-worksheet --into exported.csv --out filled.csv",
        f"grader export {reports} --to feedback-zip --for moodle --out feedback.zip",
    ):
        assert command in page
    assert f"grader release {reports}" in page
