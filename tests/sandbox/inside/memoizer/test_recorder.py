"""A stand-in for a counter can be added to; whatever else is done with it is refused."""

from __future__ import annotations

import copy
import json
import operator
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from grader.sandbox.inside.memoizer import Obstacle
from grader.sandbox.inside.memoizer.effects import Unread


class ReadError(BaseException):
    """Something read a stand-in."""


def refuse(_reason: Obstacle) -> NoReturn:
    """Say so."""
    raise ReadError


@pytest.fixture
def unread() -> Unread:
    """Return what makes stand-ins."""
    return Unread(refuse)


def test_a_counter_adds_up_what_is_added_and_subtracted(unread: Unread) -> None:
    """The one that was added to stays as it is, as a number does."""
    before = count = unread.counter(5)
    count += 3
    count -= 10

    assert (5, -2) == (unread.added(before), unread.added(count))
    assert unread.is_counter(count)


@pytest.mark.parametrize(
    "read",
    [
        bool,
        int,
        str,
        repr,
        hash,
        float,
        round,
        iter,
        len,
        operator.index,
        operator.neg,
        copy.copy,
        copy.deepcopy,
        json.dumps,
        range,
        "{}".format,
        "%d".__mod__,
        [0, 1].__getitem__,
        {0: 1}.get,
        [0, 1].index,
        lambda value: 2**value,
        lambda value: value > 3,
        lambda value: value == 0,
        lambda value: value in {0, 1},
        lambda value: value + 1,
        lambda value: 1 + value,
        lambda value: value % 2,
        lambda value: 7 // value,
        lambda value: value.real,
        lambda value: isinstance(value, int),
        lambda value: f"{value}",
        lambda value: operator.imul(value, 2),  # type: ignore[no-untyped-call]
        lambda value: operator.iadd(value, 0.5),  # type: ignore[no-untyped-call]
        lambda value: operator.iadd(value, [1] == [1]),  # type: ignore[no-untyped-call]
        lambda value: operator.isub(value, "1"),  # type: ignore[no-untyped-call]
        lambda value: setattr(value, "added", 0),
        lambda value: sum([value]),
        lambda value: max(value, 3),
        lambda value: sorted([value, 1]),
    ],
)
def test_nothing_can_read_it(read: Callable[[Any], object], unread: Unread) -> None:
    """By operators, texts, lookups, copies or attributes."""
    with pytest.raises(ReadError):
        read(unread.counter(0))
