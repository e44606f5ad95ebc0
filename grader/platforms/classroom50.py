"""
Classroom 50: its download of repositories, its autograder, and the `result.json` that it reads.

The download is ``ai-2026-tictactoe_submissions_2026_09_02_T_08_00_00/ai-2026-tictactoe-ada/``. ``scores.csv`` beside
the repositories has a row for everybody in the classroom: name, e-mail, section, and time of the hand-in. The link to a
member's review leads to the repository of the member's group.

The result, of schema ``classroom50/result/v1``, has whole points only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import Entry
from grader.intake.upload import NOTHING, ClassListing, Person
from grader.model.result import Result, Score
from grader.model.spec import ModuleSpec
from grader.platforms import downloads, reports
from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload, bundle, template

ROOT = re.compile(r"(?P<start>.+)_submissions_[0-9]{4}_[0-9]{2}_[0-9]{2}_T_[0-9]{2}_[0-9]{2}_[0-9]{2}", re.DOTALL)
LINK = re.compile(r"https://[^/]+/[^/]+/(?P<repository>[^/?#]+)(?:[/?#].*)?", re.DOTALL)
TABLE = "scores.csv"
EXPECTED = "repositories such as `ai-2026-tictactoe-ada`, as `gh teacher download` makes them"
LATE = {"true": True, "false": False}


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether most entries are named like repositories, by the folder's own name or its table."""
    entries = downloads.download_entries(root)
    rows, _ = downloads.read_members(root, entries, TABLE)
    named = ROOT.fullmatch(downloads.download_name(root)) is not None
    start = _start(root, entries, rows) if named or any("submission_tag" in row for row in rows) else ""
    return bool(start) and downloads.mostly_like(
        entries, lambda entry: downloads.is_repository(entry, start), module_spec
    )


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per repository, and one for each member of the classroom without a repository."""
    entries = downloads.download_entries(root)
    rows, told = downloads.read_members(root, entries, TABLE)
    start = _start(root, entries, rows)
    found = [entry for entry in entries if start and downloads.is_repository(entry, start)]
    if not found:
        return NOTHING
    members = [_member(row, start) for row in rows if row.get("username")]
    others = [entry for entry in entries if entry not in found]
    skipped = [told.get(entry.name) or downloads.not_like(entry, EXPECTED, module_spec) for entry in others]
    is_said = bool(members) or ROOT.fullmatch(downloads.download_name(root)) is not None
    return ClassListing(
        uploads=tuple(downloads.repository_uploads(root, found, members, start)),
        skipped=tuple(skipped),
        notes=() if is_said else (downloads.start_note(start),),
    )


def _start(root: Path, entries: Sequence[Entry], rows: Sequence[Mapping[str, str]]) -> str:
    """Return the common start of repository names, up to the hyphen before the login; empty if it is not known."""
    found = ROOT.fullmatch(downloads.download_name(root))
    if found is not None:
        return f"{found['start']}-"
    names = [entry.name for entry in entries if entry.is_folder]
    logins = [row["username"].casefold() for row in rows if row.get("username")]
    starts = [name.removesuffix(login) for name in names for login in logins if name.casefold().endswith(f"-{login}")]
    return max(starts, key=starts.count) if starts else downloads.assumed_start(names)


def _member(row: Mapping[str, str], start: str) -> downloads.Member:
    login = row["username"]
    link = LINK.fullmatch(row.get("review_url", ""))
    linked = link["repository"] if link else ""
    return downloads.Member(
        person=Person(
            name=f"{row.get('first_name', '')} {row.get('last_name', '')}".strip() or login,
            login=login,
            email=row.get("email", ""),
            section=row.get("section", ""),
        ),
        repository=linked if linked.casefold().startswith(start.casefold()) else f"{start}{login}",
        late=LATE.get(row.get("late", "").casefold()),
        submitted_at=downloads.instant(row.get("datetime", "")),
        is_missing=not row.get("submission_tag"),
    )


SCHEMA = "classroom50/result/v1"
TYPES = ("individual", "group", "team")
TAG_TIME = re.compile(r"submit/([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2})-([0-9]{2})-([0-9]{2})Z", re.ASCII)
MAX_NAME = 100  # bytes of a test's name


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    """Return `result.json`. A bonus lifts no score above ``max-score``, because the platform refuses that."""
    mark = reports.whole_mark(result, score)
    counted = min(mark.score, mark.most)
    names = reports.unique_names(map(_name, mark.tests), MAX_NAME)
    tests: list[dict[str, object]] = []
    too_much = mark.score - counted
    for name, test in zip(names, mark.tests, strict=True):
        uncounted = min(too_much, test.score) if test.entry.bonus else 0
        too_much -= uncounted
        tests.append(
            {
                "test-name": name,
                "passed": not test.entry.lost,
                "score": max(0, test.score - uncounted),
                "max-score": test.most,
                "output": reports.entry_text(test.entry),
            }
        )
    return _written(job, counted, mark.most, tests)


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    """Return the result of the platform's own runner if nothing was graded: 0 of 0 points and no test."""
    del found  # the file has no place for a reason; the exit status says that nothing was graded
    return _written(job, 0, 0, [])


def _name(test: reports.WholeTest) -> str:
    if test.entry.deduction:
        return f"{test.entry.title} ({test.score} points)"
    return f"{test.entry.title} (bonus)" if test.entry.bonus else test.entry.title


def _written(job: reports.CiJob, score: int, most: int, tests: list[dict[str, object]]) -> reports.PlatformOutput:
    known = job.environment
    kind = known.get("ASSIGNMENT_TYPE", "")
    whole = {
        "schema": SCHEMA,
        "classroom": known["CLASSROOM"],
        "assignment": known["ASSIGNMENT"],
        "assignment_type": kind if kind in TYPES else TYPES[0],
        "owner": known.get("OWNER") or known.get("USERNAME") or known.get("GITHUB_ACTOR") or "unknown",
        "submission": known["SUBMISSION_TAG"],
        "commit": known["COMMIT_URL"],
        "release": known["RELEASE_URL"],
        "review": known.get("REVIEW_URL") or known["COMMIT_URL"],
        "datetime": _submitted(known["SUBMISSION_TAG"], job.now),
        "score": score,
        "max-score": most,
        "tests": tests,
    }
    return reports.PlatformOutput(content=reports.json_text(whole))


def _submitted(tag: str, now: datetime) -> str:
    """Return the time of the hand-in from the tag of the commit, equal each time that the commit is graded."""
    if found := TAG_TIME.match(tag):
        return f"{found[1]}T{found[2]}:{found[3]}:{found[4]}Z"
    return f"{now.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"


LARGEST_BUNDLE = 10 << 20
"""The platform's runner refuses to fetch more."""


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    """Return the folder to upload (UserError if it is too large for the runner)."""
    members = {
        **bundle(order, download, carries_wheels=False),
        "autograder.py": template("classroom50_autograder.py", LEVEL=order.level.value, MINUTES=str(order.minutes)),
    }
    if sum(map(len, members.values())) > LARGEST_BUNDLE:
        raise UserError("Classroom 50 takes at most 10 MB, and the files that the rubric names are larger")
    runtime = json.dumps({"python": order.targets[0].python}) + "\n"
    return CourseFiles(
        files={**{f"autograder/{name}": data for name, data in members.items()}, "runtime.json": runtime.encode()},
        steps=(
            "commit the content of autograder/ to your organization's repository, as CLASSROOM/autograders/ASSIGNMENT/",
            "give the assignment the Python of runtime.json: gh teacher assignment add ... --runtime runtime.json",
            "these files are published: put nothing secret into the rubric",
        ),
    )
