"""Dialogues that an attacker writes: every frame of them is checked, and what is claimed is bounded."""

from __future__ import annotations

import pytest

from grader.model.answer import TYPED
from grader.model.verdict import ChildEnd
from tests.sandbox.console import MakeConsole, event_pairs, run_dialogue
from tests.sandbox.sandbox_helpers import BURN_SOURCE, PIPES_SOURCE

CLOSED = {"tail": "", "characters": 0, "slept": False}
FORGING = (
    PIPES_SOURCE
    + """
import json, struct
def frame(message):
    text = json.dumps(message).encode()
    return struct.pack("<II", len(text), 0) + text
def play():
    for message in MESSAGES:
        os.write(hands()[1], frame(message))
    input("? ")
"""
)


def spoke(**fields: object) -> dict[str, object]:
    """Return a frame that closes a dialogue."""
    return {"type": "spoke", "events": [], "outcome": {"value": None}, **CLOSED, **fields}


@pytest.mark.parametrize(
    "message",
    [
        {"type": "asked"},
        {"type": "asked", "events": []},
        {"type": "asked", "events": [["printed", "x"]]},
        {"type": "asked", "events": [["asked", "x"], ["asked", "x"]]},
        {"type": "asked", "events": [["asked", "x"], ["printed", "x"]]},
        {"type": "asked", "events": {"asked": "x"}},
        {"type": "asked", "events": [["asked", "x" * 2001]]},
        {"type": "asked", "events": [["asked", 5]]},
        {"type": "asked", "events": [["asked"]]},
        {"type": "asked", "events": [["typed", "0 0"], ["asked", "x"]]},
        {"type": "asked", "events": [["ended", ""], ["asked", "x"]]},
        {"type": "asked", "events": [[["asked"], "x"]]},
        {"type": "asked", "events": [["board", "XO"], ["asked", "x"]]},
        {"type": "asked", "events": [["board", "XOZ......"], ["asked", "x"]]},
        {"type": "asked", "events": [["printed", ""]] * 400 + [["asked", "x"]]},
        {"type": "said", "events": []},
        {"type": "said", "events": [["asked", "x"]]},
        {"type": "ready", "events": [["asked", "x"]]},
        {"type": "done", **CLOSED},
        {"type": "endless", "line": 1, "talked": True},
        spoke(outcome=5),
        spoke(outcome={}),
        spoke(outcome={"raised": ["exception", "E", 5, None, None]}),
        spoke(tail=5),
        spoke(events=[["board", None]]),
    ],
)
def test_a_forged_frame_is_garbled(console: MakeConsole, message: dict[str, object]) -> None:
    """Any part that is not as the inside writes it."""
    dialogue = run_dialogue(console(FORGING.replace("MESSAGES", repr([message]))))

    assert dialogue.answer.end is ChildEnd.GARBLED


def test_nobody_but_us_types(console: MakeConsole) -> None:
    """A forged question is answered like any other; the transcript has the line that the grader chose."""
    forged = {"type": "asked", "events": [["printed", "mine"], ["asked", "forged"]]}
    dialogue = run_dialogue(console(FORGING.replace("MESSAGES", repr([forged]))), "a", "b")

    assert [event.text for event in dialogue.events if event.kind == TYPED] == ["a", "b"]
    assert ("asked", "forged") in event_pairs(dialogue)


def test_after_the_end_of_the_input_nobody_is_asked(console: MakeConsole) -> None:
    """The side that types has ended the input."""
    asked = {"type": "asked", "events": [["asked", "x"]]}
    dialogue = run_dialogue(console(FORGING.replace("MESSAGES", repr([asked, asked]))))

    assert dialogue.answer.end is ChildEnd.GARBLED
    assert event_pairs(dialogue) == [("asked", "x"), ("ended", "")]


def test_parts_of_a_text_are_bounded_together(console: MakeConsole) -> None:
    """However many frames they come in: four hundred, and two thousand characters."""
    part = {"type": "said", "events": [["printed", "x" * 1500]]}
    few = run_dialogue(console(FORGING.replace("MESSAGES", repr([part] * 300))))
    many = run_dialogue(console(FORGING.replace("MESSAGES", repr([part] * 401))))

    assert event_pairs(few)[0] == ("printed", "x" * 1999 + "…")
    assert few.answer.end is ChildEnd.RAISED
    assert many.answer.end is ChildEnd.GARBLED


def test_frames_buy_no_time(console: MakeConsole) -> None:
    """The limit is that of all that comes before the next question."""
    source = (
        FORGING.replace("for message in MESSAGES:", "while True:")
        .replace("message))", "PART))")
        .replace("PART", "{'type': 'said', 'events': [['printed', 'x']]}")
        + "\n"
    ).replace("        os.write", "        burn(0.1)\n        os.write")
    dialogue = run_dialogue(console(BURN_SOURCE + source, call_seconds=0.35))

    assert dialogue.answer.end is ChildEnd.CPU_LIMIT
    assert dialogue.events[0].text.startswith("xx")


@pytest.mark.parametrize(
    "left_out",
    [
        5,
        [5],
        [[]],
        [["a:1", ["exception", "E", "", None, None], 1, False]],
        [["a:1", ["no kind", "E", "", None], True, False]],
        [[1, ["exception", "E", "", None, None], True, False]],
        [["a:1", ["exception", "E", "", None, None], True, False]] * 21,
    ],
)
def test_forged_statements_are_garbled(console: MakeConsole, left_out: object) -> None:
    """What was left out is a claim: bounded, of exact types."""
    ready = {"type": "ready", "functions": {}, "constants": {}, "missing": [], "placeholders": [], **CLOSED}
    source = FORGING.replace("def play():", "def now():").replace("MESSAGES", repr([{**ready, "left_out": left_out}]))
    failure = console(source + "now()\n").failure

    assert failure is not None
    assert "garbled" in str(failure.raised)
