"""One game at a time, any number of requests, and a page that asks again while the AI thinks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import pytest

from grader.errors import HarnessFault, UserError
from grader.play import game
from grader.play.game import ENDED, Opponent, PlayRoom, Reply

EMPTY = "." * 9


@dataclass
class FakeAi:
    """An opponent that plays the first free cell when it may; it runs nothing."""

    problem: str = ""
    fault: str = ""
    may_answer: threading.Event = field(default_factory=threading.Event)
    asked: list[str] = field(default_factory=list)

    def import_problem(self) -> str:
        """Return the problem."""
        return self.problem

    def reply(self, board: str) -> Reply:
        """Return the first free cell once that is allowed."""
        self.asked.append(board)
        if self.fault:
            raise HarnessFault(self.fault)
        self.may_answer.wait(10)
        return Reply(cell=board.index("."))

    def stop(self) -> None:
        """Answer at once."""
        self.asked.append("stopped")
        self.may_answer.set()

    def close(self) -> None:
        """Remember it."""
        self.asked.append("closed")


@pytest.fixture
def ais() -> list[FakeAi | str]:
    """Return the opponents of the games to come, and the messages of those that cannot be read."""
    return []


@pytest.fixture
def room(ais: list[FakeAi | str], monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayRoom]:
    """Return a room that does not wait long."""
    coming = iter(ais)

    def following() -> Opponent:
        found = next(coming)
        if isinstance(found, str):
            raise UserError(found)
        return cast("Opponent", found)

    monkeypatch.setattr(game, "PATIENCE_SECONDS", 0.05)
    made = PlayRoom(following)
    yield made
    made.close()


def settled(room: PlayRoom, game: int, board: str) -> dict[str, object]:
    """Ask until there is an answer, as the page does."""
    for _ in range(100):
        message = room.ask(game, board)
        if "thinking" not in message:
            return message
    raise AssertionError("no answer")


def test_a_slow_move_is_asked_for_again_and_made_once(room: PlayRoom, ais: list[FakeAi | str]) -> None:
    """The page learns that the AI still thinks, and gets the one answer in the end."""
    ai = FakeAi()
    ais.append(ai)

    assert {"game": 1} == room.start()
    assert [{"thinking": True}] * 2 == [room.ask(1, EMPTY), room.ask(1, EMPTY)]
    ai.may_answer.set()
    assert {"cell": 0, "taken": None, "facts": []} == settled(room, 1, EMPTY) == room.ask(1, EMPTY)
    assert [EMPTY] == ai.asked


def test_a_new_game_stops_the_one_before(room: PlayRoom, ais: list[FakeAi | str]) -> None:
    """Nobody waits for its move any more, and whoever asks for one is told why there is none."""
    first, second = FakeAi(), FakeAi()
    ais += [first, second]
    second.may_answer.set()
    room.start()
    room.ask(1, EMPTY)

    assert {"game": 2} == room.start()
    assert ENDED == room.ask(1, EMPTY)
    assert 0 == settled(room, 2, EMPTY)["cell"]
    assert [EMPTY, "stopped", "closed"] == first.asked


def test_a_move_that_was_stopped_is_not_the_ais_fault(room: PlayRoom, ais: list[FakeAi | str]) -> None:
    """Whoever waits for it learns that the game has ended, not that the AI gave no move."""
    ais.append(FakeAi())
    room.start()
    threading.Timer(0.02, room.close).start()

    assert ENDED == settled(room, 1, EMPTY)


def test_a_file_that_cannot_be_played_is_said_on_the_page(room: PlayRoom, ais: list[FakeAi | str]) -> None:
    """It was removed, it cannot be imported, the sandbox failed: each is told, and the next game may begin."""
    well = FakeAi()
    well.may_answer.set()
    ais += ["tictactoe.py: no such file", FakeAi(problem="It is broken"), FakeAi(fault="no probe starts"), well]

    assert {"problem": "tictactoe.py: no such file."} == room.start()
    assert ENDED == room.ask(0, EMPTY)
    room.start()
    assert {"problem": "It is broken. Correct the file and start again."} == settled(room, 1, EMPTY)
    room.start()
    fault = "This is an internal error, not a mistake of your AI: no probe starts."
    assert {"problem": fault} == settled(room, 2, EMPTY)
    room.start()
    assert {"cell": 0, "taken": None, "facts": []} == settled(room, 3, EMPTY)
