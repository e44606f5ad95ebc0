"""
The name of a student for people, and the id of a submission.

An id depends only on the name, never on the rest of the class, so it is the same in every run.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from grader.model.sanitize import sanitize

MAX_LENGTH = 64
HASH_LENGTH = 6
FALLBACK_NAME = "student"

SAFE_ID = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?")
UNSAFE_CHARACTERS = re.compile(r"[^A-Za-z0-9._-]+")
# Windows opens a device for these names, with any suffix.
WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
# A folder with such a name could have the name of a report beside it.
REPORT_NAME = re.compile(r".*\.(?:csv|html?|json|md|txt|xml|zip)", re.IGNORECASE)


def display_name(name: str) -> str:
    """Return `name` in its own script, for people to read."""
    return sanitize(unicodedata.normalize("NFC", name)).strip() or submission_id(name)


def submission_id(name: str) -> str:
    """
    Return an id for `name` that is safe as a folder's name on every system.

    A safe name is used as it is. From any other name the safe characters are kept, and a hash of the name is added.
    """
    name = unicodedata.normalize("NFC", name)
    if SAFE_ID.fullmatch(name) and not WINDOWS_DEVICE.fullmatch(name) and not REPORT_NAME.fullmatch(name):
        return name
    # File names that are not UTF-8 contain lone surrogates, which only this error handler encodes.
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]
    return f"{_safe_start(name)}-{digest}"


def _safe_start(name: str) -> str:
    # Decomposed, so that "José" keeps its e. Nothing is left of names in other scripts: they get the fallback name.
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    slug = UNSAFE_CHARACTERS.sub("-", bare).lstrip(".-")
    if not slug or WINDOWS_DEVICE.fullmatch(slug):
        slug = f"{FALLBACK_NAME}-{slug}"
    return slug[: MAX_LENGTH - HASH_LENGTH - 1].rstrip(".-")
