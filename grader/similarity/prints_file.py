"""
The fingerprints of a class as a file, to be compared with those of later years: no text, no names, no ids.

An id is kept only as a hash with a key that the course keeps: with the key one can ask whether it is a certain
student's, without the key nothing.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grader.errors import UserError
from grader.model.sanitize import sanitize, shown_path
from grader.similarity.comparison import ComparedWork

FORMAT = "grader/prints/v1"
MAX_PRINTS_BYTES = 64 << 20
LEAST_KEY_BYTES, MAX_KEY_BYTES = 16, 1 << 20
ID_DIGITS = 16
SEPARATOR = ","


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredWork:
    id: str
    prints: str
    """Hexadecimal, separated by commas."""
    wrong: tuple[str, ...]
    moves: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _PrintsFile:
    schema: str
    key: str
    """What the key makes of no text, so that another key is noticed."""
    students: tuple[_StoredWork, ...]


def new_key() -> bytes:
    """Return a key that nobody can guess, as a line of text."""
    return f"{secrets.token_hex(32)}\n".encode()


def hashed(identity: str, key: bytes) -> str:
    """Return what a file has in place of an id: HMAC-SHA256 with the key without blanks at its end, 16 digits of it."""
    return hmac.new(key.strip(), identity.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:ID_DIGITS]


def prints_file(works: Iterable[ComparedWork], key: bytes) -> bytes:
    """Return the `works` of a class without text, names and ids; the same bytes for equal works."""
    students = [
        {
            "id": hashed(work.id, key),
            "prints": SEPARATOR.join(f"{run:x}" for run in sorted(work.prints)),
            "wrong": sorted(work.wrong),
            "moves": work.moves,
        }
        for work in works
    ]
    students.sort(key=lambda one: str(one["id"]))
    whole = {"schema": FORMAT, "key": hashed("", key), "students": students}
    return f"{json.dumps(whole, indent=0)}\n".encode()


def works_in(data: bytes, path: Path, key: bytes, known: Sequence[ComparedWork]) -> list[ComparedWork]:
    """
    Return the works in a file that `prints_file` made; those of students who are `known` have their ids.

    UserError, one line that begins with the path, if it is another file or was made with another key.
    """
    try:
        file = msgspec.json.decode(data, type=_PrintsFile)
        runs = [frozenset(int(run, 16) for run in one.prints.split(SEPARATOR) if run) for one in file.students]
    except (ValueError, RecursionError) as error:  # also msgspec's errors
        raise UserError(f"{shown_path(path)}: not made by `grader similar --save` ({sanitize(str(error))})") from error
    if file.schema != FORMAT:
        raise UserError(f"{shown_path(path)}: made by another version of grader; save those fingerprints again")
    if file.key != hashed("", key):
        raise UserError(f"{shown_path(path)}: made with another key; name that key by --key")
    ids = {hashed(work.id, key): work.id for work in known}
    return [
        ComparedWork(
            id=ids.get(one.id, one.id),
            party=frozenset({one.id}),
            prints=own,
            wrong=frozenset(one.wrong),
            moves=one.moves,
            source=path.name,
        )
        for one, own in zip(file.students, runs, strict=True)
    ]
