"""The table of messages: it names what the inside sends and what it is sent, no more and no less."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping

import pytest

from grader.sandbox.launching.launcher import Zygote
from grader.sandbox.running.probe import Probe
from grader.sandbox.wire.frames import HEADER, Frame, FrameBuffer
from grader.sandbox.wire.messages import MESSAGES, REQUESTS
from tests.sandbox.console import PLAY, SEARCH, console_student, talked, typing
from tests.sandbox.sandbox_helpers import calls

NEVER_SENT_HERE = {"broken"}
"""Only a probe that cannot confine itself sends it."""
SOMETIMES = {"poison", "real", "saved", "calls", "replies"}
"""Fields that a message lacks where nothing is memoized, or nothing known."""
FOR_EVER = "def play():\n    while True:\n        try: input()\n        except EOFError: pass\nplay()\n"


def name_of(message: Mapping[str, object]) -> str:
    """Return the name of a request in the table: only a job has a type."""
    by_field = (name for name in ("calls", "dialogue", "line") if next(iter(REQUESTS[name])) in message)
    return str(message.get("type")) if "type" in message else next(by_field)


def test_the_table_names_every_message_with_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a search, of dialogues, of imports that fail, ask for ever or leave something out, and of a script."""
    received: dict[str, list[set[str]]] = {}
    sent: dict[str, list[set[str]]] = {}
    real_take, real_send = FrameBuffer.take, Probe.send

    def take(buffer: FrameBuffer) -> Frame | None:
        frame = real_take(buffer)
        if frame is not None:
            received.setdefault(frame.message["type"], []).append(set(frame.message) - {"type"})
        return frame

    def send(probe: Probe, frame: bytes) -> None:
        size, _numbers = HEADER.unpack_from(frame)
        message = json.loads(frame[HEADER.size : HEADER.size + size])
        sent.setdefault(name_of(message), []).append(set(message) - {"type"})
        real_send(probe, frame)

    monkeypatch.setattr(FrameBuffer, "take", take)
    monkeypatch.setattr(Probe, "send", send)
    with contextlib.closing(Zygote()) as launcher:
        game = console_student(SEARCH + PLAY, launcher, "", {}, shortcut=True)
        game.sweep(calls("search"))
        talked(game, "1 0", "x")
        game.finish()
        talked(console_student("def play(): print('-' * 2_000)\n", launcher, "", {}, shortcut=True))
        console_student("return\n", launcher, "", {}, shortcut=False).run_script(typing())
        console_student(FOR_EVER, launcher, "", {}, shortcut=False)

    for seen, table in ((received, MESSAGES), (sent, REQUESTS)):
        assert set(table) - NEVER_SENT_HERE == set(seen)
        for name, messages in seen.items():
            fields = set(table[name])
            assert set().union(*messages) | (fields & SOMETIMES) == fields, name
            assert all(fields - one <= SOMETIMES for one in messages), name
