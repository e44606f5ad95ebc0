"""
All platforms in one table, and the parts of a platform.

A new platform is a module beside this one and a row in `PLATFORMS`. The row names the functions of each part as text,
``canvas:read_gradebook``, so that a module is loaded when it is first used.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import UserError
from grader.intake.upload import ClassLayout
from grader.model.class_row import PLAIN
from grader.model.identity import UNKNOWN_IDS, ClassIds, IdKind
from grader.model.sanitize import shell_command

if TYPE_CHECKING:  # the command line needs only the names for its help
    from grader.model.identity import Identity
    from grader.model.result import Result
    from grader.platforms.grade_file import ColumnNames, GradeFile
    from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload
    from grader.platforms.mark_tables import Content, Marked, NewTable
    from grader.platforms.reports import CiJob, NoMark, PlatformOutput
    from grader.platforms.zips import PageName


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradebook:
    """A table of marks: the platform's own, to be filled in, or a new one that the platform imports."""

    name: str  # name after ``--to``
    reader: str = ""
    """The function from the bytes of the platform's file to a `GradeFile`; empty if no file is filled in."""
    writer: str = ""
    """The function from the marks of a class to a `NewTable`; empty if no table is new."""
    in_points: bool = False
    """Whether a new table has the points of the rubric, because the platform scales them itself."""

    def read(self, data: bytes, names: ColumnNames) -> GradeFile:
        """Return the platform's file (ValueError, with the remedy, for another file or an unclear column)."""
        found: GradeFile = loaded(self.reader)(data, names)
        return found

    def write(self, marked: Sequence[Marked], content: Content) -> NewTable:
        table: NewTable = loaded(self.writer)(marked, content)
        return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """How a platform knows the student of each page in a zip: by the names of the files."""

    namer: str
    """The function from a student and the kinds of ids to a `PageName`; it returns None for an unknown name."""
    missing: str

    def page_name(self, who: Identity, ids: ClassIds) -> PageName | None:
        """Return the name of the student's page; None if a needed fact is not known."""
        found: PageName | None = loaded(self.namer)(who, ids)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The format of a platform that runs ``grader check``, for standard output and files of the platform."""

    name: str  # name after ``--format``
    module: str
    """A module with `report`, for a result with a score, and `no_mark`, without one."""
    graded_is_success: bool = True
    """Whether the platform takes each exit status but 0 for a failure of the grader."""
    variables: tuple[str, ...] = ()
    """The environment variables that the platform's runner sets and the report must repeat."""

    def require(self, environment: Mapping[str, str]) -> None:
        if missing := [name for name in self.variables if not environment.get(name)]:
            raise UserError(
                f"--format {self.name}: {', '.join(missing)} not set; the runner of the platform sets it for an"
                " autograder"
            )

    def output(self, found: Result | NoMark, job: CiJob) -> PlatformOutput:
        """Return the output for a result, or for the reason why there is none."""
        from grader.platforms.reports import NoMark, no_mark_of

        output: PlatformOutput
        if isinstance(found, NoMark) or found.score is None:
            reason = found if isinstance(found, NoMark) else no_mark_of(found)
            output = loaded(f"{self.module}:no_mark")(reason, job)
        else:
            output = loaded(f"{self.module}:report")(found, found.score, job)
        return output


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The files to upload, with which the platform runs the grader."""

    maker: str
    """The function from an `Order`, and the `pipeline` if there is one, to `CourseFiles`."""
    pipeline: tuple[str, ...] = ()
    """The file that starts the grader: the name of its template, its path, and the folder of our files beside it."""
    pythons: tuple[str, ...] = ("3.12",)
    """The platform's versions of Python; the first is the default."""

    def make(self, order: Order, download: PipDownload) -> CourseFiles:
        made: CourseFiles = loaded(self.maker)(order, download, *filter(None, [self.pipeline]))
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    name: str  # after ``grader setup`` and ``--for``
    download: ClassLayout | None = None
    gradebooks: tuple[Gradebook, ...] = ()
    feedback: Feedback | None = None
    report: Report | None = None
    setup: Setup | None = None


def loaded(function: str) -> Any:  # noqa: ANN401 - each kind of part knows what it is
    """Return the object that a row names: ``canvas:read_gradebook``."""
    return pkgutil.resolve_name(f"grader.platforms.{function}")


def _download(module: str, title: str, *kinds: IdKind, roster_hint: str = "") -> ClassLayout:
    """Return the layout of a platform's download; without `kinds` its ids may be of any kind."""
    return ClassLayout(
        name=module.replace("_", "-"),
        title=title,
        module=f"grader.platforms.{module}",
        ids=ClassIds(kinds=frozenset(kinds)) if kinds else UNKNOWN_IDS,
        roster_hint=roster_hint,
    )


