"""The parts of the exact shortcut by themselves: the quick copy, the keys, the counts, what is read from a frame."""

from __future__ import annotations

import copy
import gc
import sys
import types
from collections import namedtuple
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.corpus import styles
from grader.game.tree import table
from grader.sandbox.inside import boards
from grader.sandbox.inside.memoizer import holding, named_tuples, plain_values, shortcut

FUNCTIONS = ["player", "actions", "result", "winner", "terminal", "utility", "minimax"]


keys = plain_values.Keys({})

ATOMS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats(allow_nan=False, width=16) | st.sampled_from("XO ")
ROWS = st.lists(ATOMS, min_size=3, max_size=3)
DATA = st.recursive(
    ATOMS | ROWS | st.lists(ROWS, min_size=3, max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.integers(0, 3), inner, max_size=2)
    ),
    max_leaves=6,
)


def shape(value: object, seen: dict[int, int]) -> object:
    """Describe a value with its types and with which of its parts are the same object."""
    if isinstance(value, (list, dict)):
        if id(value) in seen:
            return seen[id(value)]
        seen[id(value)] = len(seen)
    if isinstance(value, (list, tuple)):
        return (type(value), *[shape(part, seen) for part in value])
    if isinstance(value, dict):
        return (dict, *[(shape(key, seen), shape(part, seen)) for key, part in value.items()])
    return (type(value), repr(value))


def key_of(value: object) -> object:
    """Return the key of a value, None where it has none."""
    try:
        return keys.key((value,))[0]
    except plain_values.Unkeyable:
        return None


def of_style(text: str) -> tuple[Any, types.ModuleType]:
    """Import a solution with its shortcut, here."""
    short_of = shortcut.Shortcut(text, "tictactoe.py", "minimax")
    module = types.ModuleType("tictactoe")
    short_of.prepare(module)
    exec(short_of.code, vars(module))  # noqa: S102 - a solution of our own
    short_of.settle(module, FUNCTIONS, [vars(module)[name] for name in ("X", "O", "EMPTY")])
    return short_of, module


@given(DATA, st.booleans())
def test_the_quick_copy_is_the_copy(value: object, twice: bool) -> None:  # noqa: FBT001 - drawn
    """Type by type, with the same parts being one object, and none of them an old one."""
    whole = [value, value, value] if twice else value
    quick = boards.deepcopy(whole)

    assert shape(copy.deepcopy(whole), {}) == shape(quick, {})
    assert not isinstance(whole, list) or quick is not whole


@given(DATA, DATA)
@settings(max_examples=300)
def test_keys_are_equal_where_values_are_alike(one: object, other: object) -> None:
    """In type, value and order; what holds the same container twice has no key."""
    found = key_of(one), key_of(other)

    assert None in found or (found[0] == found[1]) == (shape(one, {}) == shape(other, {}))


@pytest.mark.parametrize("value", [{1, 2}, frozenset({1}), float("nan"), object(), iter(()), [[0]] * 2])
def test_what_has_no_value_of_its_own_has_no_key(value: object) -> None:
    """Sets keep an order that is not in their value; a container that is there twice may change in two places."""
    with pytest.raises(plain_values.Unkeyable):
        keys.key((value,))


COUNTED = ("max-and-min-values", "alpha-beta", "nested-helpers", "agent-per-call", "negamax", "named-tuples")


@pytest.mark.parametrize("style", [*COUNTED, "functions-by-player"])
def test_the_calls_saved_are_counted_exactly(style: str) -> None:
    """As many as a profiler sees in a plain run of the same boards, one by one."""
    text = styles()[style]
    short_of, module = of_style(text)
    plain = types.ModuleType("plain")
    exec(compile(text, "plain.py", "exec"), vars(plain))  # noqa: S102 - a solution of our own
    names = {name.rpartition(".")[2] for name in short_of.memoized}
    boards = [position.board for position in table().open if position.board.count(".") <= 5][::60]

    assert short_of.why is None
    for board in boards:
        before, seen = short_of.memo.calls, 0

        def count(frame: types.FrameType, event: str, _argument: object) -> None:
            nonlocal seen
            code = frame.f_code
            seen += event == "call" and code.co_filename == "plain.py" and code.co_name in names

        answer = module.minimax(cells(board))
        sys.setprofile(count)
        try:
            again = plain.minimax(cells(board))
        finally:
            sys.setprofile(None)
        assert (answer, short_of.memo.calls - before) == (again, seen)


One = namedtuple("One", "value move")  # noqa: PYI024 - both ways to make one are tried


class Other(NamedTuple):
    """As the first, with a default."""

    value: int
    move: int | None = None


class Shared(NamedTuple):
    """Nobody may know what its default is by now."""

    value: list[int] = []  # noqa: RUF012 - what must be found


class Ordered(NamedTuple):
    """It has an order of its own."""

    value: int

    def __lt__(self, other: object) -> bool:
        """Return what no tuple would."""
        return True


class Inherited(One):
    """Its instances take attributes."""


class Exchanged(NamedTuple):
    """Its fields are not where they say."""

    value: int
    move: int


Exchanged.value, Exchanged.move = Exchanged.move, Exchanged.value


class Shown(NamedTuple):
    """It shows itself as it likes."""

    value: int

    def __repr__(self) -> str:
        """Return what tells nothing."""
        return "shown"


@pytest.mark.parametrize("kind", [One, Other])
def test_a_named_tuple_is_one(kind: type) -> None:
    """By everything that is in its type."""
    before = gc.get_threshold()
    gc.set_threshold(1)  # what it makes to compare with must outlive a collection
    try:
        assert ("value", "move") == named_tuples.fields_of(kind)
    finally:
        gc.set_threshold(*before)
    assert named_tuples.defaults_of_fields(kind) == ((None,) if kind is Other else ())


@pytest.mark.parametrize(
    "kind", [Ordered, Inherited, Exchanged, Shown, tuple, int, type("Fake", (tuple,), {"_fields": ()})]
)
def test_what_was_added_to_or_changed_is_no_named_tuple(kind: type) -> None:
    """Its instances may be more than what is in them."""
    assert named_tuples.fields_of(kind) is None


def test_a_default_that_can_change_is_seen() -> None:
    """It is one object for all instances."""
    assert ([],) == named_tuples.defaults_of_fields(Shared)


def test_keys_tell_named_tuples_from_others() -> None:
    """Plain ones, and those of another type; what they hold is looked at as anywhere."""
    some = plain_values.Keys({One: True, Other: True})
    values = [(1, 0), One(1, 0), Other(1, 0), One(1, move=False), One(1.0, 0), One([1], 0), One((1,), 0), [One(1, 0)]]

    assert len({some.key((value,))[0] for value in values}) == len(values)
    assert some.key((One(1, 0),)) == some.key((One(1, 0),))
    for value in (One({1}, 0), Shared(), One(Shared(), 0)):
        with pytest.raises(plain_values.Unkeyable):
            some.key((value,))


def test_a_copy_of_a_named_tuple_is_of_its_type() -> None:
    """With lists of its own."""
    value = One([Other(1)], {"a": [2]})
    again = holding.copied_data(value)

    assert repr(again) == repr(value)
    assert again.value is not value.value
    assert again.move["a"] is not value.move["a"]


def cells(board: str) -> list[list[str | None]]:
    """Return a board as a solution gets it."""
    return [[None if cell == "." else cell for cell in board[at : at + 3]] for at in (0, 3, 6)]
