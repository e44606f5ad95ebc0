"""
The names of students for people, and unique ids of submissions.

An id depends only on the student's name, so it is the same in every run, whoever else hands in. If several entries of a
class claim one id (`ada/` and `ada.py`, `ada` and `ADA`, a name made to look like another's id), each gets an id from
its own entry, so that none can take another's place. None keeps the bare id: a person must decide who the real student
is.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from grader.model.sanitize import FILLERS, sanitize

MAX_LENGTH = 64
MAX_BYTES = 128
"""Bytes of an id in UTF-8: file systems have room for 255, encrypted ones for 143."""
HASH_LENGTH = 6
ENTRY_HASH_LENGTHS = (12, 40)
"""Digits of the hash that tells entries with one id apart: the second number if even the first hashes are equal."""
FALLBACK_NAME = "student"

PUNCTUATION = "._-"
BLANKS = re.compile(" +")
# Selectors and joiners of glyphs count as marks on a letter, but nobody sees them.
INVISIBLE = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Windows opens a device for these names, with any suffix.
WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
# A folder with such a name could have the name of a report beside it.
REPORT_NAME = re.compile(r".*\.(?:csv|html?|json|md|txt|xml|zip)", re.IGNORECASE)
# The end of an id that tells entries apart. No other id may look like one.
ENTRY_HASH = re.compile(r".*-[0-9a-f]{12,}", re.IGNORECASE)
LOOK_ALIKE_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Scripts with similar letters: a name that mixes them may imitate another name."""


class ClaimedName(NamedTuple):
    """An entry of a class's folder, and the student's name in it."""

    student: str
    written: str
    """The unique name of the entry, with a slash at the end for a folder."""


def display_name(name: str) -> str:
    """Return `name` in its own script, for people, with one space between words."""
    return " ".join(sanitize(unicodedata.normalize("NFC", name)).split()) or submission_id(name)


def is_safe_id(text: str) -> bool:
    """Return whether `text` has the form of an id, which can name a folder beside the reports on the class."""
    return (
        0 < len(text) <= MAX_LENGTH
        and all(map(_is_safe, text))
        and len(text.encode()) <= MAX_BYTES
        and _is_word(text[0])
        and text[-1] != "."
    )


def submission_id(name: str) -> str:
    """
    Return an id for `name`, in the letters of its own script, that can name a folder on every system.

    A safe name stays as it is. From any other name the safe characters are kept, and a hash of the name is added.
    """
    name = unicodedata.normalize("NFC", name)
    special = (WINDOWS_DEVICE, REPORT_NAME, ENTRY_HASH)
    if is_safe_id(name) and _is_plain(name) and not any(pattern.fullmatch(name) for pattern in special):
        return name
    return _with_hash(name, name, HASH_LENGTH)


def folded(identity: str) -> str:
    """Return a text that is equal for ids that some system takes for one folder, by case or form of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", identity).casefold())


def distinct_ids(entries: Sequence[ClaimedName]) -> list[str]:
    """Return one id for each of `entries`, whatever their order; the ids differ even in small letters."""
    ids = [submission_id(entry.student) for entry in entries]
    # An id made here ends in a hash that no id of `submission_id` can end in. So in the second round only hashes of the
    # first can still be equal, and those of the second have more bits than anybody can search.
    for length in ENTRY_HASH_LENGTHS:
        claims = Counter(map(folded, ids))
        ids = [
            identity if claims[folded(identity)] == 1 else _with_hash(entry.student, entry.written, length)
            for entry, identity in zip(entries, ids, strict=True)
        ]
    return ids


def _is_safe(char: str) -> bool:
    return (_is_word(char) or char in PUNCTUATION or unicodedata.category(char) in {"Mn", "Mc"}) and not (
        char in FILLERS or INVISIBLE.match(char)
    )


def _is_word(char: str) -> bool:
    return char == "_" or (unicodedata.category(char)[0] in "LN" and char not in FILLERS)


def _is_plain(name: str) -> bool:
    """Return whether no letter of `name` is a form or look-alike of another, so that people can recognize it."""
    if name.isascii():
        return True
    scripts = {unicodedata.name(char, "").partition(" ")[0] for char in name} & LOOK_ALIKE_SCRIPTS
    return len(scripts) < 2 and unicodedata.normalize("NFKC", name) == name == sanitize(name)  # noqa: PLR2004 - a mixture


def _with_hash(name: str, hashed: str, length: int) -> str:
    # File names that are not UTF-8 contain lone surrogates, which only this error handler encodes.
    digest = hashlib.sha256(hashed.encode("utf-8", "surrogatepass")).hexdigest()[:length]
    start = _as_folder(name)[: MAX_LENGTH - length - 1].encode()[: MAX_BYTES - length - 1]
    return f"{start.decode(errors='ignore').rstrip('.-')}-{digest}"


def _as_folder(name: str) -> str:
    """Return `name` as a folder may be named: hyphens in place of spaces, no dot or hyphen in front."""
    composed = unicodedata.normalize("NFKC", name)
    if sanitize(composed, len(composed)) != composed:  # such as too many marks on one letter
        composed = "".join(char for char in composed if not unicodedata.combining(char))
    slug = BLANKS.sub("-", "".join(char if _is_safe(char) else " " for char in composed)).lstrip(".-")
    while slug and not _is_word(slug[0]):
        slug = slug[1:]
    if not slug or WINDOWS_DEVICE.fullmatch(slug):
        slug = f"{FALLBACK_NAME}-{slug}"
    return slug
