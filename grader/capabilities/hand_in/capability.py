"""The files beside the code as a capability: demands on them, each a check with an outcome."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from msgspec import Struct

from grader.capabilities.capability import Capability
from grader.capabilities.rubric_draft import Draft, RubricKey
from grader.errors import UserError
from grader.model.assessment import Payload
from grader.model.counterexample import DifferingLine
from grader.model.reason import Said
from grader.model.result import CheckOutcome
from grader.model.rubric import Rubric, Terms
from grader.model.sanitize import quoted, sanitize
from grader.model.spec import CheckEntry
from grader.model.submission import GIT_CONFIG, HandedIn, HandedInFile, Submission, WantedFiles, decoded
from grader.model.verdict import Verdict
from grader.text.number_text import shortened_list
from grader.text.reasons import said
from grader.yaml_document import (
    FILE_NAME,
    MODULE_NAME,
    REGULAR_EXPRESSION,
    TRUE_OR_FALSE,
    MappingKey,
    Problem,
    list_of,
    mapping,
    names_to,
    or_nothing,
    true_or,
)

NEVER_HANDED_IN = (
    *(".venv", "venv", "pyvenv.cfg", "site-packages", "node_modules", "__pycache__", "*.pyc", "*.pyo"),
    *(".idea", ".vscode", ".pytest_cache", ".mypy_cache", ".ipynb_checkpoints"),
    *("*.zip", "*.rar", "*.7z", "*.tar", "*.gz", "*.tgz", "*.exe"),
)
"""
Files of tools, and archives: nobody writes these by hand.

Files that macOS and Windows add unseen are not among them: `__MACOSX`, `.DS_Store`, `Thumbs.db`.
"""
CODE_SUFFIXES = frozenset(
    (".py", ".pyw", ".ipynb", ".java", ".js", ".ts", ".c", ".h", ".cpp", ".cs", ".go", ".rs", ".rb", ".php", ".kt")
)
LINK_SUFFIXES = frozenset((".txt", ".md", ".rst", ".url", ".webloc"))
"""Files in which students hand in the link to their repository."""


class WantedText(Struct, frozen=True, kw_only=True):
    """A text that the README must have."""

    name: str  # name of the text for the student: ``your student ID``
    pattern: str  # a regular expression of the instructor


class HandedOutFile(Struct, frozen=True, kw_only=True):
    """A file that students got and must hand in unchanged."""

    path: str
    sha256: str  # hash of the normalized text
    text: str | None = None
    """The normalized text; None if the rubric states only the hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRules(Terms, WantedFiles):
    """The demands of one rubric. A demand that is None, False or empty is not made, and has no outcome."""

    complete: tuple[str, ...] = ()  # files that must be there
    readme: bool = False
    readme_skeleton: str = ""
    """The normalized text of the handed-out README, empty without one."""
    readme_says: tuple[WantedText, ...] = ()
    unchanged: tuple[HandedOutFile, ...] = ()
    standard_library: bool = False
    allowed_modules: tuple[str, ...] = ()  # modules that may be used beside the standard library
    nothing_forbidden: tuple[str, ...] = ()  # patterns of names, such as ``*.pyc``
    own_code_only: bool = False
    repository_link: bool = False

    @property
    def checks(self) -> tuple[CheckEntry, ...]:
        """The demanded checks, in the order of `FILE_CHECKS`."""
        return tuple(entry for entry in FILE_CHECKS if getattr(self, entry.id.partition(".")[2]))

    @property
    def texts(self) -> tuple[str, ...]:
        skeleton = [self.readme_skeleton] if self.readme_skeleton else []
        return (*(file.sha256 for file in self.unchanged), *skeleton)

    def reads(self, path: str) -> bool:
        """Return whether a demand needs the text of the file at `path`."""
        holds_link = is_named(path, str(GIT_CONFIG)) or PurePosixPath(path).suffix.casefold() in LINK_SUFFIXES
        return (
            (bool(self.readme or self.readme_says or self.repository_link) and is_readme(path))
            or (self.repository_link and holds_link)
            or any(is_named(path, file.path) for file in self.unchanged)
        )

    def notices(self, path: str) -> bool:
        """Return whether a demand depends on the existence of a file or folder at `path`."""
        return (
            self.reads(path)
            or self.forbids(path)
            or any(is_named(path, name) for name in self.complete)
            or ((self.own_code_only or self.standard_library) and is_code(path))
        )

    def forbids(self, path: str) -> bool:
        """Return whether a file or folder with this name must not be handed in, regardless of the folder around it."""
        name = path.removesuffix("/").rpartition("/")[2].casefold()
        return any(fnmatchcase(name, pattern.casefold()) for pattern in self.nothing_forbidden)


