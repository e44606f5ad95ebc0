"""When answers are sent is left to the clock; nothing that a student's program can see may depend on it."""

from __future__ import annotations

import subprocess
import sys

SENDING = """
import os
from array import array
from grader.sandbox.inside.serving.calls import AnswerFrames
from grader.sandbox.inside.serving.codec import Channel

EACH, WARM, STEPS = 12, 21, 200
MAKERS = [lambda size=size: bytes(size - 33) for size in range(48, 513, 16)] + [object, lambda: 1_000_000 + EACH]
NUMBERS = list(range(EACH * len(MAKERS)))
made = [None] * len(NUMBERS)

def note_free_blocks(into):
    for number in NUMBERS:
        made[number] = MAKERS[number % len(MAKERS)]()
        into[number] = id(made[number])
    for number in reversed(NUMBERS):
        made[number] = None

class Outcomes:
    fresh = bytearray()

frames = AnswerFrames(Channel(0, os.open(os.devnull, os.O_WRONLY)), Outcomes, one_by_one=False)
before, after = array("Q", bytes(8 * len(made))), array("Q", bytes(8 * len(made)))
changed = []
for step in range(STEPS):
    frames.pending.extend(range(1 + step % 2))
    Outcomes.fresh += b"," + b"x" * (5 * step % 40)
    frames._sent_at[0] = -1e9 if step % 3 == 0 or step % 7 == 0 else 1e9
    note_free_blocks(after)
    note_free_blocks(before)
    frames.send_if_due()
    note_free_blocks(after)
    if before != after and step >= WARM:
        changed.append(step)
print(len(frames.pending), frames._sent[1], changed)
"""
"""
Python keeps the numbers up to 256; the answers, and the bytes of them, become more. It rewrites a function that has run
some eight times, once in a process, and may free an old name then: that is what the first steps are for.
"""


def test_sending_leaves_the_same_memory_free() -> None:
    """Otherwise the addresses of a student's objects, and the order of sets of them, would depend on the load."""
    command = [sys.executable, "-B", "-c", SENDING]  # as probes run: writing bytecode leaves other memory free
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "300 298 []\n"
