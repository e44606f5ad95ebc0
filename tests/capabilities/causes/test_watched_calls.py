"""Which failures may follow from another function: decided outside, from calls that were seen inside."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import cast

import pytest

from grader.assignments import ASSIGNMENTS
from grader.capabilities.causes.report import Cause
from grader.capabilities.causes.watched_calls import MAX_WATCHED, find_causes
from grader.model.answer import Answer, Call, HelperCall, Value
from grader.model.reason import reason
from grader.model.result import CheckOutcome, ShownCall
from grader.model.verdict import ChildEnd, Verdict
from grader.sandbox.running.progress import Progress
from grader.sandbox.student import Student
from grader.text.reasons import said

WON = "..X.X.XOO"
"""X has won on the anti-diagonal."""
OTHER = "O.X.X.XO."
OPEN = "XO......."
SECONDS_FOR_MANY = 2
"""CPU seconds; it takes a tenth of a second, and took a minute when each wrong call was looked at alone."""
RAISED = Answer(end=ChildEnd.RAISED)


def call(function: str, board: str = WON, *extra: Value) -> Call:
    """Return a call of `function`."""
    return Call(function=function, board=board, extra=extra)


def returned(value: Value, after: Value = None) -> Answer:
    """Return the answer of a call that came back with `value`."""
    return Answer(end=ChildEnd.RETURNED, value=value, after=after)


def seen(made: Call, answer: Answer | None, *inside: int) -> HelperCall:
    """Return a call that was seen, with those inside it."""
    return HelperCall(call=made, answer=answer, inside=inside)


def failed(check: str, *calls: Call) -> CheckOutcome:
    """Return the outcome of a check that failed in these calls."""
    return CheckOutcome(
        check=check, verdict=Verdict.FAIL, shown=ShownCall(calls[0], RAISED), failing_calls=tuple(calls[1:])
    )


class Watched:
    """Stands in for a student: it knows what is seen in each call."""

    def __init__(self, *watched: tuple[HelperCall, ...]) -> None:
        """Take what is seen, the call itself first."""
        self.seen = {one[0].call: one for one in watched}
        self.asked: list[Call] = []
        self.progress = Progress()

    def cell_value(self, symbol: str) -> Value:
        """Write cells as the assignment does."""
        return None if symbol == "." else symbol

    def helper_calls(self, made: Call) -> tuple[HelperCall, ...]:
        """Return what is seen in a call."""
        self.asked.append(made)
        return self.seen.get(made, ())


def causes(watched: Watched, *outcomes: CheckOutcome, assignment: str = "tictactoe") -> tuple[Cause, ...]:
    """Return the causes of `outcomes`."""
    by_check = {outcome.check: outcome for outcome in outcomes}
    return find_causes(cast("Student", watched), ASSIGNMENTS[assignment], by_check)


WINNER = failed("winner.diagonals", call("winner"))
TERMINAL = failed("terminal.won", call("terminal"))
MINIMAX = failed("minimax.none_when_over", call("minimax"))
NOTHING = (seen(call("winner"), returned(None)),)


def test_the_cause_is_the_function_in_whose_calls_no_other_one_was_wrong() -> None:
    """The function `terminal` is wrong, too, but only where it called `winner`; the root is named for both."""
    chain = seen(call("terminal"), returned(value=False), 2), seen(call("winner"), returned(None))
    watched = Watched(
        NOTHING,
        (seen(call("terminal"), returned(value=False), 1), chain[1]),
        (seen(call("minimax"), returned((0, 0)), 1), *chain),
    )

    assert causes(watched, WINNER, TERMINAL, MINIMAX) == (
        Cause(
            function="winner",
            checks=("terminal.won", "minimax.none_when_over"),
            caller="terminal",
            board=WON,
            call="winner(board)",
            got=(reason("value", value="None"),),
            expected=(reason("value", value="X"),),
        ),
    )


def test_of_several_causes_the_one_that_was_seen_in_most_calls_counts() -> None:
    """A call can show wrong answers of more than one function."""
    lower, upper = seen(call("player", OPEN), returned("O")), seen(call("winner"), returned(None))
    watched = Watched(
        (seen(call("minimax"), returned((0, 0)), 1, 2), lower, upper),
        (seen(call("minimax", OPEN), returned((0, 0)), 1), upper),
    )
    wrong = failed("player.alternates", call("player", OPEN)), WINNER

    (cause,) = causes(watched, *wrong, failed("minimax.legal_move", call("minimax"), call("minimax", OPEN)))

    assert (cause.function, cause.checks) == ("winner", ("minimax.legal_move",))


def test_a_chain_is_followed_wherever_the_calls_were_first_made() -> None:
    """A call that was made before `terminal` made it again is one with it."""
    watched = Watched(
        NOTHING,
        (
            seen(call("minimax"), returned((0, 0)), 1, 2),
            seen(call("winner"), returned(None)),
            seen(call("terminal"), returned(value=False), 1),
        ),
    )

    assert [cause.function for cause in causes(watched, WINNER, TERMINAL, MINIMAX)] == ["winner"]


@pytest.mark.parametrize(
    ("answer", "got"),
    [
        (returned(None), "None"),
        (returned("O"), "O"),
        (RAISED, "an exception"),
        (returned("X", [["X"]]), "X, and changed the board"),
        (
            returned("X", [["X", None, None], [None, None, None], [None, None, None]]),
            "X, and changed the board to [X . .] [. . .] [. . .]",
        ),
    ],
)
def test_an_answer_is_wrong_by_its_value_and_by_what_was_done_to_the_board(answer: Answer, got: str) -> None:
    """A function that spoils the board of its caller is a cause as well."""
    watched = Watched(NOTHING, (seen(call("terminal"), returned(value=False), 1), seen(call("winner"), answer)))

    (cause,) = causes(watched, WINNER, TERMINAL)

    assert (said(cause.got), said(cause.expected)) == (got, "the board as it was" if got.startswith("X") else "X")


@pytest.mark.parametrize(
    "inside",
    [
        seen(call("winner"), returned("X")),
        seen(call("winner"), None),
        seen(call("winner", "XXXXXXXXX"), returned(None)),
        seen(call("winner", WON, 3), returned(None)),
        seen(call("terminal", OTHER), returned(value=False)),
        seen(call("utility"), returned(0)),
    ],
    ids=["right", "not known", "no board of a game", "other arguments", "itself", "passes its checks"],
)
def test_what_was_seen_may_explain_nothing(inside: HelperCall) -> None:
    """Then nothing is claimed."""
    watched = Watched(NOTHING, (seen(call("terminal"), returned(value=False), 1), inside))

    assert causes(watched, WINNER, TERMINAL) == ()


def test_every_call_that_is_watched_must_show_it() -> None:
    """A check that fails on another board without a wrong helper has a fault of its own."""
    own = seen(call("terminal", OTHER), returned(value=False))
    watched = Watched(
        NOTHING,
        (seen(call("terminal"), returned(value=False), 1), seen(call("winner"), returned(None))),
        (own,),
    )

    assert causes(watched, WINNER, failed("terminal.won", call("terminal"), call("terminal", OTHER))) == ()


def test_the_depth_of_a_search_does_not_matter_where_the_assignment_counts_none() -> None:
    """The lab's `minimax` is right or wrong whatever depth it has come to."""
    made = call("best_move", OPEN)
    inside = seen(call("minimax", WON, 4, True), returned(1))  # noqa: FBT003 - the argument of a student's function
    watched = Watched((seen(made, returned((0, 0)), 1), inside))
    outcomes = failed("minimax.finished", call("minimax", WON, 0, False)), failed("best_move.keeps_win", made)  # noqa: FBT003

    (cause,) = causes(watched, *outcomes, assignment="ai_game")

    assert (cause.function, cause.call, said(cause.expected)) == ("minimax", "minimax(board, 4, True)", "-1")


