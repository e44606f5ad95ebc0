"""A platform and its parts: their names on the command line, and the module of each, loaded when it is first used."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import UserError
from grader.model.identity import UNKNOWN_IDS, ClassIds

if TYPE_CHECKING:  # the command line needs no more than the names for its help
    from grader.intake.upload import ClassListing
    from grader.model.identity import Identity
    from grader.model.result import Result
    from grader.model.spec import ModuleSpec
    from grader.platforms.feedback_zip import PageName
    from grader.platforms.gradebooks.grade_file import ColumnNames, GradeFile
    from grader.platforms.gradebooks.mark_tables import Content, Marked, NewTable
    from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload
    from grader.platforms.reports.ci_job import CiJob, NoMark, PlatformOutput


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """What the platform hands out of a class: a `ClassLayout` that `grader batch` reads."""

    name: str
    """Its name after ``--from``."""
    title: str
    """What a message calls it, such as ``Moodle download``."""
    module: str
    """
    With `recognizes`, which returns whether a folder has sure signs of the platform; `read`, which returns whose the
    files are, as the platform writes it, and no upload if the folder is none of the platform's; and `EXPECTED`, what
    such a folder holds.
    """
    ids: ClassIds = UNKNOWN_IDS
    """What the ids of its students are."""
    roster_hint: str = ""
    """Which table of the platform has the same ids: the end of a message."""

    def recognizes(self, root: Path, module_spec: ModuleSpec) -> bool:
        """Return whether the folder `root` has sure signs of the platform."""
        return bool(_named(self.module, "recognizes")(root, module_spec))

    def read(self, root: Path, module_spec: ModuleSpec) -> ClassListing:
        """Return what `root` holds; WrongLayout if nothing in it is the platform's."""
        from grader.intake.upload import WrongLayout

        listing: ClassListing = _named(self.module, "read")(root, module_spec)
        if not listing.uploads:
            raise WrongLayout(f"not a {self.title}: expected {_named(self.module, 'EXPECTED')}")
        return listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradebook:
    """A table of marks: the platform's own, to be filled in, or a new one that it imports."""

    name: str
    """Its name after ``--to``."""
    reader: str = ""
    """The function from the bytes of the platform's file to a `GradeFile`; empty if none is filled in."""
    writer: str = ""
    """The function from the marks of a class to a `NewTable`; empty if none is written anew."""
    in_points: bool = False
    """Whether a new table has the points of the rubric; the programs that read it scale them themselves."""

    def read(self, data: bytes, names: ColumnNames) -> GradeFile:
        """Return the platform's file; ValueError, with the remedy, if it is none or a column is not clear."""
        found: GradeFile = pkgutil.resolve_name(self.reader)(data, names)
        return found

    def write(self, marked: Sequence[Marked], content: Content) -> NewTable:
        table: NewTable = pkgutil.resolve_name(self.writer)(marked, content)
        return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """How the platform finds out whose each page of a zip is: by the names of the files."""

    namer: str
    """The function from a student, and what the ids of the class are, to a `PageName`; None if it is not known."""
    missing: str
    """Why a page can have no name, and the remedy."""

    def page_name(self, who: Identity, ids: ClassIds) -> PageName | None:
        """Return the name of the student's page; None if what it needs is not known."""
        found: PageName | None = pkgutil.resolve_name(self.namer)(who, ids)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The format of a platform that runs ``grader check``: written to standard output, and to files of the platform."""

    name: str
    """Its name after ``--format``."""
    module: str
    """With `report`, for a result, and `no_mark`, if there is none."""
    graded_is_success: bool = False
    """Whether the platform takes any other exit status than 0 for a failure of the grader."""
    variables: tuple[str, ...] = ()
    """The environment variables that the platform's runner sets and the report must repeat."""

    def require(self, environment: Mapping[str, str]) -> None:
        """Raise UserError if a variable is missing."""
        if missing := [name for name in self.variables if not environment.get(name)]:
            raise UserError(
                f"--format {self.name}: {', '.join(missing)} not set; the runner of the platform sets it for an"
                " autograder"
            )

    def output(self, found: Result | NoMark, job: CiJob) -> PlatformOutput:
        """Return what is written for a result, or if there is none."""
        from grader.platforms.reports.ci_job import NoMark

        function = "no_mark" if isinstance(found, NoMark) else "report"
        output: PlatformOutput = _named(self.module, function)(found, job)
        return output


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What one uploads to the platform so that it runs the grader."""

    maker: str
    """The function from an `Order`, and the `pipeline` if there is one, to `CourseFiles`."""
    pipeline: tuple[str, ...] = ()
    """
    Where CI reads a file of the repository: the package and name of its template, its path, and the folder of our own
    files there.
    """
    pythons: tuple[str, ...] = ("3.12",)
    """Those that the platform has; the first one where the files name it."""

    def make(self, order: Order, download: PipDownload) -> CourseFiles:
        made: CourseFiles = pkgutil.resolve_name(self.maker)(order, download, *filter(None, [self.pipeline]))
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A platform, with the parts that it has."""

    name: str
    """After ``grader setup`` and ``--for``."""
    title: str
    """What people call it."""
    download: Download | None = None
    gradebooks: tuple[Gradebook, ...] = ()
    feedback: Feedback | None = None
    report: Report | None = None
    setup: Setup | None = None


def _named(module: str, name: str) -> Any:  # noqa: ANN401 - each kind of part knows what it is
    return pkgutil.resolve_name(f"{module}:{name}")
