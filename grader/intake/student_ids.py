"""
What a student and a submission are called.

An id depends on the name alone, never on who else is in the class, so that it is the same in every run.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from grader.model.sanitize import sanitize

MAX_LENGTH = 64
HASH_LENGTH = 6
STAND_IN = "student"

SAFE = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?")
UNSAFE_RUN = re.compile(r"[^A-Za-z0-9._-]+")
# Windows opens the device for these whatever follows the first dot.
DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
# A folder of such a name would stand in the way of a report beside it.
REPORT = re.compile(r".*\.(?:csv|html?|json|md|txt|xml|zip)", re.IGNORECASE)


def display_name(name: str) -> str:
    """Return `name` to show to people, in its own script."""
    return sanitize(unicodedata.normalize("NFC", name)).strip() or submission_id(name)


def submission_id(name: str) -> str:
    """
    Return an id for `name` that is safe as a folder's name on every system.

    A safe name stands for itself; any other keeps what is safe of it and gets a hash of the whole.
    """
    name = unicodedata.normalize("NFC", name)
    if SAFE.fullmatch(name) and not DEVICE.fullmatch(name) and not REPORT.fullmatch(name):
        return name
    # Names that are not UTF-8 arrive with lone surrogates, which only this error handler encodes.
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]
    return f"{_safe_part(name)}-{digest}"


def _safe_part(name: str) -> str:
    # Decomposed, so that "José" keeps its e; scripts without Latin letters leave nothing, which the stand-in fills.
    decomposed = unicodedata.normalize("NFKD", name)
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    slug = UNSAFE_RUN.sub("-", bare).lstrip(".-")
    if not slug or DEVICE.fullmatch(slug):
        slug = f"{STAND_IN}-{slug}"
    return slug[: MAX_LENGTH - HASH_LENGTH - 1].rstrip(".-")
