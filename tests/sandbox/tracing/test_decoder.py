"""Messages of recorded searches, as a hostile process may write them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grader.model.reason import reason
from grader.model.search_trace import SearchCall
from grader.sandbox.tracing.decoder import NO_PARENT, UNKNOWN, read_trace
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import SourceText

START = "XO......."
SOURCE = SourceText(["def search(board): pass\nsearch = lambda board: 1"])
BOARD, CHILD, OTHER = 3**8 + 2 * 3**7, 3**8 + 2 * 3**7 + 3**6, 3**7
"""The numbers of the start, of X in cell 2 after it, and of a position that does not follow."""
MESSAGE = {
    "type": "recorded",
    "functions": ["minimax", "search", "<lambda>", "Full marks!"],
    "arguments": [[], [1, "0.5", "-inf"]],
    "move": 2,
    "raised": False,
    "recursive": True,
    "events": 12,
    "cut": "",
}
ROWS = [
    (NO_PARENT, 0, BOARD, 0, 0),
    (0, 1, CHILD, 1, 0b1000),
    (1, 1, CHILD, 0, 0),
    (1, 2, UNKNOWN, 0, 0),
    (2, 3, OTHER, 0, 0),
]
"""Parent, function, position, arguments, cells looked at."""


def frame(rows: Sequence[tuple[int, ...]], message: Mapping[str, Any]) -> Frame:
    """Return the frame of a recording."""
    parents, *others = zip(*rows, strict=True)
    columns = [array("I", parents), *(array("H", column) for column in others)]
    return Frame(message, b"".join(column.tobytes() for column in columns))


def test_a_recording_is_read_call_by_call() -> None:
    """Names that the file does not define are replaced, positions that do not follow are left out."""
    trace = read_trace(frame(ROWS, MESSAGE), START, SOURCE, "minimax")

    child = SearchCall(
        parent=0,
        function="search",
        board="XOX......",
        looked_at=(3,),
    )
    assert (trace.start, trace.complete, trace.recursive) == (START, False, True)
    assert trace.why == reason("unwatched_other_boards")
    assert trace.calls == (
        SearchCall(parent=None, function="minimax", board=START),
        child,
        child._replace(parent=1, looked_at=()),
        SearchCall(parent=1, function="lambda", board=None),
        SearchCall(parent=2, function="?", board=None),
    )


def test_a_recording_is_complete_if_all_its_boards_follow() -> None:
    """Those of a search that exchanges the players are exchanged again."""
    swapped = 2 * 3**8 + 3**7 + 2 * 3**6
    trace = read_trace(frame([*ROWS[:3], (2, 1, swapped, 0, 0)], MESSAGE), START, SOURCE, "minimax")

    assert (trace.complete, trace.why) == (True, None)
    assert [call.board for call in trace.calls] == [START, "XOX......", "XOX......", "XOX......"]


@pytest.mark.parametrize(("move", "raised"), [(None, False), (None, True), (2, False)])
def test_of_the_first_call_the_outcome_is_known(move: int | None, raised: bool) -> None:  # noqa: FBT001 - a case
    """The move that it returned, and whether it raised."""
    trace = read_trace(frame(ROWS[:1], {**MESSAGE, "move": move, "raised": raised}), START, SOURCE, "minimax")

    assert (trace.move, trace.raised) == (move, raised)


@pytest.mark.parametrize(
    "change",
    [
        {"functions": None},
        {"functions": ["minimax", "search"]},
        {"functions": ["f"] * 501},
        {"functions": ["f" * 81] * 4},
        {"functions": [["minimax"]] * 4},
        {"arguments": [[]]},
        {"arguments": [[], ["nan"]]},
        {"arguments": [[], [1 << 53]]},
        {"arguments": [[], [True]]},
        {"arguments": [[], ["1" * 33]]},
        {"arguments": [[], [1, 2, 3, 4, 5, 6, 7]]},
        {"arguments": [[], [None]]},
        {"arguments": [[], [[1, 2, 3]]]},
        {"move": 9},
        {"move": True},
        {"move": [0, 2]},
        {"raised": None},
        {"recursive": 1},
        {"events": None},
        {"cut": "the grader is broken"},
        {"cut": None},
    ],
)
def test_messages_that_the_inside_never_writes_are_refused(change: dict[str, object]) -> None:
    """Each table has its limits, and each entry its type."""
    with pytest.raises(MalformedFrame):
        read_trace(frame(ROWS, {**MESSAGE, **change}), START, SOURCE, "minimax")


@pytest.mark.parametrize(
    ("at", "row"),
    [
        (0, (0, 0, BOARD, 0, 0)),
        (0, (NO_PARENT, 0, CHILD, 0, 0)),
        (0, (NO_PARENT, 0, UNKNOWN, 0, 0)),
        (1, (NO_PARENT, 1, CHILD, 0, 0)),
        (1, (1, 1, CHILD, 0, 0)),
        (1, (0, 4, CHILD, 0, 0)),
        (1, (0, 1, 3**9, 0, 0)),
        (1, (0, 1, CHILD, 2, 0)),
        (1, (0, 1, CHILD, 0, 1 << 9)),
    ],
)
def test_calls_that_the_inside_never_writes_are_refused(at: int, row: tuple[int, ...]) -> None:
    """The first call is that of the marker, each other one comes from a call before it, and all numbers are known."""
    with pytest.raises(MalformedFrame):
        read_trace(frame([*ROWS[:at], row, *ROWS[at + 1 :]], MESSAGE), START, SOURCE, "minimax")


@pytest.mark.parametrize("numbers", [b"", b"\0" * 13, b"\xff" * 14])
def test_a_recording_has_whole_calls(numbers: bytes) -> None:
    """At least one, with all its numbers."""
    with pytest.raises(MalformedFrame):
        read_trace(Frame(MESSAGE, numbers), START, SOURCE, "minimax")
