"""
Gradescope: its export of submissions, the zip for "Configure Autograder", and the `results.json` that it reads.

The export is ``submission_metadata.yml`` and a folder per submission, ``submission_31415/``. The metadata have the
people, files and times. A group has one submission with several submitters. Older exports have no folders, and list
each file with the student's name for it. An online assignment has its answers in
``submission_metadata.csv``, and folders only for questions that ask for files.

The metadata also hold the results of all earlier submissions, so the file may be very long, and tags of the program
that wrote it. The file is read as a stream of YAML's events: no object is built, and no tag is obeyed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import yaml

from grader.errors import UserError
from grader.intake.file_names import is_code
from grader.intake.safe_read import Entry, open_regular
from grader.intake.upload import NOTHING, ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_row import Skipped
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms import reports
from grader.platforms.downloads import AGAIN, download_entries, instant, not_like, read_table, written_name
from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload, bundle, template
from grader.platforms.zips import zipped
from grader.render.markdown import escape, markdown
from grader.story.student import tell_overview
from grader.text.number_text import decimal_text, points_text

LOADER: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MAX_ANCHORS = 10_000
MAX_TEXT = 1_000  # characters of a name or another text
MAX_DEPTH = 4
"""Keys and numbers that lead to a text: a submitter's name has four."""
NULLS = frozenset({"~", "null", "Null", "NULL"})
SYNTAX_ERRORS = (yaml.YAMLError, ValueError, OverflowError)
SUBMISSION_ID = ("submission_id", "submission")
ID_COLUMNS = ("sid", "student_id", "student's_id")
NAME_COLUMNS = ("name", "full_name")

Key: TypeAlias = "str | int | None"
"""A mapping's key (None: the next scalar is one) or the number of an item of a list."""


@dataclass
class _Draft:
    people: dict[Key, dict[Key, str]] = field(default_factory=lambda: defaultdict(dict))
    created: str = ""
    file: str = ""


def read_yaml(path: Path) -> list[Upload]:
    """Return what ``submission_metadata.yml`` at `path` says about each submission (UserError if it is unreadable)."""
    drafts: dict[str, _Draft] = {}
    try:
        with open_regular(path, path.name) as stream:
            for keys, text in _scalars(yaml.parse(stream, LOADER)):
                _take(drafts, keys, text)
    except SYNTAX_ERRORS as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1} is" if mark is not None else "is"
        raise UserError(f"{path.name}: {place} not YAML; {AGAIN}") from None
    if not drafts:
        raise UserError(f"{path.name}: lists no submission; {AGAIN}")
    found: list[Upload] = []
    for key, draft in drafts.items():
        people = [
            Person(name=one.get("name", ""), source_id=one.get("sid", ""), email=one.get("email", ""))
            for one in draft.people.values()
        ]
        name = draft.file.replace("\\", "/").rpartition("/")[2]
        files = (UploadedFile(source=path.parent / key, path=name),) if name else ()
        found.append(replace(_claim(key, people), submitted_at=instant(draft.created), files=files))
    return found


def read_csv(path: Path) -> list[Upload]:
    """Return what ``submission_metadata.csv`` of an online assignment says (UserError if it is unreadable)."""
    people: dict[str, list[Person]] = defaultdict(list)
    for row in read_table(path, path.name):
        number = _first(row, SUBMISSION_ID)
        if number:
            name = _first(row, NAME_COLUMNS) or f"{row.get('first_name', '')} {row.get('last_name', '')}".strip()
            people[number].append(Person(name=name, source_id=_first(row, ID_COLUMNS), email=row.get("email", "")))
    if not people:
        raise UserError(f"{path.name}: lists no submission; expected columns such as Submission ID, SID and Email")
    return [_claim(f"submission_{number}", them) for number, them in people.items()]


def _first(row: Mapping[str, str], columns: tuple[str, ...]) -> str:
    return next((row[column] for column in columns if row.get(column)), "")


def _take(drafts: dict[str, _Draft], keys: tuple[Key, ...], text: str) -> None:
    if not (keys and isinstance(keys[0], str)):
        return
    draft = drafts.setdefault(keys[0], _Draft())
    match keys[1:]:
        case ("submitters", number, name):
            draft.people[number][name] = text
        case ("created_at",) | ("created_at", "utc"):
            draft.created = text
        case ("original_filename",):
            draft.file = text
        case _:
            pass


