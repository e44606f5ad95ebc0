"""Holds a dialogue: runs what talks, tells the marker what is printed and asked, types the lines that come back."""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import thread_time
from typing import Any

from ..memoizer import Memoizer, Meter
from . import submission_import
from .codec import Channel, Encoder, decoded
from .event_log import Record, nine
from .outcome_table import raised_by
from .patched_runtime import Tail, pinned_seed
from .scripted_stdin import MAX_ASKED, Keyboard
from .top_level import Statements

FULL = 1_000
"""Characters printed in one go from which they are told before anything is asked: it may never come to that."""


class Costs:
    """What a dialogue takes, and what it would take without the memo."""

    def __init__(self, meter: Meter | None) -> None:
        """Read `meter`, if answers are kept."""
        self._meter = meter
        self._before = self._now()

    def taken(self) -> dict[str, Any]:
        """
        Say what was taken since this was asked last, and whether the memo still holds.

        CPU milliseconds that were really taken, those that the memo saved by its own reckoning, and how many calls a
        plain run would have made.
        """
        if self._meter is None:
            return {}
        now = self._now()
        real, saved, calls = (one - other for one, other in zip(now, self._before, strict=True))
        self._before = now
        reckoned = {"real": round(1000 * real), "saved": max(0, round(1000 * saved)), "calls": int(calls)}
        return {**reckoned, "poison": self._meter.inconsistency is not None}

    def _now(self) -> tuple[float, float, float]:
        meter = self._meter
        return (0.0, 0.0, 0.0) if meter is None else (thread_time(), meter.cpu_saved, meter.plain_calls)


class Talk:
    """One dialogue, from its beginning to its end."""

    def __init__(self, channel: Channel, costs: Costs, finish: Callable[[dict[str, Any]], None]) -> None:
        """Hold it on `channel`; `finish` sends what closes it."""
        self._channel, self._costs, self._finish = channel, costs, finish
        self._record = Record()
        self._unsaid = 0
        self._told = False
        """Whether something was told since it was asked last, so that a flood is told once."""
        self._in_vain = 0
        """How often it was asked since the input was over."""
        self.ahead: list[str] = []
        """Lines that are there before anybody is asked, the last one first."""

    def wrote(self, text: str) -> None:
        """Take in what was printed."""
        self._record.wrote(text)
        self._unsaid += len(text)
        if self._unsaid >= FULL and not (self._told or self._record.full):
            self._told = True
            self._send("said")

    def showed(self, board: str) -> None:
        """Take in that a board is shown."""
        self._record.add("board", board)

    def answer(self, prompt: str) -> str | None:
        """Return the line that is typed after `prompt`, None when the input is over."""
        if self._record.add("asked", prompt) and not self._in_vain:
            if self.ahead:
                return self.ahead.pop()
            self._send("asked")
            reply = self._channel.receive()
            if reply is None:  # the marker hung up
                os._exit(0)
            line: str | None = reply[0]["line"]
            self._told = False
            self._costs.taken()
            if line is not None:
                return line
        self._in_vain += 1
        if self._in_vain >= MAX_ASKED:
            self.end(None)
            os._exit(0)
        return None

    def end(self, outcome: dict[str, Any] | None) -> None:
        """Say how it ended; with no `outcome` it went on asking for ever."""
        events = self._record.take()
        self._finish({"type": "spoke", "events": events, "outcome": outcome, **self._costs.taken()})

    def _send(self, kind: str) -> None:
        self._unsaid = 0
        events = self._record.take()
        if events:
            self._channel.send({"type": kind, "events": events, **self._costs.taken()})


