"""Which paths in an archive, or in a commit, may be written below a folder of ours."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import unicodedata

MAX_DEPTH = 32
"""Folders around a file; no student's own are as deep."""
MAX_PATH_BYTES = 1000
"""Of a whole path, so that there is room for the folder that it is written into."""
MAX_NAME_BYTES = 200
"""Of one name: most file systems have room for 255. Canvas puts names of its own before a student's long one."""
OUTER_FOLDERS = 4
"""Folders around a student's own files: the class, a section, the student, and one more."""
KEPT_END = 40
"""Characters at the end of a shortened name that are kept: its suffix is among them."""

SEPARATOR = re.compile(r"[/\\]")  # old Windows programs write backslashes
DRIVE = re.compile(r"[A-Za-z]:[/\\]")
ABOVE = ".."
# Windows opens a device for these names, with any suffix, and cuts dots and spaces from the end of a name.
WINDOWS_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:[.:].*)?", re.IGNORECASE | re.DOTALL
)
WINDOWS_REFUSES = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]\Z')


class UnsafeName(Exception):
    """A path that is not written anywhere. The message says why and what to do."""


def path_parts(path: str, *, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """
    Return the folders of `path` and its last name, as they are to be written; empty if it names the top folder itself.

    UnsafeName if it leads out of its folder, or if the system cannot write it. Accents are composed, as Python looks
    for modules, and a name that is too long loses its middle.
    """
    if "\0" in path:
        raise UnsafeName("its name holds a NUL character; rename it")
    if SEPARATOR.match(path) or DRIVE.match(path):
        raise UnsafeName("an absolute path, which could lead anywhere; pack the folder again, from within")
    parts = tuple(_composed(part) for part in SEPARATOR.split(path) if part not in {"", "."})
    if ABOVE in parts:
        raise UnsafeName("a path that leads out of its folder; pack the folder again, from within")
    if len(parts) > MAX_DEPTH:
        raise UnsafeName(f"more than {MAX_DEPTH} folders deep; hand in the Python files alone")
    if windows and any(WINDOWS_DEVICE.fullmatch(part) or WINDOWS_REFUSES.search(part) for part in parts):
        raise UnsafeName("a name that Windows cannot write; rename it")
    parts = tuple(map(_shortened, parts))
    if len("/".join(parts).encode("utf-8", "surrogatepass")) > MAX_PATH_BYTES:
        raise UnsafeName(f"a path of more than {MAX_PATH_BYTES} bytes; shorten its names")
    return parts


def outer_folders(path: str) -> tuple[str, ...]:
    """Return the outer folders of an unsafe path that may be made: one of them may be a student's."""
    if SEPARATOR.match(path) or DRIVE.match(path):
        return ()
    folders = SEPARATOR.split(path)[:-1][:OUTER_FOLDERS]
    for depth in range(len(folders), 0, -1):
        with contextlib.suppress(UnsafeName):
            return path_parts("/".join(folders[:depth]))
    return ()


def _composed(part: str) -> str:
    return unicodedata.normalize("NFC", part)


def _shortened(part: str) -> str:
    """Return `part`, or its start and its end with a hash of the whole between them."""
    encoded = part.encode("utf-8", "surrogatepass")
    if len(encoded) <= MAX_NAME_BYTES:
        return part
    digest = hashlib.sha256(encoded).hexdigest()[:12]
    end = part[-KEPT_END:].encode("utf-8", "surrogatepass")[-KEPT_END:].decode(errors="ignore")
    room = MAX_NAME_BYTES - len(end.encode()) - len(digest) - 2
    return f"{encoded[:room].decode(errors='ignore')}~{digest}~{end}"
