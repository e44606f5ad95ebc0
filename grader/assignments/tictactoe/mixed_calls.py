"""
Calls of all functions mixed, and odd actions: what no sweep of one function asks.

The calls are the same for every submission whose functions are right by themselves, so all of them are made in one
process; which of them matter is only looked for, with hypothesis, once an answer is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from grader.assignments.exhaustive.cases import Question
from grader.assignments.exhaustive.explanation import Wrong
from grader.assignments.tictactoe.cases import QUESTIONS, odd_action
from grader.assignments.tictactoe.spec import examine
from grader.game.tree import table
from grader.model.answer import Answer, Call
from grader.model.call_batch import CallBatch
from grader.model.verdict import ChildEnd
from grader.sandbox.student import Student

SEED = 958
MIXED = 600
"""Calls of functions that are right by themselves."""
EARLY = 10
"""Half of them are of its first questions: a game that starts again is where state left behind shows."""
FEW_FREE = 4
"""`minimax` takes part on boards with at most so many free cells, where every search is short."""
SMALL = range(-4, 7)
"""Rows and columns that are tried with each other, on two boards each."""
LARGE = 40
"""Odd actions beyond those, with a number from `FAR` in them."""
FAR = 2**40
FEW = (0, 1, 2, 4, 8, 16, 32)
"""Calls before a wrong answer that are tried; more would be no help to a person."""


@cache
def mixed_calls(functions: tuple[str, ...], kinds: frozenset[str]) -> tuple[tuple[Question, ...], CallBatch]:
    """Return questions of `functions` and odd actions of `kinds` in the order they are asked in, and their calls."""
    picks = random.Random(SEED)  # noqa: S311 - an order, not a secret
    mixed = [_picked(picks, pool(picks.choice(functions))) for _ in range(MIXED if functions else 0)]
    mixed += [question for question in _odd_actions(picks) if question.kind in kinds]
    picks.shuffle(mixed)
    # The first call of a list says whether each is timed by itself, as those of `minimax` are.
    quick = next((at for at, question in enumerate(mixed) if question.call.function != "minimax"), 0)
    asked = (*mixed[quick:], *mixed[:quick])
    calls = [question.call for question in asked]
    return asked, CallBatch([call.function for call in calls], [c.board for c in calls], [c.extra for c in calls])


@cache
def pool(function: str) -> Sequence[Question]:
    """Return what `function` may be asked between calls of others."""
    asked = QUESTIONS.of(function)
    if function != "minimax":
        return asked
    return [asked[at] for at, position in enumerate(asked.positions) if position.board.count(".") <= FEW_FREE]


def all_wrong(student: Student, asked: Sequence[Question], answers: Sequence[Answer]) -> Iterator[Wrong]:
    """Yield the wrong ones among answers of one process, each with the calls before it; "not reached" is not wrong."""
    for at, (question, answer) in enumerate(zip(asked, answers, strict=True)):
        if answer.end is ChildEnd.NOT_REACHED:
            continue
        if not examine(student, question.call.function).truth.right(question, answer):
            yield Wrong(question=question, answer=answer, earlier=tuple(one.call for one in asked[:at]))


def with_fewest(student: Student, seen: Wrong) -> Wrong:
    """Return `seen` with as few of the calls just before it as show it from a fresh start, or with none said."""
    earlier = seen.earlier or ()
    for count in (count for count in FEW if count <= len(earlier)):
        found = _after(student, seen.question, earlier[len(earlier) - count :])
        if found is not None:
            break
    else:
        return replace(seen, question=replace(seen.question, at=None), earlier=None)
    for call in found.earlier or ():
        without = tuple(one for one in found.earlier or () if one is not call)
        found = _after(student, seen.question, without) or found
    return found


def _after(student: Student, question: Question, earlier: tuple[Call, ...]) -> Wrong | None:
    """Return the answer to `question` after the calls `earlier` from a fresh start, when it is wrong."""
    answer = student.sequence((*earlier, question.call))[-1]
    wrong = next(all_wrong(student, [question], [answer]), None)
    return wrong and replace(wrong, earlier=earlier)


def _picked(picks: random.Random, questions: Sequence[Question]) -> Question:
    return questions[picks.randrange(min(EARLY, len(questions)) if picks.random() < 0.5 else len(questions))]  # noqa: PLR2004


def _odd_actions(picks: random.Random) -> list[Question]:
    boards = [position.board for position in table().open]
    actions = [(row, column) for row in SMALL for column in SMALL] * 2
    for _ in range(LARGE):
        pair = (picks.randint(-FAR, FAR), picks.choice([*SMALL, FAR, -FAR]))
        actions.append(pair if picks.random() < 0.5 else pair[::-1])  # noqa: PLR2004 - either is the row
    asked = [odd_action(picks.choice(boards), action) for action in actions]
    return [question for question in asked if question is not None]
