"""
The attacks under `fixtures/hostile`: what each expects, and its file made ready to hand in.

Each folder has an `expect.yaml`: `story`, what it tries and what stops it; `points`, what it really earns; `verdicts`
of lines and checks (`all` for every one); `says` and `notes`, parts of what the result says; `limits` of its own, where
the small ones below do not fit; `needs`, what a machine must have for it (`full` isolation, `linux`, `posix`); `waits`,
when it sleeps; or `refused`, part of the message its file is refused with. `make` describes a file that git could not
carry. In a source `@NAME@` stands for a place within reach: see `tests/hostile/bait_paths.py`.

The files are attacks: nothing but the grader should run them. Where the wall fails they can end the grader, but make no
more than 200 processes, 2,000 threads and 9 MiB of files.
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
from tests.fixture_folders import ROOT

HOSTILE = ROOT / "fixtures" / "hostile"
MODULE, SOURCE_KIB = "tictactoe", 256
IMPORT, CALL, TOTAL, MEMORY = 1, 0.2, 2, 256
"""Limits of an attack that names none: seconds to import, per call, for all of it; MiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One way to attack, and what must come of it."""

    name: str
    expect: Mapping[str, Any]

    @property
    def refused(self) -> str:
        """Part of the message its file is refused with; empty when it is read and graded."""
        return str(self.expect.get("refused", ""))

    @property
    def waits(self) -> bool:
        """Whether it waits without computing, so that others can be graded meanwhile."""
        return bool(self.expect.get("waits", False))

    def lacking(self, level: Level) -> str:
        """Say why it cannot be tried on a machine that offers `level`; empty when it can."""
        needs = self.expect.get("needs")
        if needs == "full" and not level.reaches(Level.FULL):
            return needs_full(level)
        if needs == "linux" and not sys.platform.startswith("linux"):
            return "only Linux counts a process's memory as it is asked for"
        if needs == "posix" and os.name != "posix":
            return "this system has no such files, signals or descriptors"
        return ""

    def rubric(self, rubric: Rubric) -> Rubric:
        """Return `rubric` with this attack's limits, small ones unless it names its own."""
        given = self.expect.get("limits", {})
        limits = Limits(
            import_seconds=given.get("import", IMPORT),
            call_seconds=given.get("call", CALL),
            function_seconds=(),
            submission_seconds=given.get("submission", TOTAL),
            memory_mib=given.get("memory_mib", MEMORY),
        )
        return dataclasses.replace(rubric, limits=limits)

    def write(self, folder: Path, names: Mapping[str, str]) -> None:
        """Write its file into `folder`, with the places it attacks instead of their placeholders."""
        path, how = folder / f"{MODULE}.py", self.expect.get("make")
        if how is None:
            source = (HOSTILE / self.name / path.name).read_text(encoding="utf-8")
            path.write_text(_told(source, names), encoding="utf-8")
        elif "symlink" in how:
            path.symlink_to(_told(how["symlink"], names))
        elif "fifo" in how:
            os.mkfifo(path)
        else:
            text = "".join(part * count for part, count in how["parts"])
            path.write_bytes(text.encode(how.get("encoding", "utf-8")))


def needs_full(level: Level) -> str:
    """Say why a test of the kernel's layers is skipped on a machine that offers only `level`."""
    return f"this machine offers isolation {level.value}; this wall needs {Level.FULL.value}: see `grader doctor`"


def said(result: Result) -> str:
    """Return everything a result says in the student's words or about them, one text per line."""
    return "\n".join(_texts(result))


def _texts(result: Result) -> Iterator[str]:
    yield from result.notes
    yield from (output.tail for output in result.observed.output)
    for line in result.criteria:
        for check in line.checks:
            yield check.message
            example = check.counterexample
            if example is not None:
                yield from (example.got, example.at or "")


def verdicts(result: Result) -> dict[str, str]:
    """Return the verdict of every automatic line and every check by its id."""
    automatic = [line for line in result.criteria if not line.by_hand]
    checks = {check.id: check.verdict.value for line in automatic for check in line.checks}
    return {line.id: line.verdict.value for line in automatic} | checks


def _told(text: str, names: Mapping[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(name, value)
    return text


ATTACKS = {
    folder.name: Attack(name=folder.name, expect=yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8")))
    for folder in sorted(HOSTILE.iterdir())
}
GRADED = [name for name, attack in ATTACKS.items() if not attack.refused]
REFUSED = [name for name, attack in ATTACKS.items() if attack.refused]