REPOSITORY = "installation.bundle:repository"
"""Makes the files of a repository that students start from."""
PLATFORMS: tuple[Platform, ...] = (
    Platform(
        name="gradescope",
        download=_download("gradescope", "Gradescope export", IdKind.STUDENT_NUMBER),
        report=Report(name="gradescope", module="gradescope"),
        # the Pythons of Ubuntu 22.04 and 24.04, between which one chooses there
        setup=Setup(maker="gradescope:course_files", pythons=("3.10", "3.12")),
    ),
    Platform(
        name="moodle",
        download=_download(
            *("moodle", "Moodle download", IdKind.MOODLE_PARTICIPANT),
            roster_hint="; to a Moodle download belongs the grading worksheet of the same assignment",
        ),
        gradebooks=(
            Gradebook(name="moodle-worksheet", reader="moodle:read_worksheet"),
            Gradebook(name="moodle-gradebook", reader="moodle:read_gradebook", writer="moodle:new_gradebook"),
        ),
        feedback=Feedback(
            namer="moodle:page_name",
            missing="Moodle's number of the participant is not known; grade the class as downloaded from Moodle",
        ),
    ),
    Platform(
        name="blackboard",
        download=_download("blackboard", "Blackboard download", IdKind.LOGIN, IdKind.STUDENT_NUMBER),
        gradebooks=(Gradebook(name="blackboard", reader="blackboard:read_gradebook"),),
    ),
    Platform(
        name="canvas",
        download=_download(
            *("canvas", "Canvas download", IdKind.CANVAS_USER),
            roster_hint="; to a Canvas download belongs the export of the gradebook, and to an anonymous one none",
        ),
        gradebooks=(Gradebook(name="canvas", reader="canvas:read_gradebook"),),
        feedback=Feedback(
            namer="canvas:page_name",
            missing="the ids in Canvas's file name are not known; grade the class as downloaded from Canvas",
        ),
    ),
    Platform(
        name="classroom50",
        download=_download("classroom50", "Classroom 50 download"),
        report=Report(
            name="classroom50",
            module="classroom50",
            variables=("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"),
        ),
        setup=Setup(maker="classroom50:course_files"),
    ),
    Platform(
        name="github-classroom",
        download=_download("github_classroom", "GitHub Classroom"),
        report=Report(name="github-classroom", module="github_classroom"),
    ),
    Platform(
        name="nbgrader",
        download=_download("nbgrader", "nbgrader course", IdKind.LOGIN, IdKind.STUDENT_NUMBER),
        gradebooks=(Gradebook(name="nbgrader", writer="nbgrader:new_gradebook", in_points=True),),
    ),
    Platform(
        name="submit50",
        download=_download("submit50", "submit50 repositories"),
        report=Report(name="check50", module="submit50"),
    ),
    Platform(
        name="github",
        report=Report(name="github", module="github", graded_is_success=False),
        setup=Setup(
            maker=REPOSITORY, pipeline=("github_workflow.yml", ".github/workflows/grader.yml", ".github/grader")
        ),
    ),
    Platform(
        name="gitlab",
        report=Report(name="junit", module="gitlab", graded_is_success=False),
        setup=Setup(maker=REPOSITORY, pipeline=("gitlab-ci.yml", ".gitlab-ci.yml", ".gitlab/grader")),
    ),
    Platform(
        name="otter",
        gradebooks=(Gradebook(name="otter", writer="otter:new_gradebook", in_points=True),),
    ),
)
"""The first platform that recognizes a class counts, so special ones stand before general ones."""
DOWNLOADS: tuple[ClassLayout, ...] = tuple(one.download for one in PLATFORMS if one.download)
GRADEBOOKS: dict[str, Gradebook] = {book.name: book for one in PLATFORMS for book in one.gradebooks}
FOLDERS = "folders"
FEEDBACK: dict[str, Feedback] = {one.name: one.feedback for one in PLATFORMS if one.feedback}
FEEDBACK[FOLDERS] = Feedback(namer="zips:in_folder", missing="its id cannot name a folder")
"""By platform; for any class, a folder for each student."""
FEEDBACK_ZIP = "feedback-zip"
EXPORTED = "exported.csv"
"""The platform's file, in commands to paste."""
REPORTS: dict[str, Report] = {one.report.name: one.report for one in PLATFORMS if one.report}
SETUPS: dict[str, Setup] = {one.name: one.setup for one in PLATFORMS if one.setup}
for _name, _pipeline in {
    "slurm": ("slurm.sbatch", "grade.sbatch", "grader"),
    "gnu-parallel": ("gnu_parallel.sh", "grade.sh", "grader"),
    "github-matrix": ("github_matrix.yml", ".github/workflows/grader-class.yml", ".github/grader"),
}.items():  # no platforms of a course: they start the shards of a class on several machines
    SETUPS[_name] = Setup(maker="installation.bundle:machines", pipeline=_pipeline)


def export_commands(layout: str, reports: Path) -> tuple[tuple[str, str], ...]:
    """Return the commands that export the marks of a class read as `layout`, ready to paste, each with a title."""
    place = shell_command([str(reports)])
    found = [one for one in PLATFORMS if one.download is not None and one.download.name == layout]
    commands = [("Keep what you release", f"grader release {place}")]
    for platform in found:
        for book in platform.gradebooks:
            into = f" --into {EXPORTED}" if book.reader else ""
            commands.append((f"Marks: {book.name}", f"grader export {place} --to {book.name}{into} --out filled.csv"))
    names = [one.name for one in found if one.feedback] or [FOLDERS]
    for name in names:
        pages = f"grader export {place} --to {FEEDBACK_ZIP} --for {name} --out feedback.zip"
        commands.append(("Each student's page", pages))
    return tuple(commands)


def ids_of(layout: str) -> ClassIds:
    """Return the kinds of ids of a class read as `layout`; empty for an unknown layout."""
    if layout == PLAIN:
        return ClassIds(named_by_people=True)
    return next((one.ids for one in DOWNLOADS if one.name == layout), UNKNOWN_IDS)
