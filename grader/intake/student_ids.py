"""
The name of a student for people, and the ids of submissions, no two of which are equal.

An id depends only on the student's name, so it is the same in every run, whoever else hands in. Only where several
entries of a class claim one id (`ada/` and `ada.py`, `ada` and `ADA`, a name made to look like the id of another) each
of them gets an id made from its own entry, so that none can take the place of another. None of them keeps the bare id:
which one is the real student, a person must decide.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from grader.model.sanitize import sanitize

MAX_LENGTH = 64
HASH_LENGTH = 6
ENTRY_HASH_LENGTHS = (12, 40)
"""Of the hash that tells entries with one id apart: the second where even the first is equal."""
FALLBACK_NAME = "student"

SAFE_ID = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?")
UNSAFE_CHARACTERS = re.compile(r"[^A-Za-z0-9._-]+")
# Windows opens a device for these names, with any suffix.
WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
# A folder with such a name could have the name of a report beside it.
REPORT_NAME = re.compile(r".*\.(?:csv|html?|json|md|txt|xml|zip)", re.IGNORECASE)
# The end of an id that tells entries apart: no other id may look like one.
ENTRY_HASH = re.compile(r".*-[0-9a-f]{12,}", re.IGNORECASE)


class ClaimedName(NamedTuple):
    """An entry of a class's folder, and the student's name in it."""

    student: str
    written: str
    """The entry's own name, with a slash behind that of a folder: no two entries have the same."""


def display_name(name: str) -> str:
    """Return `name` in its own script, for people to read, with one space between words."""
    return " ".join(sanitize(unicodedata.normalize("NFC", name)).split()) or submission_id(name)


def submission_id(name: str) -> str:
    """
    Return an id for `name` that is safe as a folder's name on every system.

    A safe name is used as it is. From any other name the safe characters are kept, and a hash of the name is added.
    """
    name = unicodedata.normalize("NFC", name)
    special = (WINDOWS_DEVICE, REPORT_NAME, ENTRY_HASH)
    if SAFE_ID.fullmatch(name) and not any(pattern.fullmatch(name) for pattern in special):
        return name
    return _with_hash(name, name, HASH_LENGTH)


def distinct_ids(entries: Sequence[ClaimedName], taken: Collection[str] = ()) -> list[str]:
    """
    Return one id for each of `entries`; they differ even where the case of letters does not matter.

    No id is one of `taken`. The ids do not depend on the order of the entries.
    """
    ids = [submission_id(entry.student) for entry in entries]
    # An id made here ends in a hash that no id of `submission_id` can end in. So in the second round only hashes of
    # the first one can still be equal, and those of the second have as many bits as nobody can search.
    for length in ENTRY_HASH_LENGTHS:
        claims = Counter(map(str.casefold, (*ids, *taken)))
        ids = [
            identity if claims[identity.casefold()] == 1 else _with_hash(entry.student, entry.written, length)
            for entry, identity in zip(entries, ids, strict=True)
        ]
    return ids


def _with_hash(name: str, hashed: str, length: int) -> str:
    # File names that are not UTF-8 contain lone surrogates, which only this error handler encodes.
    digest = hashlib.sha256(hashed.encode("utf-8", "surrogatepass")).hexdigest()[:length]
    return f"{_safe_start(name, MAX_LENGTH - length - 1)}-{digest}"


def _safe_start(name: str, length: int) -> str:
    # Decomposed, so that "José" keeps its e. Nothing is left of names in other scripts: they get the fallback name.
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    slug = UNSAFE_CHARACTERS.sub("-", bare).lstrip(".-")
    if not slug or WINDOWS_DEVICE.fullmatch(slug):
        slug = f"{FALLBACK_NAME}-{slug}"
    return slug[:length].rstrip(".-")
