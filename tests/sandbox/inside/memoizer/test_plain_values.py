"""Keys are equal exactly where values are alike; copies share nothing that can change."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings

from grader.sandbox.inside.memoizer import plain_values
from tests.sandbox.inside.memoizer.plain_data import DATA, shape


class Scored(NamedTuple):
    """A named tuple, which has no key and is no constant."""

    value: int


keys = plain_values.KeyMaker()


def key_of(value: object) -> object:
    """Return the key of a value, None where it has none."""
    try:
        return keys.key(value, {})
    except plain_values.NoKeyError:
        return None


@given(DATA, DATA)
@settings(max_examples=300)
def test_keys_are_equal_where_values_are_alike(one: object, other: object) -> None:
    """In type, value and order; what holds the same container twice has no key."""
    found = key_of(one), key_of(other)

    assert None in found or (found[0] == found[1]) == (shape(one, {}) == shape(other, {}))


@pytest.mark.parametrize("value", [{1, 2}, frozenset({1}), float("nan"), object(), iter(()), [[0]] * 2, Scored(1)])
def test_what_has_no_value_of_its_own_has_no_key(value: object) -> None:
    """Sets keep an order that is not in their value; a container that is there twice may change in two places."""
    with pytest.raises(plain_values.NoKeyError):
        keys.key(value, {})


def test_a_key_tells_which_containers_can_change() -> None:
    """By their ids, with the rows of a board; a tuple is none."""
    board, free = [["X", None, None] for _row in range(3)], [(0, 1)]
    containers: dict[int, object] = {}
    keys.key((board, free, ("X", 1)), containers)

    assert [id(one) for one in (board, *board, free)] == [*containers]


@pytest.mark.parametrize("value", [1, None, True, 0.5, "X", (1, (None, "O")), frozenset({1})])
def test_a_constant_is_one(value: object) -> None:
    """Atoms, tuples and frozen sets of them."""
    assert plain_values.is_constant(value)


@pytest.mark.parametrize("value", [[], {}, set(), (1, []), float("nan"), (float("nan"),), object(), len, Scored(1)])
def test_what_can_change_or_differs_from_itself_is_no_constant(value: object) -> None:
    """Nor is a named tuple, whose class may have methods."""
    assert not plain_values.is_constant(value)
