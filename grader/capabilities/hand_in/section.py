"""The section `files` of a rubric, and the files beside the rubric that were handed out to students."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.capabilities.hand_in.rules import (
    NEVER_HANDED_IN,
    FileRules,
    HandedOutFile,
    WantedText,
    hash_of,
    normalized,
)
from grader.errors import UserError
from grader.model.sanitize import sanitize
from grader.model.spelling import quoted
from grader.model.submission import decoded

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_KIB = 256
HASH = re.compile(r"sha256:([0-9a-f]{64})")
HASH_START = "sha256:"


class HandedOutName(NamedTuple):
    """A file of the rubric's folder, and where in the section it is named."""

    address: tuple[str, ...]
    name: str


def handed_out_names(fields: Mapping[str, Any]) -> Iterator[HandedOutName]:
    """Yield the originals that the section `files` names, also those that it names by a hash."""
    if isinstance(fields.get("readme"), str):
        yield HandedOutName(("readme",), fields["readme"])
    for name, original in (fields.get("unchanged") or {}).items():
        if original is not None:  # what is wrong by itself has been reported
            yield HandedOutName(("unchanged", name), original)


def read_handed_out(name: str, folder: Path | None) -> str | None:
    """Return the normalized text of the file `name`; None for a hash (UserError if it is wrong or cannot be read)."""
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


def handed_out_problem(name: str, folder: Path | None, *, is_readme: bool) -> str | None:
    """Return why the file `name` cannot be read, None if it can."""
    try:
        text = read_handed_out(name, folder)
    except UserError as error:
        return str(error)
    return "'readme' needs the file itself, not its hash" if text is None and is_readme else None


def file_rules(fields: Mapping[str, Any], folder: Path | None) -> FileRules:
    """Return the section `files`, in which each value is known to be of the right type."""
    readme, library, forbidden = fields["readme"], fields["standard_library"], fields["nothing_forbidden"]
    return FileRules(
        complete=tuple(fields["complete"] or ()),
        readme=bool(readme),
        readme_skeleton=(read_handed_out(readme, folder) or "") if isinstance(readme, str) else "",
        readme_says=tuple(
            WantedText(name=sanitize(name), pattern=pattern) for name, pattern in (fields["readme_says"] or {}).items()
        ),
        unchanged=tuple(_handed_out(name, original, folder) for name, original in (fields["unchanged"] or {}).items()),
        standard_library=bool(library),
        allowed_modules=tuple(library) if isinstance(library, list) else (),
        nothing_forbidden=NEVER_HANDED_IN if forbidden is True else tuple(forbidden or ()),
        own_code_only=fields["own_code_only"],
        repository_link=fields["repository_link"],
    )


def _handed_out(name: str, original: str, folder: Path | None) -> HandedOutFile:
    text = read_handed_out(original, folder)
    known = original.removeprefix(HASH_START) if text is None else hash_of(text)
    return HandedOutFile(path=sanitize(name), sha256=known, text=text)
