"""
The attacks in `fixtures/hostile`: what each must get, and how its file is written.

Each folder has an `expect.yaml` with these keys:

==========  ==========================================================================================================
`story`     what the attack tries, and what stops it
`points`    the points that its right answers earn
`verdicts`  of lines and checks; `all` stands for every one
`says`      parts of what the result says in messages, answers and output
`notes`     parts of the result's notes
`never`     texts that no report contains
`limits`    if the small ones below do not suit the attack
`needs`     what the machine must have: `full` isolation, `linux` or `posix`
`allow`     modules that the rubric lets it import
`waits`     true if the attack sleeps
`slow`      true if it is left out unless `GRADER_EVERY_FIXTURE` is set: others of its kind are quicker
`refused`   instead of points and verdicts: part of the message that refuses the file
`make`      describes a file that git cannot store
==========  ==========================================================================================================

In a source `@NAME@` stands for a path or an address that the attack tries to reach: see `tests/hostile/bait_paths.py`.

The files are attacks: only the grader may run them. If the sandbox fails they can end the grader, but they start no
more than 200 processes and 2,000 threads and write no more than 9 MiB.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Limits, Rubric
from grader.text.reasons import check_text, said
from tests.fixture_folders import EVERY, ROOT, sampled

HOSTILE = ROOT / "fixtures" / "hostile"
MODULE, SOURCE_KIB = "tictactoe", 256
IMPORT, CALL, TOTAL, MEMORY = 1, 0.2, 2, 256
"""Limits of an attack that states none: seconds for the import, for a call, for all; MiB of memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One attack, and what it must get."""

    name: str
    expect: Mapping[str, Any]

    @property
    def refused(self) -> str:
        """Part of the message that refuses its file; empty if the file is read and graded."""
        return str(self.expect.get("refused", ""))

    @property
    def slow(self) -> bool:
        """Whether it is graded only with all fixtures, because it takes long."""
        return bool(self.expect.get("slow", False))

    @property
    def waits(self) -> bool:
        """Whether it waits without computing, so that others can be graded at the same time."""
        return bool(self.expect.get("waits", False))

    def lacking(self, level: Level) -> str:
        """Say why a machine that offers `level` cannot run it; empty if it can."""
        needs = self.expect.get("needs")
        if needs == "full" and not level.reaches(Level.FULL):
            return needs_full(level)
        if needs == "linux" and not sys.platform.startswith("linux"):
            return "only Linux limits the memory that a process reserves"
        if needs == "posix" and os.name != "posix":
            return "this system has no such files, signals or descriptors"
        return ""

    def rubric(self, rubric: Rubric) -> Rubric:
        """Return `rubric` with the limits that this attack states, or else with small ones."""
        given = self.expect.get("limits", {})
        limits = Limits(
            import_seconds=given.get("import", IMPORT),
            call_seconds=given.get("call", CALL),
            function_seconds=(),
            submission_seconds=given.get("submission", TOTAL),
            memory_mib=given.get("memory_mib", MEMORY),
        )
        return dataclasses.replace(rubric, limits=limits, allow_imports=tuple(self.expect.get("allow", ())))

    def write(self, folder: Path, names: Mapping[str, str]) -> None:
        """Write its file into `folder`; `names` are the values of its placeholders."""
        path, how = folder / f"{MODULE}.py", self.expect.get("make")
        if how is None:
            source = (HOSTILE / self.name / path.name).read_text(encoding="utf-8")
            path.write_text(_with_names(source, names), encoding="utf-8")
        elif "symlink" in how:
            path.symlink_to(_with_names(how["symlink"], names))
        elif "fifo" in how:
            os.mkfifo(path)
        else:
            text = "".join(part * count for part, count in how["parts"])
            path.write_bytes(text.encode(how.get("encoding", "utf-8")))


def needs_full(level: Level) -> str:
    """Say why a test that needs full isolation is skipped on a machine that offers only `level`."""
    return f"this machine offers isolation {level.value}; this wall needs {Level.FULL.value}: see `grader doctor`"


def texts_from_student(result: Result) -> str:
    """Return all texts of a result that depend on the student's code, one per line."""
    return "\n".join(_texts(result))


def _texts(result: Result) -> Iterator[str]:
    yield from result.notes
    yield from (output.tail for output in result.observed.output)
    for item in result.criteria:
        for check in item.checks:
            yield check_text(check)
            example = check.counterexample
            if example is not None:
                yield from (said(example.got), example.at or "")


def verdicts(result: Result) -> dict[str, str]:
    """Return the verdict of every item with checks, and of every check, by its id."""
    automatic = [item for item in result.criteria if item.checks]
    checks = {check.id: check.verdict.value for item in automatic for check in item.checks}
    return {item.id: item.verdict.value for item in automatic} | checks


def _with_names(text: str, names: Mapping[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(name, value)
    return text


ATTACKS = {
    folder.name: Attack(name=folder.name, expect=yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8")))
    for folder in sorted(HOSTILE.iterdir())
}
GRADED = [
    *sampled((name for name, attack in ATTACKS.items() if not attack.refused and not attack.slow), 16),
    *(name for name, attack in ATTACKS.items() if not attack.refused and attack.slow and EVERY in os.environ),
]
REFUSED = [name for name, attack in ATTACKS.items() if attack.refused]
