"""The rows of an assignment's table of checks; its cases, right answers and sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.assignments.exhaustive.cases import LEGAL, BoardSelector, Case, CaseTable, every_board, is_empty_board
from grader.assignments.exhaustive.oracle import CellSpelling, Oracle
from grader.model.answer import Answer, Pairing
from grader.model.spec import Assignment, CheckEntry, Sheet
from grader.model.verdict import ChildEnd

if TYPE_CHECKING:
    from grader.assignments.exhaustive.examination import Examination
    from grader.assignments.exhaustive.judge import Answers
    from grader.model.reason import Said
    from grader.model.result import CheckOutcome
    from grader.sandbox.student import Student

BOARD_CHANGED, BOARD_AS_IT_WAS = "board_changed", "board_as_it_was"
"""The code for a call that changed its board, and the code for what is expected instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(CheckEntry):
    """A row of an assignment's table of checks; the class tells how it is judged."""

    quotes: Mapping[str, str]
    """By sheet: the sentence behind the check. A sheet that is silent about the check is missing."""
    expected: str = ""
    """Code of the words for the expected answer; empty for the right answer, which the oracle words."""


class AnswerNote(NamedTuple):
    """A note for a person, given once if any answer calls for it, whether the check passes or not."""

    holds: Callable[[Answer], bool]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCheck(Check):
    """
    Judged by the answers to the cases of `kind` on the boards that `boards` selects.

    `answer_ok` tests the answer alone; `case_ok` tests it with its case, and accepts every right answer. Without both,
    right answers pass.
    """

    boards: BoardSelector
    kind: str = LEGAL
    answer_ok: Callable[[Oracle, Answer], bool] | None = None
    case_ok: Callable[[Oracle, Case, Answer], bool] | None = None
    refuted_by: Pairing = Pairing.NONE
    """The pairs of calls that test the claim of the inside which `answer_ok` reads."""
    got: str = ""
    """Code of the words for a fault of conduct, shown instead of the answer; empty to show the answer."""
    note: AnswerNote | None = None

    @property
    def is_about_right_answers(self) -> bool:
        """Whether the check is about conduct and looks only at cases with a right answer."""
        return self.conduct and self.boards is every_board and self.kind == LEGAL

    @property
    def is_about_type(self) -> bool:
        """Whether the check is about the type of right answers: most callers go on with another one."""
        return self.is_about_right_answers and not self.got

    def passes(self, oracle: Oracle, case: Case, answer: Answer) -> bool:
        """Tell whether `answer` passes; a call that was not made is not wrong."""
        if answer.end is ChildEnd.NOT_ASKED:
            return True
        if self.answer_ok is None and self.case_ok is None:
            return oracle.is_right(case, answer)
        return (self.answer_ok is None or self.answer_ok(oracle, answer)) and (
            self.case_ok is None or self.case_ok(oracle, case, answer)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesCheck(Check):
    """Judged by all games that its function, which chooses moves, can be made to play as one side."""

    side: str
    """``X`` or ``O``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCheck(Check):
    """Judged by a function of its own."""

    judge: Callable[[Any, OwnCheck], CheckOutcome]
    """Gets the assignment's `Answers` and this row."""


def wrong_beyond_type(checks: Iterable[Check]) -> set[str]:
    """Return the functions of failed `checks` that are wrong in more than the type of right answers."""
    return {one.function for one in checks if not (isinstance(one, BoardCheck) and one.is_about_type)}


def unchanged(_oracle: Oracle, answer: Answer) -> bool:
    return not answer.changed


def has_returned(_oracle: Oracle, answer: Answer) -> bool:
    return answer.end is ChildEnd.RETURNED


def is_legal_move(oracle: Oracle, case: Case, answer: Answer) -> bool:
    """Tell whether the answer names a free cell of the board."""
    return oracle.move(answer) in case.position.moves


def board_unchanged(check: str, quotes: Mapping[str, str], title: str = "leave the board as it was") -> BoardCheck:
    """Return the row of a check that no call of its function changes the board."""
    return BoardCheck(
        id=check,
        title=title,
        conduct=True,
        quotes=quotes,
        boards=every_board,
        answer_ok=unchanged,
        refuted_by=Pairing.SAME_BOARD,
        got=BOARD_CHANGED,
        expected=BOARD_AS_IT_WAS,
    )


def in_time(check: str, quotes: Mapping[str, str], expected: str) -> BoardCheck:
    """Return the row of a check that its function, a search, ends on the empty board; `expected` is a code."""
    return BoardCheck(
        id=check,
        title="answer the empty board within the limit",
        conduct=True,
        quotes=quotes,
        boards=is_empty_board,
        answer_ok=has_returned,
        expected=expected,
    )


def sheets_of(checks: Sequence[Check], of_files: Mapping[str, Mapping[str, str]]) -> tuple[Sheet, ...]:
    """Return the sheets that `checks` quote; `of_files` has each sheet's sentences about the handed-in files."""
    return tuple(
        Sheet(name, {**{row.id: row.quotes[name] for row in checks if name in row.quotes}, **files})
        for name, files in of_files.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingSpec(Assignment):
    """An assignment whose functions are asked on all boards."""

    checks: tuple[Check, ...]
    table: Path
    """The module with the rows: the file whose tests pytest collects."""
    cases: CaseTable
    oracle: Callable[[CellSpelling], Oracle]
    """Makes the judge of one function's answers."""
    ask: Callable[[Student], Answers]
    """Asks a submission everything, in one fixed order; HarnessFault if the sandbox fails."""
    right_functions: Path
    """The module with right functions that may replace wrong ones where no points are earned; it is read as text."""
    counted_noun: Mapping[str, str] = field(default_factory=dict)
    """By function: the word for its cases in messages, unless that is "boards"."""
    several_answers_per_board: frozenset[str] = frozenset()
    """Functions whose right answer depends on more arguments than the board."""
    move_functions: frozenset[str] = frozenset()
    recognize: Callable[[Mapping[str, Examination], str, Collection[str]], Mapping[str, Said]] = lambda *_: {}
    """Returns the known mistakes of a function, by failed check; the functions of the last argument count as right."""
    stateful_mistakes: frozenset[str] = frozenset()
    """Codes of known mistakes that give equal calls different answers."""
    readers: Sequence[str] = ()
    """Functions whose right answers tell what is on a board; the first one's answer tells the whole board."""

    def board_checks(self, function: str) -> tuple[BoardCheck, ...]:
        return tuple(row for row in self.checks if isinstance(row, BoardCheck) and row.function == function)
