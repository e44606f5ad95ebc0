"""Misbehaviour in any combination: several steps of one probe's life, each with another attack."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.sandbox.launching.launcher import Launcher
from tests.fixture_folders import EVERY, SLOW
from tests.sandbox.attacks.attacking import (
    STEPS,
    attacking,
    in_game,
    require_ends,
    shorten_waits,
    student_of,
    surroundings_of,
)
from tests.sandbox.sandbox_helpers import calls

PIECES = st.one_of(
    st.binary(max_size=40).map(lambda data: f"send({data!r})"),
    st.builds(
        lambda size, extra, body: f"send(struct.pack('<II', {size}, {extra}) + {body!r})",
        st.integers(0, 1 << 23),
        st.integers(0, 1 << 21),
        st.binary(max_size=20),
    ),
    st.builds(
        lambda values, known, cut: f"send(answers(*{values}, known={known})[:{cut}])",
        st.lists(st.integers(0, 9), max_size=12),
        st.integers(0, 10),
        st.none() | st.integers(1, 60),
    ),
    st.sampled_from(["ready", "failed", "answers", "done", "confined", ""]).map(
        lambda kind: f"send(frame({{'type': {kind!r}, 'tail': '', 'characters': 0, 'raised': [], 'fresh': []}}))"
    ),
    st.builds(
        lambda which, one, other: f"os.{which}({one}, {other})" if which == "dup2" else f"os.{which}({one})",
        st.sampled_from(["dup2", "close", "dup", "fsync"]),
        st.sampled_from(["REQUESTS", "ANSWERS", "0", "1", "2"]),
        st.sampled_from(["REQUESTS", "ANSWERS", "0", "1", "2", "9"]),
    ),
    st.builds(
        lambda which, on: f"os.set_blocking({which}, {on})", st.sampled_from(["REQUESTS", "ANSWERS"]), st.booleans()
    ),
    st.sampled_from([1, 2, 6, 9, 10, 11, 13, 15, 18, 19, 24]).map(lambda number: f"os.kill(os.getpid(), {number})"),
    st.sampled_from(
        [
            "send(done())",
            "os.read(REQUESTS, 100)",
            "os.write(1, b'x' * 100_000)",
            "print('printed' * 1000)",
            "pause(0.02)",
            "burn(0.01)",
            "raise SystemExit",
            "raise ValueError('x' * 1000)",
            "fill()",
            "os._exit(3)",
            "State.codec['_parts'] = lambda *_: '[]'",
            "marshal.dumps = lambda *_: b''",
            "State.write_with(lambda to, data: 1)",
            "State.read_with(lambda rest: rest[:1] and rest.__setitem__(0, 123) or 1)",
            "os._exit = print",
            "time.perf_counter = lambda: -1e9",
            "builtins.len = lambda thing: 1",
            "builtins.repr = None",
            "sys.setrecursionlimit(60)",
            "gc.callbacks.append(lambda *_: send(b'{'))",
            "import _signal; signal.signal(26, lambda *_: send(done())); _signal.setitimer(1, 0.002)",
        ]
    ),
)
# Some pieces fail where the ones before have closed what they need: that must not keep the rest from running.
SCRIPTS = st.lists(PIECES, min_size=1, max_size=4).map(
    lambda pieces: "".join(f"try:\n    {piece}\nexcept OSError:\n    pass\n" for piece in pieces)
)


@SLOW
@settings(
    max_examples=40 if EVERY in os.environ else 12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(scripts=st.dictionaries(st.sampled_from(STEPS), SCRIPTS, min_size=1, max_size=3))
@example(scripts={"ready": "send(frame({'type': 'ready'}))", "first": "send(answers(0) + done())"})
@example(scripts={"done": "send(done() + answers(1))", "between": "os.read(REQUESTS, 9)"})
def test_no_script_of_misbehaviour_costs_more_than_its_own_answers(
    zygote: Launcher, monkeypatch: pytest.MonkeyPatch, scripts: dict[str, str]
) -> None:
    """Lists of calls and games have an end for each call; nothing is left; the next submission gets its mark."""
    shorten_waits(monkeypatch, 0.04)
    before = surroundings_of(zygote)
    behind = student_of(attacking(scripts), zygote, submission_seconds=1)
    began = time.monotonic()
    require_ends(behind.sweep(calls("ask")).answers, began)
    require_ends(in_game(behind, calls("ask")), began)
    before.require_unharmed()
