"""What `grader doctor` shows: the level, the evidence for it, what is missing, and which commands refuse."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from grader.cli.doctor import UNEXPLAINED, Machine, doctor_json, render_doctor
from grader.model.isolation import Isolation, Level
from grader.text.isolation_text import REACH, isolation_sentence
from tests.render.samples import HOSTILE
from tests.sandbox.isolations import ATTEMPTS, LEVELS, ON, UNTRIED, isolation

NEEDS = {"grader check FILE": Level.BASIC, "grader batch PATH": Level.FULL}


def machine(system: str = "Linux") -> Machine:
    """Return a machine of that system."""
    return Machine(
        grader="0.1.0",
        python="3.11.2 (CPython)",
        interpreter="/opt/python3",
        grades="3.12",
        grades_with="/opt/python3.12",
        system=system,
        release="6.8",
        processor="x86_64",
        cores=2,
    )


def shown(found: Isolation, system: str = "Linux", width: int = 100) -> str:
    """Return what a plain terminal shows."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        render_doctor(machine(system), found, NEEDS, console)
    return capture.get()


@pytest.mark.parametrize("level", Level)
def test_everything_that_is_known_is_shown(level: Level) -> None:
    """Machine, sentence, every layer, every attempt."""
    found = LEVELS[level]
    lines = shown(found).splitlines()
    words = [line.split() for line in lines]

    assert "grader 0.1.0, Python 3.11.2 (CPython), Linux 6.8 x86_64, 2 cores" == lines[0]
    assert isolation_sentence(found) in " ".join(" ".join(lines).split())
    for layer in found.layers:
        assert [layer.name, "on" if layer.on else "off", *layer.detail.split()] in words
    for attempt in found.self_test:
        assert [attempt.name, "blocked" if attempt.blocked else "OPEN", *REACH[attempt.name].split()] in words


@pytest.mark.parametrize("level", Level)
def test_it_says_which_commands_would_refuse(level: Level) -> None:
    """By their default levels, with the option that lets them run."""
    text, refuses = shown(LEVELS[level]), level in {Level.BASIC, Level.PARTIAL}

    assert "grader check FILE  runs" in text
    assert ("grader batch PATH  refuses  exit status 4: takes full or more" in text) is refuses
    assert (f"With --require-isolation {level.value} they run here too: for code you trust." in text) is refuses


def test_what_is_off_is_explained() -> None:
    """What it is good for, why, how."""
    text = shown(LEVELS[Level.PARTIAL])

    assert "landlock  keeps the code from files" in text
    assert "why  the kernel has no Landlock" in text
    assert "get it  a kernel built with CONFIG_SECURITY_LANDLOCK=y" in text


def test_one_reason_for_many_layers_is_told_once() -> None:
    """A system without any layer gets the common reason once."""
    text = shown(LEVELS[Level.BASIC], "Windows")

    assert 1 == text.count("use WSL2")
    assert all(f"{layer}  " in text for layer in ON)


def test_nothing_known_is_said_so() -> None:
    """Without layers and self-test there is no empty table."""
    text = shown(UNTRIED)

    assert "None is known: the code is held by process boundaries alone." in text
    assert "Nothing was tried." in text
    assert "seen from outside" not in text


@pytest.mark.parametrize("off", [{}, {"namespaces": "unshare: EPERM"}])
def test_a_low_level_that_no_layer_explains_asks_for_a_report(off: dict[str, str]) -> None:
    """When all decisive layers are on and something is open, it asks for a bug report."""
    assert UNEXPLAINED in " ".join(shown(isolation(Level.PARTIAL, off, ["socket"])).split())
    assert UNEXPLAINED not in " ".join(shown(LEVELS[Level.PARTIAL]).split())


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("level", Level)
def test_it_fits_a_narrow_terminal(level: Level, width: int) -> None:
    """No line is longer, none ends in spaces; a command to paste is a single long word at worst."""
    lines = shown(LEVELS[level], width=width).splitlines()

    assert [] == [line for line in lines if len(line) > width]
    assert [] == [line for line in lines if line != line.rstrip()]


def test_hostile_details_are_only_shown() -> None:
    """Any answer of another machine's kernel is safe to print."""
    text = shown(isolation(Level.PARTIAL, {"landlock": HOSTILE}))

    assert not any(char in text for char in "\x00\x1b\ud800")


@pytest.mark.parametrize("level", Level)
def test_as_json_it_holds_the_same(level: Level) -> None:
    """For CI: level, layers, attempts, advice, commands."""
    whole = json.loads(doctor_json(machine(), LEVELS[level], NEEDS))

    assert ("grader/doctor/v1", level.value) == (whole["schema"], whole["isolation"]["level"])
    assert list(ON) == [one["name"] for one in whole["isolation"]["layers"]]
    assert list(ATTEMPTS) == [one["name"] for one in whole["isolation"]["self_test"]]
    assert [one["layer"] for one in whole["advice"]] == [one.name for one in LEVELS[level].layers if not one.on]
    assert [False, level in {Level.BASIC, Level.PARTIAL}] == [one["refuses"] for one in whole["commands"]]
    assert isolation_sentence(LEVELS[level]) == whole["sentence"]
    assert 2 == whole["machine"]["cores"]
