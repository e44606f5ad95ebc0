"""What a rubric demands of the other files that are handed in beside the graded one; each demand is one check."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from grader.model.rubric import Terms
from grader.model.spec import CheckEntry
from grader.model.submission import GIT_CONFIG, WantedFiles

NEVER_HANDED_IN = (
    *(".venv", "venv", "pyvenv.cfg", "site-packages", "node_modules", "__pycache__", "*.pyc", "*.pyo"),
    *(".idea", ".vscode", ".pytest_cache", ".mypy_cache", ".ipynb_checkpoints"),
    *("*.zip", "*.rar", "*.7z", "*.tar", "*.gz", "*.tgz", "*.exe"),
)
"""
What tools made, and archives: nobody writes these by hand. What macOS and Windows add unseen is not among them:
`__MACOSX`, `.DS_Store`, `Thumbs.db`.
"""
CODE_SUFFIXES = frozenset(
    (".py", ".pyw", ".ipynb", ".java", ".js", ".ts", ".c", ".h", ".cpp", ".cs", ".go", ".rs", ".rb", ".php", ".kt")
)
LINK_SUFFIXES = frozenset((".txt", ".md", ".rst", ".url", ".webloc"))
"""Files in which students hand in the link to their repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedText:
    """Something that the README must say."""

    name: str
    """What it is, in words for the student: ``your student ID``."""
    pattern: str
    """A regular expression of the instructor's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOutFile:
    """A file that students got and must hand in unchanged."""

    path: str
    sha256: str
    """Of its normalized text."""
    text: str | None = None
    """Normalized; None if the rubric states only the hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRules(Terms, WantedFiles):
    """The demands of one rubric. A demand that is None, False or empty is not made, and has no outcome."""

    complete: tuple[str, ...] = ()
    """Files that must be there."""
    readme: bool = False
    readme_skeleton: str = ""
    """The normalized text of the README that was handed out, empty if there was none."""
    readme_says: tuple[WantedText, ...] = ()
    unchanged: tuple[HandedOutFile, ...] = ()
    standard_library: bool = False
    allowed_modules: tuple[str, ...] = ()
    """Modules that may be used beside the standard library."""
    nothing_forbidden: tuple[str, ...] = ()
    """Patterns of names, such as ``*.pyc``."""
    own_code_only: bool = False
    repository_link: bool = False

    @property
    def checks(self) -> tuple[CheckEntry, ...]:
        """The checks that are made, in the order of `FILE_CHECKS`."""
        return tuple(entry for entry in FILE_CHECKS if getattr(self, entry.id.partition(".")[2]))

    @property
    def texts(self) -> tuple[str, ...]:
        """What was read from the files that were handed out."""
        skeleton = [self.readme_skeleton] if self.readme_skeleton else []
        return (*(file.sha256 for file in self.unchanged), *skeleton)

    def reads(self, path: str) -> bool:
        """Return whether the text of the file at `path` decides about a demand."""
        wants_readme = bool(self.readme or self.readme_says)
        return (
            (wants_readme and is_readme(path))
            or (self.repository_link and (may_hold_link(path) or is_named(path, str(GIT_CONFIG))))
            or any(is_named(path, file.path) for file in self.unchanged)
        )

    def notices(self, path: str) -> bool:
        """Return whether it matters that there is a file or folder at `path`."""
        return (
            self.reads(path)
            or self.forbids(path)
            or any(is_named(path, name) for name in self.complete)
            or ((self.own_code_only or self.standard_library) and is_code(path))
        )

    def forbids(self, path: str) -> bool:
        """Return whether a file or folder with this name must not be handed in; those that hold it are not asked."""
        name = path.removesuffix("/").rpartition("/")[2].casefold()
        return any(fnmatchcase(name, pattern.casefold()) for pattern in self.nothing_forbidden)


FILE_CHECKS = (
    CheckEntry(id="files.complete", title="every file that was asked for is there"),
    CheckEntry(id="files.readme", title="a README in one's own words"),
    CheckEntry(id="files.readme_says", title="the README says what it must"),
    CheckEntry(id="files.unchanged", title="the files that were handed out are unchanged"),
    CheckEntry(id="files.standard_library", title="uses the standard library only"),
    CheckEntry(id="files.nothing_forbidden", title="nothing that does not belong there"),
    CheckEntry(id="files.own_code_only", title="no other code than the solution"),
    CheckEntry(id="files.repository_link", title="a link to the repository"),
)
"""The checks that every assignment has, each called like the key in the rubric's section `files`."""


def is_readme(path: str) -> bool:
    """Return whether the file is called README, in any spelling: ``Read me.md``, ``README_ada.txt``."""
    stem = path.rpartition("/")[2].partition(".")[0]
    return not path.endswith("/") and "".join(filter(str.isalnum, stem)).casefold().startswith("readme")


def is_code(path: str) -> bool:
    """Return whether the name of a file is that of source code."""
    return PurePosixPath(path).suffix.casefold() in CODE_SUFFIXES and not path.endswith("/")


def may_hold_link(path: str) -> bool:
    """Return whether a link to a repository may be handed in with this file."""
    return PurePosixPath(path).suffix.casefold() in LINK_SUFFIXES or is_readme(path)


def is_named(path: str, name: str) -> bool:
    """Return whether `path` leads to a file or folder called `name`, in any folder and in any case of letters."""
    whole, wanted = path.removesuffix("/").casefold(), name.casefold()
    return whole == wanted or whole.endswith(f"/{wanted}")


def normalized(text: str) -> str:
    """Return `text` without what editors and git change: line ends, blanks at the end of lines, lines at the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip(" \t") for line in lines).rstrip("\n")


def hash_of(normalized_text: str) -> str:
    """Return the hash by which two normalized texts are compared."""
    return hashlib.sha256(normalized_text.encode("utf-8", "surrogatepass")).hexdigest()