FILE_CHECKS = (
    CheckEntry(id="files.complete", title="hand in every file that was asked for"),
    CheckEntry(id="files.readme", title="write a README in your own words"),
    CheckEntry(id="files.readme_says", title="say in the README what it must say"),
    CheckEntry(id="files.unchanged", title="leave the files that were handed out as they are"),
    CheckEntry(id="files.standard_library", title="use the standard library only"),
    CheckEntry(id="files.nothing_forbidden", title="hand in nothing that does not belong there"),
    CheckEntry(id="files.own_code_only", title="hand in no other code than the solution"),
    CheckEntry(id="files.repository_link", title="give a link to the repository"),
)
"""The checks of every assignment, named like their keys in the rubric's section `files`."""


def is_readme(path: str) -> bool:
    """Return whether the file is called README, in any spelling: ``Read me.md``, ``README_ada.txt``."""
    stem = path.rpartition("/")[2].partition(".")[0]
    return not path.endswith("/") and "".join(filter(str.isalnum, stem)).casefold().startswith("readme")


def is_code(path: str) -> bool:
    return PurePosixPath(path).suffix.casefold() in CODE_SUFFIXES and not path.endswith("/")


def is_named(path: str, name: str) -> bool:
    """Return whether `path` leads to a file or folder called `name`, in any folder and any case of letters."""
    whole, wanted = path.removesuffix("/").casefold(), name.casefold()
    return whole == wanted or whole.endswith(f"/{wanted}")


def normalized(text: str) -> str:
    """Return `text` with line feeds, and without blanks at the end of lines or empty lines at the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip(" \t") for line in lines).rstrip("\n")


def hash_of(normalized_text: str) -> str:
    return hashlib.sha256(normalized_text.encode("utf-8", "surrogatepass")).hexdigest()


PLAIN = "._-/"
MAX_LISTED = 5  # names in one message


class Judged(NamedTuple):
    """What is known of a check. A person judges what is pending, which costs nothing."""

    verdict: Verdict
    reasons: Said = ()
    difference: tuple[DifferingLine, ...] = ()


PASSED = Judged(Verdict.PASS)


def listed(names: Sequence[str]) -> str:
    return shortened_list(names, MAX_LISTED)


def shown(path: str) -> str:
    """Return a student's path for a message, in quotes if it could be taken for our words."""
    plain = all(char.isalnum() or char in PLAIN for char in path)
    return path if plain else f'"{path.replace(chr(34), chr(39))}"'


def file_called(handed_in: HandedIn, name: str) -> HandedInFile | None:
    """Return the file called `name`: beside the graded file, or else in the topmost folder."""
    found = [file for file in handed_in.files if is_named(file.path, name) and not file.path.endswith("/")]
    beside = f"{handed_in.folder}{name}"
    # Of two names that differ in the case of letters only, the demanded spelling comes first.
    return min(found, key=lambda file: (file.path != beside, file.path.casefold() != beside.casefold()), default=None)


MAX_KIB = 256
HASH = re.compile(r"sha256:([0-9a-f]{64})")
HASH_START = "sha256:"


