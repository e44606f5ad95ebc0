"""What this machine offers to hold students' code back, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from grader.model.isolation import Isolation, Level, ProcStatus
from grader.reports.machine.isolation_advice import Advice, advice
from grader.reports.text.isolation_text import REACH, sentence
from grader.reports.text.number_text import counted
from grader.reports.text.terminal_writer import Paper
from grader.store.plain_data import to_plain

SCHEMA = "grader/doctor/v1"
DECISIVE = {"limits", "no_new_privs", "landlock", "seccomp"}
"""Layers that are enough to explain why the level is not full."""
UNEXPLAINED = "No layer that is off explains the level; please report what `grader doctor --format json` prints."
NO_LAYERS = "None is known: the code is held by process boundaries alone."


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the grader runs on."""

    grader: str
    python: str
    interpreter: str
    system: str
    """As Python names it: ``Linux``, ``Darwin``, ``Windows``."""
    release: str
    processor: str
    cores: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandNeed:
    """A command, and the level that it requires when nothing else is said."""

    command: str
    requires: Level


def doctor_json(machine: Machine, isolation: Isolation, commands: Sequence[CommandNeed]) -> bytes:
    """Return everything as JSON."""
    whole = {
        "schema": SCHEMA,
        "machine": to_plain(machine),
        "isolation": to_plain(isolation),
        "sentence": sentence(isolation),
        "advice": [to_plain(one) for one in advice(isolation, machine.system)],
        "commands": [
            {
                "command": one.command,
                "requires": one.requires.value,
                "refuses": not isolation.level.reaches(one.requires),
            }
            for one in commands
        ],
    }
    return (json.dumps(whole, indent=1, ensure_ascii=True) + "\n").encode()


def render_doctor(machine: Machine, isolation: Isolation, commands: Sequence[CommandNeed], console: Console) -> None:
    """Write everything on `console`."""
    paper = Paper(console)
    system = f"{machine.system} {machine.release} {machine.processor}"
    about = (f"grader {machine.grader}", f"Python {machine.python}", system, counted(machine.cores, "core"))
    paper.say(paper.text(", ".join(about), "dim"))
    paper.say(paper.text(sentence(isolation), "bold"))
    _layers(paper, isolation)
    _self_test(paper, isolation)
    _off(paper, advice(isolation, machine.system), isolation.level)
    _commands(paper, isolation.level, commands)


def _head(paper: Paper, title: str) -> None:
    paper.blank()
    paper.say(paper.text(title, "bold"))


def _layers(paper: Paper, isolation: Isolation) -> None:
    _head(paper, "Layers")
    rows = [
        (paper.text(one.name), Text("on", "green") if one.on else Text("off", "yellow"), paper.text(one.detail))
        for one in isolation.layers
    ]
    paper.columns(rows or [(paper.text(NO_LAYERS),)], "lll" if rows else "l")


def _self_test(paper: Paper, isolation: Isolation) -> None:
    _head(paper, "Self-test: what was tried inside, where the code will run")
    rows = [
        (
            paper.text(one.name),
            Text("blocked", "green") if one.blocked else Text("OPEN", "red"),
            paper.text(REACH.get(one.name, "")),
        )
        for one in isolation.self_test
    ]
    paper.columns(rows or [(paper.text("Nothing was tried."),)], "lll" if rows else "l")
    seen = isolation.seen
    told = f"Seccomp {seen.seccomp}, NoNewPrivs {seen.no_new_privs}, CapEff {seen.capabilities}"
    if seen == ProcStatus():
        told = "nothing (no /proc here, or one that hides processes: hidepid)"
    if rows:
        paper.say(paper.text(f"seen from outside: {told}", "dim"), indent=2)


def _off(paper: Paper, found: Sequence[Advice], level: Level) -> None:
    if found:
        _head(paper, "What is off")
    # Where a system lacks most layers for one reason, that is said once.
    groups: dict[tuple[str, str], list[Advice]] = {}
    for one in found:
        groups.setdefault((one.why, one.remedy), []).append(one)
    for (why, remedy), layers in groups.items():
        paper.columns([(paper.text(one.layer, "yellow"), paper.text(one.good_for)) for one in layers], "ll")
        paper.columns([(paper.text("why", "dim"), paper.text(why))], "ll", indent=4)
        paper.columns([(paper.text("get it", "dim"), paper.text(remedy))], "ll", indent=4)
    if not level.reaches(Level.FULL) and not any(one.layer in DECISIVE for one in found):
        paper.blank()
        paper.say(paper.text(UNEXPLAINED, "yellow"))


def _commands(paper: Paper, level: Level, commands: Sequence[CommandNeed]) -> None:
    _head(paper, "Commands here")
    rows = []
    for one in commands:
        needs = f"takes {one.requires.value} or more"
        runs = level.reaches(one.requires)
        word = Text("runs", "green") if runs else Text("refuses", "red")
        rows.append((paper.text(one.command), word, paper.text(needs if runs else f"exit status 4: {needs}")))
    paper.columns(rows, "lll")
    if any(not level.reaches(one.requires) for one in commands):
        knowingly = f"With --require-isolation {level.value} they run here too: for code you trust."
        paper.say(paper.text(knowingly), indent=2)