class Talker:
    """Runs what talks in one process."""

    def __init__(self, channel: Channel, keyboard: Keyboard, stream: Tail, job: dict[str, Any]) -> None:
        """Talk on `channel`; what is printed goes through `stream`."""
        self._channel, self._keyboard, self._stream, self._job = channel, keyboard, stream, job
        self._files: set[str] = set(job["files"])
        self._draws = any("random" in text for text in job["files"].values())
        self._replies: dict[str, dict[str, Any]] = {}
        """Answers that are known already, encoded, by function and board."""

    def run(
        self,
        request: dict[str, Any],
        module: types.ModuleType,
        marks: dict[str, object],
        memoizer: Memoizer | None,
        finish: Callable[[dict[str, Any]], None],
    ) -> None:
        """Run the function that talks, once; the `request` may bring answers that are known already."""
        self._replies = request.get("replies", self._replies)
        talk = Talk(self._channel, Costs(memoizer.meter if memoizer is not None else None), finish)
        talk.ahead = request["ahead"][::-1]
        symbols = {(type(value), value): symbol for symbol, value in marks.items()}
        encoder = Encoder(marks)
        stand_ins: dict[str, Callable[[Any], Any]] = {
            name: (functools.partial(_replying, known=known, encoder=encoder)) for name, known in self._replies.items()
        }
        stand_ins[self._job["shown"]] = functools.partial(_watching, talk=talk, symbols=symbols)
        with self._held(talk), self._replaced(module, stand_ins):
            try:
                value = getattr(module, self._job["talks"])()
                outcome = {"value": encoder.encode(value)}
            except BaseException as error:
                outcome = {"raised": raised_by(error, self._files)}
        talk.end(outcome)

    def run_script(self, finish: Callable[[dict[str, Any]], None]) -> None:
        """Run the file as somebody does who starts it."""
        talk = Talk(self._channel, Costs(None), finish)
        module = submission_import.prepared(self._job, set(), "__main__")
        symbols = {(type(default), default): symbol for symbol, _name, default in self._job["marks"]}
        seen: list[object] = []

        def watch() -> None:
            """Watch the function that shows boards from when it is there."""
            shown = vars(module).get(self._job["shown"])
            if callable(shown) and not any(shown is one for one in seen):
                seen.append(_watching(shown, talk, symbols))
                vars(module)[self._job["shown"]] = seen[-1]

        with self._held(talk):
            try:
                Statements(self._job, self._keyboard).run_as_script(vars(module), watch)
                outcome: dict[str, Any] = {"value": None}
            except BaseException as error:
                outcome = {"raised": raised_by(error, self._files)}
        talk.end(outcome)

    @contextmanager
    def _held(self, talk: Talk) -> Iterator[None]:
        """Have `talk` hear and answer; what draws numbers draws the same ones in every talk."""
        self._keyboard.install()
        if self._draws:
            pinned_seed()(0)
        self._keyboard.answering, self._stream.listener = talk.answer, talk.wrote
        yield
        self._keyboard.answering = self._stream.listener = None

    @contextmanager
    def _replaced(self, module: types.ModuleType, stand_ins: Mapping[str, Callable[[Any], Any]]) -> Iterator[None]:
        """Put stand-ins in the place of functions of `module`, by whatever names the submission's modules know them."""
        spaces = [vars(one) for one in [*sys.modules.values()] if getattr(one, "__file__", None) in self._files]
        places: list[tuple[dict[str, Any], str, Any, Any]] = []
        for wanted, make in stand_ins.items():
            function = vars(module).get(wanted)
            if callable(function):
                stand_in = functools.update_wrapper(make(function), function)
                found = [(space, name) for space in spaces for name in [*space] if space[name] is function]
                places += [(space, name, function, stand_in) for space, name in found]
        for space, name, _function, stand_in in places:
            space[name] = stand_in
        yield
        for space, name, function, stand_in in places:
            if space.get(name) is stand_in:
                space[name] = function


def _watching(shown: Callable[..., Any], talk: Talk, symbols: dict[Any, str]) -> Callable[..., Any]:
    """Return `shown` so that `talk` takes in the boards it is given before it prints them."""

    def watching(*args: Any, **kwargs: Any) -> Any:
        board = [*args, *kwargs.values(), None][0]
        talk.showed(nine(board, symbols))
        return shown(*args, **kwargs)

    return watching


def _replying(function: Callable[..., Any], known: dict[str, Any], encoder: Encoder) -> Callable[..., Any]:
    """Return `function` with the answers that are `known`, each time a new object."""

    def replying(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and not kwargs:
            board = encoder.encode(args[0])
            if type(board) is list and board[0] == "B" and board[1] in known:
                return decoded(known[board[1]])
        return function(*args, **kwargs)

    return replying
