"""Turns outcomes of calls, as they arrive from inside the wall, into answers; equal outcomes become one object."""

from __future__ import annotations

import array
from collections.abc import Mapping
from functools import lru_cache

from grader.model.answer import Answer, Value
from grader.model.verdict import ChildEnd
from grader.sandbox.wire.frames import CONTAINER_COST, Frame, MalformedFrame, Quota
from grader.sandbox.wire.messages import MAX_OUTPUT, read_exception, read_text
from grader.sandbox.wire.value_decoder import ValueDecoder

MAX_FRESH = 16 << 20
"""Bytes that all outcomes of one list of calls may take together."""
MAX_DISTINCT = 21_000
"""Different outcomes in one list of calls: the longest lists hold some 16,000 calls."""
MAX_SPELLINGS = 4
"""For how many ways to write the three cells decoded boards are kept between submissions."""


class AnswerDecoder:
    """
    Turns the outcomes of one list of calls into answers.

    An outcome is an object with one of ``value`` (a tagged value), ``printed`` (a text) and ``raised`` (an exception);
    ``after`` holds the board if the call changed it, ``shares`` is true if the answer contains a row of the board.
    """

    def __init__(self, constants: Mapping[str, Value], quota: Quota | None = None) -> None:
        """Take the module's cells by symbol, and the quota that all answers of the submission share."""
        self._values = ValueDecoder(constants)
        self._boards = _boards_of(constants)
        self._quota = quota or Quota()
        self._answers: list[Answer] = []
        self._size = 0

    def answers(self, frame: Frame, max_answers: int) -> list[Answer]:
        """Return the answers in `frame` (MalformedFrame if it holds none, or more than `max_answers`)."""
        fresh = frame.message.get("fresh")
        self._size += frame.size
        if type(fresh) is not list or len(self._answers) + len(fresh) > MAX_DISTINCT or self._size > MAX_FRESH:
            raise MalformedFrame("too many different answers")
        self._answers.extend(map(self.answer, fresh))
        if len(frame.numbers) % 4 or not frame.numbers:
            raise MalformedFrame("not a list of answers")
        numbers = array.array("I", frame.numbers)
        if len(numbers) > max_answers or max(numbers) >= len(self._answers):
            raise MalformedFrame("more answers than calls")
        return list(map(self._answers.__getitem__, numbers))

    def answer(self, entry: object) -> Answer:
        """Decode one outcome (MalformedFrame if it is none)."""
        if type(entry) is not dict:
            raise MalformedFrame("not an outcome")
        values = self._values
        if len(entry) == 1 and "value" in entry and self._boards is not None:
            known = self._boards.answer(entry["value"])
            if known is not None:
                self._quota.spend(built=2 * CONTAINER_COST)
                return known
        after = values.decode(entry["after"]) if "after" in entry else None
        if "printed" in entry:
            answer = Answer(end=ChildEnd.RETURNED, value=read_text(entry["printed"], MAX_OUTPUT), after=after)
        elif "raised" in entry:
            claim = read_exception(entry["raised"])
            answer = Answer(end=claim.end, raised=claim.raised, after=after)
        elif "value" in entry:
            value, shares = values.decode(entry["value"]), entry.get("shares") is True
            answer = Answer(end=ChildEnd.RETURNED, value=value, after=after, shares_rows=shares)
        else:
            raise MalformedFrame("not an outcome")
        self._quota.spend(built=CONTAINER_COST + values.take_cost())
        return answer


class _SharedBoards:
    """Answers that are boards, one object for each board; submissions that write their cells alike share them."""

    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._values = ValueDecoder(constants)
        self._answers: dict[str, Answer] = {}

    def answer(self, entry: object) -> Answer | None:
        if type(entry) is not list or len(entry) != 2 or entry[0] != "B" or type(entry[1]) is not str:  # noqa: PLR2004 - tag and cells
            return None
        known = self._answers.get(entry[1])
        if known is None:
            known = Answer(end=ChildEnd.RETURNED, value=self._values.decode(entry))
            self._answers[entry[1]] = known
        return known


def _boards_of(constants: Mapping[str, Value]) -> _SharedBoards | None:
    """Return the kept boards if all cells are texts or None; other values may equal a value of another type."""
    plain = all(value is None or type(value) is str for value in constants.values())
    return _kept_boards(tuple(constants.items())) if plain else None


@lru_cache(MAX_SPELLINGS)
def _kept_boards(constants: tuple[tuple[str, Value], ...]) -> _SharedBoards:
    return _SharedBoards(dict(constants))
