"""
The compared data of a student, from a result or from a file of another year without text, names and ids.

Such a file has only a hash of each id, made with a key of the course. With the key one can ask whether a hash belongs
to a certain student; without the key nobody can.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from operator import attrgetter
from pathlib import Path

import msgspec

from grader.capabilities.causes.judge import not_written
from grader.capabilities.registry import BROUGHT_CHECKS
from grader.errors import UserError
from grader.game.tree import table
from grader.model.result import Result
from grader.model.sanitize import sanitize, shown_path
from grader.python_text import imports_in
from grader.similarity.comparison import ComparedWork
from grader.similarity.fingerprints import fingerprints

MANY_MOVES = 3
"""The equally good moves that make a choice on a board telling."""
MADE_BY_CHANCE = {"random", "secrets", "numpy"}
"""Modules of chance: two programs with the same module may move alike by chance."""


def work_of(result: Result) -> ComparedWork | None:
    """Return the compared data of `result`; None without code of the student's own."""
    if not result.source or is_only_handed_out(result):
        return None
    return ComparedWork(
        id=result.submission.id,
        party=handed_in_by(result),
        prints=fingerprints(code_of(result)),
        wrong=frozenset(f"{check.id} {check.behaviour}" for check in result.checks if check.behaviour),
        moves=_moves(result),
    )


def code_of(result: Result) -> str:
    return "\n".join(copy.text for copy in result.source)


def is_only_handed_out(result: Result) -> bool:
    """Tell whether no function of the assignment is written yet."""
    checks = [check for check in result.checks if check.id not in BROUGHT_CHECKS]
    return bool(checks) and {check.function for check in checks} <= {*not_written(result.criteria)}


def handed_in_by(result: Result) -> frozenset[object]:
    """
    Return a set that shares an element with the sets of the same group's members.

    Two sections may have groups of one name, and the members of a group may be in two sections. A student whom a person
    put into a group has an upload of their own, or none.
    """
    who = result.submission
    return frozenset({(who.group, "in", who.section), (who.group, "by", who.upload)} if who.group else {who.id})


def _moves(result: Result) -> str:
    """Return the moves on boards with many good moves; empty if they are not known, or made by chance."""
    policy = result.observed.policy
    if len(policy) != len(table().open) or any(
        one.module in MADE_BY_CHANCE for copy in result.source for one in imports_in(copy.text)
    ):
        return ""
    return "".join(policy[at] for at in _boards())


@cache
def _boards() -> tuple[int, ...]:
    return tuple(at for at, position in enumerate(table().open) if len(position.best) >= MANY_MOVES)


FORMAT = "grader/prints/v1"
MAX_PRINTS_BYTES = 64 << 20
LEAST_KEY_BYTES, MAX_KEY_BYTES = 16, 1 << 20
ID_DIGITS = 16
SEPARATOR = ","


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoredWork:
    id: str
    prints: str  # hexadecimal, separated by commas
    wrong: tuple[str, ...]
    moves: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _PrintsFile:
    schema: str
    key: str
    """The hash of an empty text, which shows another key."""
    students: tuple[_StoredWork, ...]


def new_key() -> bytes:
    return f"{secrets.token_hex(32)}\n".encode()


def hashed(identity: str, key: bytes) -> str:
    """Return the hash that replaces an id in a file: 16 digits of HMAC-SHA256 with `key` without blanks around it."""
    return hmac.new(key.strip(), identity.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:ID_DIGITS]


def prints_file(works: Iterable[ComparedWork], key: bytes) -> bytes:
    """Return the `works` of a class without text, names and ids: equal bytes for equal works."""
    students = [
        _StoredWork(
            id=hashed(work.id, key),
            prints=SEPARATOR.join(f"{run:x}" for run in sorted(work.prints)),
            wrong=tuple(sorted(work.wrong)),
            moves=work.moves,
        )
        for work in works
    ]
    students.sort(key=attrgetter("id"))
    whole = _PrintsFile(schema=FORMAT, key=hashed("", key), students=tuple(students))
    return f"{json.dumps(asdict(whole), indent=0)}\n".encode()


def works_in(data: bytes, path: Path, key: bytes, known: Sequence[ComparedWork]) -> list[ComparedWork]:
    """
    Return the works in a file from `prints_file`; students among `known` get their ids.

    UserError, one line that begins with the path, for another file or another key.
    """
    try:
        file = msgspec.json.decode(data, type=_PrintsFile)
        runs = [frozenset(int(run, 16) for run in one.prints.split(SEPARATOR) if run) for one in file.students]
    except (ValueError, RecursionError) as error:  # msgspec's errors are among these
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
