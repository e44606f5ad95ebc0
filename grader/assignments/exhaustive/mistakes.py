"""
Names the mistake of a wrong function by its answers alone.

Each known mistake is a model: a small wrong program that says what such a function answers to each case. A mistake is
named only if its model gives all right answers that were recorded, and all wrong ones or nearly all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any, NamedTuple, TypeAlias

from grader.model.answer import spread
from grader.model.reason import Said, reason

Token: TypeAlias = Any
"""An answer as far as mistakes are told apart by it: plain data that can be compared and hashed."""
Input: TypeAlias = Any
"""What a model gets: the position of a case, and the cell of a move."""

WITNESSES = 3
"""Wrong answers that a mistake must explain: nothing is concluded from one board."""
NEARLY = 50
"""Among so many wrong answers, one may have another reason."""
FIRST = 8
"""A model that explains none of so many wrong answers, taken from all of them, is given up."""
AS_WRONG = 0.5
"""A model that leaves a choice must explain why so few answers are wrong: at least this part of a random choice's."""


@dataclass(frozen=True, kw_only=True)
class GivenAnswers:
    """What a function answered to some of its cases."""

    inputs: Sequence[Input]
    tokens: Sequence[Token]
    right: Sequence[bool]

    @cached_property
    def wrong_places(self) -> Sequence[int]:
        return [place for place, right in enumerate(self.right) if not right]

    @cached_property
    def order(self) -> Sequence[int]:
        """All places, those of wrong answers first, and of them `FIRST` from all parts: most models fail there."""
        first = spread(self.wrong_places, FIRST)
        return [*dict.fromkeys((*first, *self.wrong_places, *range(len(self.right))))]

    def only(self, chosen: Callable[[Input], bool]) -> GivenAnswers:
        """Return the part about some of the inputs."""
        kept = [place for place, one in enumerate(self.inputs) if chosen(one)]
        return GivenAnswers(
            inputs=[self.inputs[at] for at in kept],
            tokens=[self.tokens[at] for at in kept],
            right=[self.right[at] for at in kept],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeModel:
    """A mistake, and what a function with this mistake answers."""

    mistake: Said
    explains: Callable[[Input, Token], bool]
    """Whether a function with this mistake can give this answer."""
    choices: Callable[[Input], Collection[Token]] | None = None
    """The answers among which the model leaves the choice open; None if each case has one answer."""
    right_choices: Callable[[Input], Collection[Token]] | None = None
    """The right answers, for a model that leaves a choice."""
    witnesses: int = WITNESSES
    """Wrong answers from which on it may be named."""
    one_in: int = NEARLY
    """Among so many wrong answers, one may have another reason; fewer than `NEARLY` for a fact that is only seen."""


def is_error(token: Token) -> bool:
    """Tell whether `token` stands for an exception, or for another call without an answer: it begins with ``!``."""
    return isinstance(token, str) and token.startswith("!")


def answers(code: str, model: Callable[[Input], Token], **values: str | int) -> MistakeModel:
    """Return a model with one answer to each case."""
    return MistakeModel(mistake=(reason(code, **values),), explains=lambda one, token: token == model(one))


def tells(code: str, explains: Callable[[Input, Token], bool], **values: str | int) -> MistakeModel:
    """Return a model that is known by a property of its answers."""
    return MistakeModel(mistake=(reason(code, **values),), explains=explains)


def chooses(
    code: str,
    choices: Callable[[Input], Collection[Token]],
    right: Callable[[Input], Collection[Token]],
    **values: str | int,
) -> MistakeModel:
    """Return a model that leaves some choices open."""
    return MistakeModel(
        mistake=(reason(code, **values),),
        explains=lambda one, token: token in choices(one),
        choices=choices,
        right_choices=right,
    )


class Named(NamedTuple):
    """The mistake that explains wrong answers, with the numbers if it explains nearly all of them."""

    mistake: Said
    unexplained: frozenset[int]
    """The places of wrong answers that it does not explain."""


def name_mistake(evidence: GivenAnswers, models: Iterable[MistakeModel]) -> Named | None:
    """
    Return the mistake whose model explains the answers.

    Of several, the one with the fewest exceptions, then the one that leaves the least choice, then the first.
    """
    wrong = len(evidence.wrong_places)
    best: tuple[float, float] | None = None
    found: MistakeModel | None = None
    for model in models if wrong else ():
        if wrong < model.witnesses:
            continue
        own_limit = wrong // model.one_in
        fit = _fit(evidence, model, own_limit if best is None else min(own_limit, int(best[0])))
        if fit is not None and (best is None or fit < best):
            best, found = fit, model
            if best == (0, 0):
                break
    return None if found is None else _named(evidence, found)


def _named(evidence: GivenAnswers, model: MistakeModel) -> Named:
    places = evidence.wrong_places
    unexplained = [at for at in places if not model.explains(evidence.inputs[at], evidence.tokens[at])]
    mistake = model.mistake
    if unexplained:
        code = "explains_nearly_all" if model.one_in == NEARLY else "seen_in"
        mistake += (reason(code, explained=len(places) - len(unexplained), of_wrong=len(places)),)
    return Named(mistake, frozenset(unexplained))


def _fit(evidence: GivenAnswers, model: MistakeModel, limit: int) -> tuple[float, float] | None:
    """Return how many answers `model` does not explain and how much choice it leaves; None if it does not fit."""
    unexplained = 0
    for tried, place in enumerate(evidence.order, 1):
        if not model.explains(evidence.inputs[place], evidence.tokens[place]):
            unexplained += 1
            if unexplained > limit or evidence.right[place] or unexplained == tried == FIRST:
                return None
    if model.choices is None or model.right_choices is None:
        return unexplained, 0
    open_choice, by_chance = 0.0, 0.0
    for one in evidence.inputs:
        chosen, right = model.choices(one), model.right_choices(one)
        open_choice += log(len(chosen))
        by_chance += sum(token not in right for token in chosen) / len(chosen)
    return (unexplained, open_choice) if len(evidence.wrong_places) >= AS_WRONG * by_chance else None
