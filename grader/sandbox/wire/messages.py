"""
All messages that cross the wall, and the readers of the fields that several of them have.

What arrives may be hostile: sizes and types are checked before anything is built, and every reader raises
MalformedFrame for what the inside never writes. Which call an answer belongs to, how a call ended and its CPU time are
judged outside; every field of `MESSAGES` is a claim of the inside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from grader.model.answer import Raised
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.refusals import read_place, read_refusal
from grader.sandbox.wire.source_text import type_name
from grader.sandbox.wire.value_decoder import MAX_INT

PRINTED = {
    "tail": "the end of what was printed since the last frame with this field",
    "characters": "how many characters that were",
    "slept": "whether time.sleep was called so far",
    "looked": "whether the submission's code read a clock so far",
    "alarmed": "whether an alarm was set so far",
}
DIALOGUE_COST = {
    "real": "with a memo: CPU milliseconds that were taken since the last frame of the dialogue",
    "saved": "with a memo: CPU milliseconds that it saved, by its own count",
    "calls": "with a memo: how many calls of memoized functions a plain run would have made",
    "inconsistency": "with a memo: what contradicted it, as a code with parameters, or null",
}
MESSAGES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "confined": {
            "layers": "by name of the layer: whether it is on, and how it is set or why it is off",
            "attempts": "by name of the escape attempt: whether it was blocked",
            "python": "major and minor version of the interpreter",
        },
        "broken": {"why": "what kept the probe from confining itself"},
        "read": {"doubt": "if answers are to be kept: what in the text speaks against it, as `inconsistency`, or null"},
        "ready": {
            "functions": "by name: how many positional parameters, -1 if unknown, null if there is no such function",
            "constants": "the module's cells by symbol, as tagged values",
            "missing": "names of constants that the module does not define",
            "placeholders": "modules it imports that are not installed here",
            "left_out": "top-level statements left out: place, exception, asked for input, in the dialogue function",
            "talked_at": "places of top-level statements in which the dialogue function asked for input",
            "claim": "which functions are memoized, stateless, memo_safe, and the reason if none is memoized; or null",
            **PRINTED,
        },
        "failed": {"raised": "the exception that ended the import: kind, type, message, place, refusal", **PRINTED},
        "endless": {
            "line": "first line of the top-level statement that never stopped asking for input",
            "talked": "whether the dialogue function was running",
            **PRINTED,
        },
        "answers": {"fresh": "outcomes that no earlier frame of the list had; the numbers name one outcome per call"},
        "done": {
            "inconsistency": "with a memo: what contradicted it, as in `said`, or null; the numbers hold the costs",
            **PRINTED,
        },
        "recorded": {
            "functions": "names of the functions of the search",
            "arguments": "lists of numbers, and pairs of these, that were passed",
            "outcomes": "numbers that came back, as texts if they are no whole ones; lists of these; `raised`; or null",
            "recursive": "whether a function of the search was called while it was running",
            "events": "how many calls of any functions began or ended meanwhile",
            "cut": "a code for why the recording ended too early, empty if it did not",
            **PRINTED,
        },
        "watched": {
            "calls": "lists: function, board, further arguments, outcome as in `answers` or null, calls made meanwhile",
            "cut": "whether the call was not watched to its end",
            **PRINTED,
        },
        "ran": {
            "ran": "lines of the submission that the call ran last, each once: path and line",
            "outcome": "how the call ended, as in `answers`; null if it was cut off",
            **PRINTED,
        },
        "said": {"events": "what was printed and shown since the last frame of the dialogue", **DIALOGUE_COST},
        "asked": {"events": "the same; the last one is the question that waits for a line", **DIALOGUE_COST},
        "spoke": {
            "events": "the last events of the dialogue",
            "outcome": "how the dialogue function ended, as in `answers`; null if it never stopped asking",
            **DIALOGUE_COST,
            **PRINTED,
        },
    }
)
"""Every message that the inside sends: its fields by type, with one line for each field."""
REQUESTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "job": {
            "files": "source text by path",
            "main": "path of the file that is imported",
            "beside": "names of files that were handed in beside it, stand in its text and are not here",
            "notebook_cells": "lines that the cells of a notebook begin on, empty for a script",
            "module": "name to import the main file under",
            "functions": "names of the functions that may be called",
            "search": "the function below which calls may be memoized",
            "slow_functions": "functions that may search",
            "printing_functions": "functions whose printed text is their answer",
            "dialogue_function": "the dialogue function, empty if there is none",
            "board_printer": "the function that prints a board, empty if there is none",
            "by_statement": "whether top-level statements run one by one",
            "cell_specs": "cells as lists: symbol, name of the constant, value of the sheet",
            "allowed_imports": "third-party modules to import for real",
            "package_folders": "folders in which these are found",
            "memoize": "whether to memoize the search if that cannot change an answer",
            "skipped_lines": "top-level statements to leave out: line, whether the dialogue function was running",
            "script_name": "name that the file runs under as a script; empty if it is imported",
        },
        "calls": {
            "functions": "names that the numbers refer to",
            "boards": "boards that the numbers refer to, nine characters each",
            "extras": "tuples of further arguments that the numbers refer to",
            "one_by_one": "whether every answer has its own frame",
            "pairing": "what each two calls share: `same`, `overwritten` or `apart`; empty if calls are not paired",
            "count": "whether the calls are not answered, but their events counted: the numbers of `done`",
        },
        "trace": {
            "trace": "name of the function that is called once while it is recorded",
            "board": "its board, nine characters",
            "extra": "its further arguments",
        },
        "watch": {
            "watch": "name of the function that is called once while those of the assignment are watched",
            "board": "its board, nine characters",
            "extra": "its further arguments",
            "helpers": "by name of the functions that are watched: how many parameters the assignment gives them",
        },
        "lines": {
            "lines": "name of the function that is called once while the lines that it runs are recorded",
            "board": "its board, nine characters",
            "extra": "its further arguments",
        },
        "dialogue": {
            "talk": "true",
            "ahead": "lines that are typed before the marker is asked",
            "known_answers": "answers by function and board; absent after the first dialogue of a process",
        },
        "line": {"line": "the line that was typed, null at the end of the input"},
    }
)
"""Every message that the inside gets. Only ``job`` has a field ``type``; the others are known by their fields."""

MAX_OUTPUT = 2_000
CLOCK_USES = ("slept", "looked", "alarmed")
"""Fields of `PRINTED` that say what the submission did with clocks."""
MAX_NAMES = 50
"""Names in one list: functions, missing modules or constants, each of which a person may read."""

UNNAMED = "Exception"
"""What stands for the name of an exception that is no identifier."""

END_OF_KIND = {"exception": ChildEnd.RAISED, "exit": ChildEnd.EXITED, "memory": ChildEnd.MEMORY_LIMIT}


def read_text(entry: object, max_length: int) -> str:
    """Return a text of at most `max_length` characters."""
    if type(entry) is not str or len(entry) > max_length:
        raise MalformedFrame("not a text")
    return entry


def read_names(entry: object, most: int) -> tuple[str, ...]:
    """Return the names in a list, each sanitized and cut to `most` characters."""
    if type(entry) is not list or len(entry) > MAX_NAMES or any(type(name) is not str for name in entry):
        raise MalformedFrame("not a list of names")
    return tuple(sanitize(name, most) for name in entry)


class ExceptionClaim(NamedTuple):
    """What the inside reports of an exception, and how the call ended according to it."""

    end: ChildEnd
    raised: Raised


def read_exception(entry: object) -> ExceptionClaim:
    """Decode ``[kind, type, message, file:line, refusal]``."""
    if type(entry) is not list or len(entry) != 5:  # noqa: PLR2004 - the five named above
        raise MalformedFrame("not an exception")
    kind, name, message, at, refusal = entry
    if any(type(text) is not str for text in (kind, name, message)) or kind not in END_OF_KIND:
        raise MalformedFrame("not an exception")
    place, refused = read_place(at), read_refusal(refusal)
    raised = Raised(type=type_name(name) or UNNAMED, message=sanitize(message, 200), at=place, refused=refused)
    return ExceptionClaim(END_OF_KIND[kind], raised)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The end of what a probe printed up to a frame."""

    tail: str
    characters: int
    clocks: frozenset[str]
    """Those of `CLOCK_USES` that were reported."""


def read_printed(frame: Frame) -> Printed:
    """Read the fields that close an import, a list of calls or a dialogue."""
    tail, characters = frame.message.get("tail"), frame.message.get("characters")
    if type(tail) is not str or type(characters) is not int or not 0 <= characters < MAX_INT:
        raise MalformedFrame("not an end")
    text = sanitize(tail[-MAX_OUTPUT:], MAX_OUTPUT, keep="\n\t")
    clocks = frozenset(name for name in CLOCK_USES if frame.message.get(name) is True)
    return Printed(tail=text, characters=characters, clocks=clocks)
