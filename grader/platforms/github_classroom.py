"""
GitHub Classroom: clones, ``tictactoe-submissions/tictactoe-ada/``, and a result for its reporter.

Each student or team has a repository, named by the assignment and a login or a team's name. The assignment's
``grades.csv`` beside the repositories tells who belongs to which, and who accepted the assignment without a clone here.

The reporter reads whole points, as the output ``result`` of a step.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from grader.intake.upload import NOTHING, ClassListing, Person
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms import downloads, reports
from grader.text.mark_text import to_be_marked

END = "-submissions"
TABLE = "grades.csv"
EXPECTED = "a folder `tictactoe-submissions` with repositories such as `tictactoe-ada`"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether the folder and most of its entries have names from `gh classroom clone`."""
    start = _start(root)
    return bool(start) and downloads.mostly_like(
        downloads.download_entries(root), lambda entry: downloads.is_repository(entry, start), module_spec
    )


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    entries = downloads.download_entries(root)
    start = _start(root) or downloads.assumed_start([entry.name for entry in entries if entry.is_folder])
    found = [entry for entry in entries if start and downloads.is_repository(entry, start)]
    if not found:
        return NOTHING
    rows, told = downloads.read_members(root, entries, TABLE)
    members = list(_members(rows))
    others = [entry for entry in entries if entry not in found]
    skipped = [told.get(entry.name) or downloads.not_like(entry, EXPECTED, module_spec) for entry in others]
    return ClassListing(
        uploads=tuple(downloads.repository_uploads(root, found, members, start)),
        skipped=tuple(skipped),
        notes=() if _start(root) else (downloads.start_note(start),),
    )


def _start(root: Path) -> str:
    name = downloads.download_name(root)
    return f"{name.removesuffix(END)}-" if name.endswith(END) else ""


def _members(rows: Sequence[Mapping[str, str]]) -> Iterator[downloads.Member]:
    for row in rows:
        login, repository = row.get("github_username"), row.get("student_repository_name")
        if login and repository:
            person = Person(name=row.get("roster_identifier") or login, login=login)
            time = downloads.instant(row.get("submission_timestamp", ""))
            yield downloads.Member(person=person, repository=repository, submitted_at=time)


OUTPUT_FILE = "GITHUB_OUTPUT"
VERSION = 1
MAX_NAME = 200  # bytes of a test's name
MAX_MESSAGE = 500  # characters of a test's message
MOST_BYTES = 90_000
"""Bytes of the encoded result: the reporter gets it as an environment variable, which Linux limits to 128 KiB."""


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    """Return the result as JSON, and encoded as a line for the step's outputs."""
    mark = reports.whole_mark(result, score)
    # The reporter fails without a test. This test stands in if all points are given by hand.
    waiting = {"name": to_be_marked(score) or "nothing to mark", "status": "pass", "score": 0, "message": ""}
    file = job.path(reports.graded_file(result).file)
    lost = any(test.entry.lost for test in mark.tests)
    whole = {"version": VERSION, "status": "fail" if lost else "pass", "max_score": mark.most}
    output = _output({**whole, "tests": _tests(mark, file, MAX_MESSAGE) or [waiting]})
    if len(output.appended[0].text) <= MOST_BYTES:
        return output
    return _output({**whole, "tests": _tests(mark, file, 0) or [waiting]})


def _tests(mark: reports.WholeMark, file: str, size: int) -> list[dict[str, object]]:
    names = reports.unique_names((test.entry.title for test in mark.tests), MAX_NAME)
    return [_test(name, test, file, size) for name, test in zip(names, mark.tests, strict=True)]


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    """Return a result with an error. It has no maximum, so the reporter reports no points, and no zero."""
    test = {"name": found.title, "status": "error", "score": 0, "message": found.text, "test_code": "", "line_no": 0}
    whole = {"version": VERSION, "status": "error", "message": found.text, "max_score": 0, "tests": [test]}
    return _output(whole)


def _test(name: str, test: reports.WholeTest, file: str, size: int) -> dict[str, object]:
    return {
        "name": name,
        "status": "fail" if test.entry.lost else "pass",
        "score": test.score,
        "message": sanitize(reports.entry_text(test.entry), size, keep="\n") if size and test.entry.lost else "",
        "test_code": "",
        "filename": file,
        "line_no": 0,
        "execution_time": "",
    }


def _output(whole: dict[str, object]) -> reports.PlatformOutput:
    text = json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace")
    line = f"result={base64.b64encode(text).decode('ascii')}\n"
    return reports.PlatformOutput(
        content=reports.json_text(whole), appended=(reports.AppendedText(OUTPUT_FILE, line, needed=True),)
    )
