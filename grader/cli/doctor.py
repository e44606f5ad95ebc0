"""`grader doctor`: the isolation of this machine for students' code, and how to improve it."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click
from msgspec import to_builtins
from rich.console import Console
from rich.text import Text

from grader.cli.message import ExitCode
from grader.cli.options import CI, CLASS, OWN_FILE, given_interpreter, given_level, python_option, require_isolation
from grader.model.isolation import Isolation, Level, ProcStatus
from grader.render.terminal_writer import TerminalWriter
from grader.sandbox.launching import launcher
from grader.sandbox.launching.interpreter import Interpreter
from grader.text.isolation_text import REACH, LayerAdvice, advice, isolation_sentence
from grader.text.number_text import count_text
from grader.version import __version__


@click.command("doctor")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    show_default=True,
    help="How to show it.",
)
@python_option
@require_isolation("Exit 4 where the machine offers less", "none")
def command(output_format: str) -> int:
    """
    Show how well this machine isolates students' code: the level, the evidence, the missing layers and why.

    \b
    grader doctor
    grader doctor --format json --require-isolation full

    Exit status: 0, or 4 where the machine offers less than --require-isolation asks for.
    """
    python = given_interpreter()
    with contextlib.closing(launcher.launcher(python=python)) as opened:
        isolation = opened.isolation
    needs = {"grader check FILE": OWN_FILE, "grader check FILE (CI=true)": CI, "grader batch PATH": CLASS}
    machine = this_machine(python)
    commands = {name: need.level for name, need in needs.items()}
    if output_format == "json":
        click.echo(doctor_json(machine, isolation, commands), nl=False)
    else:
        render_doctor(machine, isolation, commands, Console())
    required = given_level()
    if required is None or isolation.level.reaches(required):
        return ExitCode.OK
    click.echo(
        f"grader: isolation {required.value} is required, and this machine offers {isolation.level.value}", err=True
    )
    return ExitCode.ISOLATION_REFUSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    grader: str
    python: str
    interpreter: str
    grades: str
    """The version of the Python for students' code, such as ``3.12``."""
    grades_with: str  # path of that Python
    system: str  # ``Linux``, ``Darwin``, ``Windows``
    release: str
    processor: str
    cores: int


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def this_machine(grades: Interpreter) -> Machine:
    """Return the facts about this machine; the Python that `grades` runs students' code."""
    return Machine(
        grader=__version__,
        python=f"{platform.python_version()} ({platform.python_implementation()})",
        interpreter=sys.executable,
        grades="{}.{}".format(*grades.version),
        grades_with=grades.path,
        system=platform.system(),
        release=platform.release(),
        processor=platform.machine(),
        cores=cores(),
    )


SCHEMA = "grader/doctor/v1"
DECISIVE = {"limits", "no_new_privs", "landlock", "seccomp"}
"""The layers of the level full. Below it at least one of them is off."""
UNEXPLAINED = "No layer that is off explains the level; please report what `grader doctor --format json` prints."
NO_LAYERS = "None is known: the code is held by process boundaries alone."


def doctor_json(machine: Machine, isolation: Isolation, commands: Mapping[str, Level]) -> bytes:
    """Return the report as ASCII JSON; `commands` with the levels that they require."""
    whole = {
        "schema": SCHEMA,
        "machine": machine,
        "isolation": isolation,
        "sentence": isolation_sentence(isolation),
        "advice": advice(isolation, machine.system),
        "commands": [
            {"command": name, "requires": level.value, "refuses": not isolation.level.reaches(level)}
            for name, level in commands.items()
        ],
    }
    return (json.dumps(to_builtins(whole), indent=1) + "\n").encode()


def render_doctor(machine: Machine, isolation: Isolation, commands: Mapping[str, Level], console: Console) -> None:
    writer = TerminalWriter(console)
    system = f"{machine.system} {machine.release} {machine.processor}"
    about = (f"grader {machine.grader}", f"Python {machine.python}", system, count_text(machine.cores, "core"))
    writer.write(writer.text(", ".join(about), "dim"))
    writer.write(writer.text(f"students' code is graded by Python {machine.grades}: {machine.grades_with}"))
    writer.write(writer.text(isolation_sentence(isolation), "bold"))
    _heading(writer, "Layers")
    on, off = Text("on", "green"), Text("off", "yellow")
    _rows(writer, [(one.name, on if one.on else off, one.detail) for one in isolation.layers], NO_LAYERS)
    _self_test(writer, isolation)
    _layers_off(writer, advice(isolation, machine.system), isolation.level)
    _commands(writer, isolation.level, commands)
    writer.flush()


def _heading(writer: TerminalWriter, title: str) -> None:
    writer.blank()
    writer.write(writer.text(title, "bold"))


def _rows(writer: TerminalWriter, rows: Sequence[tuple[str, Text, str]], nothing: str) -> None:
    shown = [(writer.text(name), state, writer.text(more)) for name, state, more in rows]
    writer.columns(shown or [(writer.text(nothing),)], "lll" if rows else "l")


def _self_test(writer: TerminalWriter, isolation: Isolation) -> None:
    _heading(writer, "Self-test: what was tried inside, where the code will run")
    held, leaky = Text("blocked", "green"), Text("OPEN", "red")
    rows = [(one.name, held if one.blocked else leaky, REACH.get(one.name, "")) for one in isolation.self_test]
    _rows(writer, rows, "Nothing was tried.")
    seen = isolation.seen
    status = f"Seccomp {seen.seccomp}, NoNewPrivs {seen.no_new_privs}, CapEff {seen.capabilities}"
    if seen == ProcStatus():
        status = "nothing (no /proc here, or one that hides processes: hidepid)"
    if rows:
        writer.write(writer.text(f"seen from outside: {status}", "dim"), indent=2)


def _layers_off(writer: TerminalWriter, found: Sequence[LayerAdvice], level: Level) -> None:
    if found:
        _heading(writer, "What is off")
    # A system may lack most layers for one reason, which is written once.
    groups: dict[tuple[str, str], list[LayerAdvice]] = {}
    for one in found:
        groups.setdefault((one.why, one.remedy), []).append(one)
    for (why, remedy), layers in groups.items():
        writer.columns([(writer.text(one.layer, "yellow"), writer.text(one.good_for)) for one in layers], "ll")
        writer.columns([(writer.text("why", "dim"), writer.text(why))], "ll", indent=4)
        writer.columns([(writer.text("get it", "dim"), writer.text(remedy))], "ll", indent=4)
    if not level.reaches(Level.FULL) and not any(one.layer in DECISIVE for one in found):
        writer.blank()
        writer.write(writer.text(UNEXPLAINED, "yellow"))


def _commands(writer: TerminalWriter, level: Level, commands: Mapping[str, Level]) -> None:
    _heading(writer, "Commands here")
    rows = []
    for name, required in commands.items():
        needs = f"takes {required.value} or more"
        runs = level.reaches(required)
        word = Text("runs", "green") if runs else Text("refuses", "red")
        rows.append((name, word, needs if runs else f"exit status 4: {needs}"))
    _rows(writer, rows, "")
    if not all(map(level.reaches, commands.values())):
        hint = f"With --require-isolation {level.value} they run here too: for code you trust."
        writer.write(writer.text(hint), indent=2)