def test_a_depth_that_is_no_number_is_no_call_of_the_assignment() -> None:
    """What a file may invent in place of a depth is not quoted."""
    made = call("best_move", OPEN)
    inside = seen(call("minimax", WON, "full marks", True), returned(1))  # noqa: FBT003
    watched = Watched((seen(made, returned((0, 0)), 1), inside))
    outcomes = failed("minimax.finished", call("minimax", WON, 0, False)), failed("best_move.keeps_win", made)  # noqa: FBT003

    assert causes(watched, *outcomes, assignment="ai_game") == ()


def test_a_forged_graph_of_calls_costs_little_time() -> None:
    """Each wrong call leads to all others: what can be reached is not worked out anew for each of them."""
    count = 800
    everywhere = tuple(range(count))
    wrong = (
        seen(call("terminal"), returned(value=False), *everywhere),
        seen(call("winner"), returned(None), *everywhere),
    )
    forged = (seen(call("minimax"), returned((0, 0)), *everywhere), *(count // 2 * wrong))
    started = time.thread_time()

    assert causes(Watched(NOTHING, forged), WINNER, MINIMAX) == ()
    assert time.thread_time() - started < SECONDS_FOR_MANY


def test_an_action_may_be_a_list() -> None:
    """It is the same move."""
    made = call("minimax", OPEN)
    watched = Watched((seen(made, returned((0, 0)), 1), seen(call("result", OPEN, [0, 2]), RAISED)))
    outcomes = failed("result.new_board", call("result", OPEN, (0, 2))), failed("minimax.legal_move", made)

    assert [cause.function for cause in causes(watched, *outcomes)] == ["result"]


def test_nothing_is_watched_if_one_function_fails() -> None:
    """Most files cost nothing."""
    watched = Watched(NOTHING)

    assert causes(watched, WINNER, failed("winner.rows", call("winner"))) == ()
    assert watched.asked == []


def test_a_call_that_waits_for_ever_is_not_watched() -> None:
    """It would wait for as long as before."""
    waits = replace(MINIMAX, shown=ShownCall(call("minimax"), Answer(end=ChildEnd.WALL_LIMIT)))
    watched = Watched((seen(call("terminal"), returned(value=False), 1), NOTHING[0]), NOTHING)
    assert [one.checks for one in causes(watched, WINNER, TERMINAL, waits)] == [("terminal.won",)]
    assert call("minimax") not in watched.asked


def test_a_limited_number_of_calls_is_watched() -> None:
    """A check whose calls are not watched follows from nothing."""
    boards = [f"{number:09b}".replace("0", ".").replace("1", "X") for number in range(2 * MAX_WATCHED)]
    outcomes = [failed(f"{name}.{check}", *(call(name, board) for board in boards)) for name, check in [
        ("winner", "rows"), ("terminal", "won")]]  # fmt: skip
    watched = Watched(
        *((seen(call(name, board), None, 1), seen(call(other), returned(None)))
          for name, other in [("winner", "utility"), ("terminal", "winner")] for board in boards)
    )  # fmt: skip

    assert causes(watched, *outcomes) == ()
    assert len(watched.asked) <= MAX_WATCHED


class Broken(Watched):
    """Stands in for a student whose calls cannot be watched."""

    def helper_calls(self, made: Call) -> tuple[HelperCall, ...]:
        """Fail."""
        raise ZeroDivisionError(made)


def test_a_fault_of_ours_leaves_only_the_evidence_out(faults: list[str]) -> None:
    """No mark is lost by it. It is logged, without a text that may be a student's, and fails every other test."""
    assert causes(Broken(), WINNER, TERMINAL) == ()

    (logged,) = faults
    assert "no causes, ZeroDivisionError in helper_calls" in logged
    assert WON not in logged
    faults.clear()