def _scalars(events: Iterator[yaml.Event]) -> Iterator[tuple[tuple[Key, ...], str]]:
    """
    Yield each text that is not nested too deep, and each key of the whole document as an empty text.

    Before the text stand the keys and numbers that lead to it; keys without the colon of Ruby's symbols.
    """
    keys: list[Key] = []
    anchors: dict[str | None, str] = {}
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            keys.append(None if isinstance(event, yaml.MappingStartEvent) else 0)
        elif isinstance(event, yaml.CollectionEndEvent):
            keys.pop()
            if not _take_key(keys, ""):
                _advance(keys)
        elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
            text = _text(event, anchors)
            is_key = _take_key(keys, text)
            if len(keys) <= MAX_DEPTH and (not is_key or len(keys) == 1):
                yield tuple(keys), "" if is_key else text
            if not is_key:
                _advance(keys)


def _take_key(keys: list[Key], text: str) -> bool:
    """Return whether a key is expected here; then `text` becomes that key."""
    if not (keys and keys[-1] is None):
        return False
    keys[-1] = text.removeprefix(":")
    return True


def _advance(keys: list[Key]) -> None:
    if keys:
        last = keys[-1]
        keys[-1] = last + 1 if isinstance(last, int) else None


def _text(event: yaml.ScalarEvent | yaml.AliasEvent, anchors: dict[str | None, str]) -> str:
    if isinstance(event, yaml.AliasEvent):
        return anchors.get(event.anchor, "")
    text = "" if event.implicit[0] and event.value in NULLS else event.value[:MAX_TEXT]
    if event.anchor and len(anchors) < MAX_ANCHORS:
        anchors[event.anchor] = text
    return text


