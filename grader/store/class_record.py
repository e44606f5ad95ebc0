"""`class.json`: the students of a class, so that reports can be made again without the submissions."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.model.class_row import NOTHING_KNOWN, ClassInfo, NotGraded
from grader.model.sanitize import shown_path
from grader.store.result_json import from_plain, to_plain
from grader.store.safe_files import read_file, write_file

FILE_NAME = "class.json"
FAMILY = "grader/class/"
SCHEMA = f"{FAMILY}v1"
MAX_FILE_BYTES = 128 << 20
"""Room for all members of the largest zip, each skipped with a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """The part of a class for one of several machines."""

    number: int
    of: int
    everybody: tuple[str, ...] = ()
    """The ids of the whole class, sorted: all students in the merged reports."""
    seen: str = ""
    """A hash of all facts about the students, such as roster and choices. All shards must agree."""
    command: str = ""
    """The command for a part of this class without ``--shard`` and ``--out``, ready to paste."""

    def __post_init__(self) -> None:
        """Raise ValueError if there is no such part."""
        if not 1 <= self.number <= self.of:
            raise ValueError(f"no part of a class: {self}")

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def number_of(self, identity: str) -> int:
        """Return a student's shard. It depends on the id alone, so that nobody moves when the class grows."""
        digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8], "big") % self.of + 1

    def has(self, identity: str) -> bool:
        return self.number_of(identity) == self.number

    def command_into(self, folder: str) -> str:
        """Return the command that grades this shard, or its rest, into `folder`."""
        return f"{self.command} --shard {self} --out {folder}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRecord:
    graded: tuple[str, ...]
    """The ids of submissions, each with a folder of that name for the result."""
    not_graded: tuple[NotGraded, ...]
    info: ClassInfo = NOTHING_KNOWN
    shard: Shard | None = None  # None for a whole class


def write_class_record(record: ClassRecord, folder: Path) -> None:
    """Write `record` into `folder`, with sorted ids (UserError if the file cannot be written)."""
    ordered = dataclasses.replace(record, graded=tuple(sorted(record.graded)))
    whole = {"schema": SCHEMA, **to_plain(ordered)}
    write_file(folder / FILE_NAME, (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode())


def read_class_record(folder: Path) -> ClassRecord | None:
    """Return the record in `folder`, or None without one (UserError if it is damaged or not ours)."""
    path = folder / FILE_NAME
    try:
        whole = json.loads(read_file(path, MAX_FILE_BYTES))
        schema = whole.pop("schema")
        if schema != SCHEMA and schema.startswith(FAMILY):
            raise UserError(f"{shown_path(path)}: written by another version of grader; grade the class again")
        return from_plain(ClassRecord, whole)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UserError(
            f"{shown_path(path)}: not a class record of grader; grade the class again or remove the file"
        ) from error
