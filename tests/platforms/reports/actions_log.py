"""What the runner of GitHub Actions makes of the log of a step, by the rules of its own parser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

KNOWN = {
    *("error", "warning", "notice", "debug", "group", "endgroup", "echo", "add-mask", "add-path", "set-env"),
    *("set-output", "save-state", "add-matcher", "remove-matcher", "internal-set-repo-path"),
}
STOP = "stop-commands"
LINE_END = re.compile("\r\n|\r|\n")
IN_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
IN_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
IN_OLD = (("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%25", "%"))


@dataclass(frozen=True, slots=True)
class Command:
    """A command that the runner found in a line."""

    name: str
    properties: dict[str, str]
    data: str


@dataclass(slots=True)
class Step:
    """What became of a step's log."""

    commands: list[Command] = field(default_factory=list)
    """Those that were carried out."""
    shown: list[str] = field(default_factory=list)
    """The lines that are only shown."""
    stopped: bool = False
    """Whether commands are still stopped at the end."""


def read_log(log: str) -> Step:
    """Return what the runner does with `log`."""
    step, token = Step(), ""
    for line in LINE_END.split(log):
        known = KNOWN | {STOP} | ({token} if token else set())
        command = _new_command(line, known) or _old_command(line, known)
        if command is None or (token and command.name.lower() != token):
            step.shown.append(line)
        elif token:
            token = ""
        elif command.name == STOP:
            token = command.data.lower()
        else:
            step.commands.append(command)
    step.stopped = bool(token)
    return step


def _new_command(line: str, known: set[str]) -> Command | None:
    line = line.lstrip()
    if not line.startswith("::") or (end := line.find("::", 2)) < 0:
        return None
    name, _, listed = line[2:end].partition(" ")
    pairs = [part.split("=", 1) for part in listed.strip().split(",") if part]
    properties = {pair[0]: _unescaped(pair[1], IN_PROPERTY) for pair in pairs if len(pair) == 2 and pair[1]}
    return Command(name, properties, _unescaped(line[end + 2 :], IN_DATA)) if name.lower() in known else None


def _old_command(line: str, known: set[str]) -> Command | None:
    start = line.find("##[")
    end = line.find("]", start)
    if start < 0 or end < 0:
        return None
    name = line[start + 3 : end].partition(" ")[0]
    return Command(name, {}, _unescaped(line[end + 1 :], IN_OLD)) if name.lower() in known else None


def _unescaped(text: str, table: tuple[tuple[str, str], ...]) -> str:
    for code, char in table:
        text = text.replace(code, char)
    return text
