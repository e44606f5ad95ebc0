"""What two spellings of one student's id, login or e-mail address are compared as."""

from __future__ import annotations

import unicodedata


def person_key(text: str) -> str:
    """
    Return `text` as it is compared: without case, full-width forms, spaces around it and leading zeros of a number.

    Spreadsheets drop leading zeros. Names must not be compared so: two students may have one name.
    """
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()
    return key.lstrip("0") or "0" if key.isascii() and key.isdigit() else key