def handed_out_names(fields: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the place of each original in the section `files`, and its name or hash."""
    if isinstance(fields.get("readme"), str):
        yield ("readme",), fields["readme"]
    for name, original in (fields.get("unchanged") or {}).items():
        if original is not None:  # a wrong value has been reported
            yield ("unchanged", name), original


def read_handed_out(name: str, folder: Path | None) -> str | None:
    """Return the normalized text of the file `name`; None for a hash (UserError if wrong or unreadable)."""
    if name.startswith(HASH_START):
        if not HASH.fullmatch(name):
            raise UserError(f"{quoted(name)} is no hash: sha256: is followed by 64 digits and letters from a to f")
        return None
    path = Path(name) if folder is None else folder / name
    try:
        with path.open("rb") as file:
            data = file.read(MAX_KIB * 1024 + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise UserError(
            f"the file {quoted(name)} is looked for beside the rubric: {reason}; correct its path"
        ) from None
    if len(data) > MAX_KIB * 1024:
        raise UserError(f"the file {quoted(name)} is larger than {MAX_KIB} KiB; name it by its hash, as sha256:...")
    return normalized(decoded(data))


def _handed_out(name: str, original: str, folder: Path | None) -> HandedOutFile:
    text = read_handed_out(original, folder)
    known = original.removeprefix(HASH_START) if text is None else hash_of(text)
    return HandedOutFile(path=sanitize(name), sha256=known, text=text)


FILES = mapping(
    "Other files",
    "What is demanded of the other files. Each key is a check: an item that names it gives it points.",
    (
        MappingKey("complete", or_nothing(list_of(FILE_NAME)), "Files that must be handed in.", None),
        MappingKey(
            "readme",
            true_or(FILE_NAME, "a file that was handed out"),
            "There is a README with more than a title. Instead of true, the README that was handed out, which must not"
            " come back as it was.",
            default=False,
        ),
        MappingKey(
            "readme_says",
            or_nothing(names_to(REGULAR_EXPRESSION, "texts")),
            "What the README must say: its name in words for students, and a regular expression that finds it.",
            None,
        ),
        MappingKey(
            "unchanged",
            or_nothing(names_to(FILE_NAME, "texts")),
            "Files that come back as they were handed out, each with the original: a file beside this rubric, or"
            " sha256: and the hash that 'grader rubric check' shows.",
            None,
        ),
        MappingKey(
            "standard_library",
            true_or(list_of(MODULE_NAME, "modules"), "a list of modules"),
            "The code uses no third-party module. Instead of true, those that may be used nevertheless.",
            default=False,
        ),
        MappingKey(
            "nothing_forbidden",
            true_or(list_of(FILE_NAME, "names"), "a list of names such as '*.pyc'"),
            "Nothing that tools make is handed in, such as .venv or *.pyc. Instead of true, other names.",
            default=False,
        ),
        MappingKey(
            "own_code_only",
            TRUE_OR_FALSE,
            "No code beside the solution, what it imports, what was handed out, and tests.",
            default=False,
        ),
        MappingKey("repository_link", TRUE_OR_FALSE, "A text has a link to a repository on GitHub.", default=False),
    ),
)


def _demanded_files(draft: Draft) -> Iterator[Problem]:
    known, demanded = {entry.id for entry in FILE_CHECKS}, draft.fields.get("files") or {}
    for mention in draft.mentions:
        key = mention.check.partition(".")[2]
        # A wrong value has been reported.
        if mention.check in known and not demanded.get(key) and ("files", key) not in draft.broken:
            text = (
                f"the check {quoted(mention.written)} needs the key {quoted(key)} in the section 'files'; add it there"
            )
            yield Problem(draft.document.key_position(mention.address), text)


def _readable_handed_out_files(draft: Draft) -> Iterator[Problem]:
    for address, name in handed_out_names(draft.fields.get("files") or {}):
        problem = ""
        try:
            if read_handed_out(name, draft.folder) is None and address == ("readme",):
                problem = "'readme' needs the file itself, not its hash"
        except UserError as error:
            problem = str(error)
        if problem:
            yield Problem(draft.document.position(("files", *address)), problem)


class HandIn(Capability[Payload]):
    """Demands on the other files of a student, each of which is a check."""

    name = "hand_in"
    section_key = "files"
    checks = FILE_CHECKS

    def rubric_key(self) -> RubricKey:
        return RubricKey(
            FILES,
            "What is demanded of the other files. Without it they are not looked at.",
            (_demanded_files, _readable_handed_out_files),
        )

    def section(self, fields: Mapping[str, Any], total: Decimal, folder: Path | None) -> FileRules:
        readme, library, forbidden = fields["readme"], fields["standard_library"], fields["nothing_forbidden"]
        return FileRules(
            complete=tuple(fields["complete"] or ()),
            readme=bool(readme),
            readme_skeleton=(read_handed_out(readme, folder) or "") if isinstance(readme, str) else "",
            readme_says=tuple(
                WantedText(name=sanitize(name), pattern=pattern)
                for name, pattern in (fields["readme_says"] or {}).items()
            ),
            unchanged=tuple(
                _handed_out(name, original, folder) for name, original in (fields["unchanged"] or {}).items()
            ),
            standard_library=bool(library),
            allowed_modules=tuple(library) if isinstance(library, list) else (),
            nothing_forbidden=NEVER_HANDED_IN if forbidden is True else tuple(forbidden or ()),
            own_code_only=fields["own_code_only"],
            repository_link=fields["repository_link"],
        )

    def outcomes(self, submission: Submission, rubric: Rubric) -> Mapping[str, CheckOutcome]:
        rules = rubric.section(FileRules)
        if rules is None:
            return {}
        from grader.capabilities.hand_in.judge import judge_files

        return judge_files(submission, rules)

    def notes(self, submission: Submission, rubric: Rubric, outcomes: Mapping[str, CheckOutcome]) -> Iterator[str]:
        """Yield the failed demands that no item counts, and the link to the repository."""
        rules = rubric.section(FileRules)
        if rules is None:
            return
        from grader.capabilities.hand_in.readme import repository_of

        named = {share.check for item in rubric.criteria for share in item.shares}
        for entry in rules.checks:
            outcome = outcomes[entry.id]
            if entry.id not in named and outcome.verdict not in {Verdict.PASS, Verdict.PENDING}:
                yield said(outcome.reasons)
        link = outcomes.get("files.repository_link")
        if link is not None and link.verdict is Verdict.PASS:
            yield f"the repository: {repository_of(submission, rules)}"