YAML_NAMES = ("submission_metadata.yml", "submission_metadata.yaml")
CSV_NAME = "submission_metadata.csv"
METADATA = (*YAML_NAMES, CSV_NAME)
FOLDER = re.compile(r"submission_[0-9]{1,20}")
EXPECTED = "`submission_metadata.yml` and folders such as `submission_31415`"
NOT_LISTED = "The export does not say whose submission this is."
NO_FOLDER = "listed, but the export has no folder of this name; export the submissions again"
ONLINE = "answered online, so there is no file; its answers are in submission_metadata.csv"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    return any(entry.name in METADATA and not entry.is_folder for entry in download_entries(root))


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per listed submission, and one per folder that is not listed."""
    entries = {entry.name: entry for entry in download_entries(root)}
    metadata = next((name for name in METADATA if name in entries and not entries[name].is_folder), None)
    if metadata is None:
        return NOTHING
    listed = read_csv(root / metadata) if metadata == CSV_NAME else read_yaml(root / metadata)
    # In an online assignment a submission may have no file.
    missing = ONLINE if metadata == CSV_NAME else NO_FOLDER
    uploads = [
        _found(root, one, entries[one.written], module_spec)
        if one.written in entries
        else replace(one, files=(), problem=missing)
        for one in listed
    ]
    keys = {one.written for one in listed}
    others = [entry for name, entry in entries.items() if name not in keys and name != metadata]
    uploads += [_found(root, _claim(one.name, ()), one, module_spec) for one in others if _is_submission(one)]
    skipped = [
        Skipped(name=metadata, reason="read for names and times"),
        *(not_like(entry, EXPECTED, module_spec) for entry in others if not _is_submission(entry)),
    ]
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped))


def _is_submission(entry: Entry) -> bool:
    return entry.is_folder and FOLDER.fullmatch(entry.name) is not None


def _claim(key: str, listed: Sequence[Person]) -> Upload:
    """Return the upload of the people who are `listed` for the folder or file called `key`."""
    people = tuple(listed) or (Person(name=key),)
    return Upload(written=key, people=people, group=_group(people), notes=() if listed else (NOT_LISTED,))


def _found(root: Path, claim: Upload, entry: Entry, module_spec: ModuleSpec) -> Upload:
    path, upload = root / entry.name, replace(claim, written=written_name(entry))
    if entry.is_folder:
        return replace(upload, folder=path, files=(), problem=folder_problem(path))
    files = claim.files or (UploadedFile(source=path, path=entry.name),)
    # Gradescope's own name for a file hides the student's name.
    return replace(upload, files=files, any_name=not claim.files and is_code(entry.name, module_spec))


def _group(people: Sequence[Person]) -> str:
    """Return the names of the members as the name of a group, which has none."""
    names = [person.name or person.email or person.source_id for person in people]
    return ", ".join(names) if len(names) > 1 else ""


HIDDEN, VISIBLE = "hidden", "visible"
MAX_FACT = 200  # characters of a version or hash


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    """Return `results.json`: the total is in ``score``, and open items have no points of their own yet."""
    tests = [_test(entry) for entry in reports.entries(result)]
    whole = {
        "score": reports.json_number(reports.total_earned(score)),
        "execution_time": result.timing.wall_seconds,
        "output": markdown(tell_overview(result)),
        "output_format": "md",
        "test_output_format": "text",
        "visibility": VISIBLE,
        # The printed text is for the instructor, who runs the grader.
        "stdout_visibility": HIDDEN,
        "extra_data": _facts(result, score),
        "tests": tests,
    }
    return reports.PlatformOutput(content=reports.json_text(whole))


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    """Return a `results.json` with the reason for no mark. It has no score anywhere, so also no zero."""
    test = {"name": found.title, "status": "failed", "output": found.text, "output_format": "text"}
    whole = {
        "output": "\n\n".join(escape(line) for line in found.text.split("\n")),
        "output_format": "md",
        "visibility": VISIBLE,
        "stdout_visibility": HIDDEN,
        "extra_data": {"graded": False, "internal_error": found.by_grader},
        "tests": [{**test, "visibility": VISIBLE}],
    }
    return reports.PlatformOutput(content=reports.json_text(whole))


def _test(entry: reports.ReportEntry) -> dict[str, object]:
    about: dict[str, object] = {
        "name": entry.title,
        "number": entry.number,
        "output": reports.entry_text(entry),
        "tags": [entry.section],
        "visibility": VISIBLE,
        "extra_data": {"id": entry.id, "verdict": entry.verdict.value},
    }
    if entry.pending:
        points = f"{points_text(entry.points)}, " if entry.points else ""
        return {**about, "name": f"{entry.title} ({points}to be marked by hand)"}
    if entry.bonus:
        about["name"] = f"{entry.title} (bonus, up to {decimal_text(entry.points)})"
    # A bonus is on top: the maxima of the tests add up to the points of the assignment.
    most = 0 if entry.bonus else reports.json_number(entry.points)
    return {
        "score": reports.json_number(entry.earned),
        "max_score": most,
        "status": "failed" if entry.lost else "passed",
        **about,
    }


def _facts(result: Result, score: Score) -> dict[str, object]:
    scaled = {} if score.scaled is None else {"scaled": reports.json_number(score.scaled)}
    return {
        "graded": True,
        "earned": reports.json_number(score.earned),
        "possible": reports.json_number(reports.total_possible(score)),
        "pending": reports.json_number(score.pending),
        "bonus": reports.json_number(score.bonus),
        **scaled,
        "rubric_sha256": sanitize(result.rubric.sha256, MAX_FACT),
        "submission_sha256": sanitize(result.submission.sha256, MAX_FACT),
        "grader": sanitize(result.grader.version, MAX_FACT),
        "python": sanitize(result.grader.python, MAX_FACT),
    }


AUTOGRADER_ZIP = "autograder.zip"
SYSTEMS = {"3.10": "Ubuntu 22.04", "3.12": "Ubuntu 24.04"}


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    programs = frozenset({"setup.sh", "run_autograder"})
    members = {
        "setup.sh": template("gradescope_setup.sh"),
        "run_autograder": template("gradescope_run_autograder", LEVEL=order.level.value, MINUTES=str(order.minutes)),
        **bundle(order, download, carries_wheels=True),
    }
    systems = " or ".join(SYSTEMS.get(one.python, f"an image with Python {one.python}") for one in order.targets)
    return CourseFiles(
        files={AUTOGRADER_ZIP: zipped(members, programs)},
        steps=(
            f"in Gradescope, under Configure Autograder, choose {systems} and upload {AUTOGRADER_ZIP}",
            "when it is built, read its log: `grader doctor` says there how well students' code is isolated",
            f"set the time limit to {order.minutes} minutes or more, and the container to 1 CPU and 0.75 GB or more",
        ),
    )
