"""How values leave the wall: plain data unchanged, anything else as a short description, and no method called."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.model.answer import CellConstant, Opaque, Unordered, Value, unordered
from grader.sandbox.inside.serving import codec
from grader.sandbox.wire.messages import ValueDecoder
from tests.sandbox.sandbox_helpers import BOARDS, Make, calls, value_of

CONSTANTS: dict[str, Value] = {"X": "X", "O": "O", ".": None}
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(1 - (1 << 53), (1 << 53) - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(), max_size=20)
)
HASHABLE = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=8,
)
PLAIN = st.recursive(
    HASHABLE | st.sets(HASHABLE, max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(HASHABLE, inner, max_size=3)
    ),
    max_leaves=12,
)


def through_the_wall(value: object) -> Any:  # noqa: ANN401 - any value may come out
    """Encode as the inside does, carry as JSON, decode as the outside does."""
    entry = codec.Encoder(CONSTANTS).encode(value)
    return ValueDecoder(CONSTANTS).decode(json.loads(json.dumps(entry)))


def depth(value: object) -> int:
    """Return how deep containers are nested; a dict counts twice, for itself and its pairs."""
    match value:
        case dict():
            return 2 + max((depth(item) for pair in value.items() for item in pair), default=0)
        case list() | tuple() | set() | frozenset():
            return 1 + max((depth(item) for item in value), default=0)
        case _:
            return 0


def typed(value: object) -> object:
    """Return the value with the exact type of every part, so that 1, 1.0 and True differ."""
    match value:
        case list() | tuple():
            return type(value), [typed(item) for item in value]
        case Unordered(kind, members):
            return kind, sorted(repr(typed(item)) for item in members)
        case set() | frozenset():
            return type(value).__name__, sorted(repr(typed(item)) for item in value)
        case dict():
            return "dict", sorted(repr(typed(pair)) for pair in value.items())
        case _:
            return type(value), value


@settings(max_examples=150)
@given(PLAIN)
def test_plain_data_comes_out_as_it_went_in(value: object) -> None:
    """Values and exact types are kept, even lone surrogates in a text."""
    assume(depth(value) <= codec.MAX_DEPTH)
    assert typed(through_the_wall(value)) == typed(value)


@settings(max_examples=15)
@given(st.recursive(st.integers(0, 9), lambda inner: st.lists(inner, min_size=9, max_size=30), max_leaves=150))
def test_any_size_and_depth_is_readable_outside(value: object) -> None:
    """What the encoder writes is never garbled, however large the answer was."""
    through_the_wall(value)


def test_a_wide_and_deep_answer_is_readable_outside() -> None:
    """The number of items is limited for the whole answer, not for each level."""
    value: object = list(range(390))
    for _ in range(7):
        value = [value, *range(380)]

    assert isinstance(through_the_wall(value), list | Opaque)


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_travels_as_nine_characters(board: str) -> None:
    """The most common answer has the shortest form."""
    rows = [[CONSTANTS[cell] for cell in board[at : at + 3]] for at in (0, 3, 6)]

    assert codec.Encoder(CONSTANTS).encode(rows) == ["B", board]
    assert through_the_wall(rows) == rows


@pytest.mark.parametrize(
    "value",
    [
        [["X", "O", None]] * 2,
        [("X", "O", None)] * 3,
        [["X", "O", ""], *[["X", "O", None]] * 2],
        [["X", "O"], *[["X", "O", None]] * 2],
    ],
)
def test_what_only_resembles_a_board_travels_as_it_is(value: object) -> None:
    """Tuple rows, short rows and other cells make no board."""
    assert through_the_wall(value) == value
    assert codec.Encoder(CONSTANTS).encode(value)[0] == "l"


def test_cells_of_another_type_make_no_board() -> None:
    """With 1, 0 and None as cells, True is not 1."""
    encoder = codec.Encoder({"X": 1, "O": 0, ".": None})

    assert encoder.encode([[1, 0, None]] * 3) == ["B", "XO." * 3]
    assert encoder.encode([[True, 0, None], *[[1, 0, None]] * 2])[0] == "l"
    assert encoder.encode([[1.0, 0, None], *[[1, 0, None]] * 2])[0] == "l"


HOSTILE = """
class Agreeable:
    def __eq__(self, other): return True
    def __hash__(self): return hash("X")
    def __repr__(self): called.append("repr"); return "X"
    def __bool__(self): called.append("bool"); return True
    def __len__(self): called.append("len"); return 3
    def __iter__(self): called.append("iter"); return iter(())
class Text(str):
    def __repr__(self): called.append("repr"); return "'X'"
class Liar:
    __class__ = str
class Endless:
    def __repr__(self):
        while True: pass
    __str__ = __len__ = __iter__ = __reduce__ = __repr__
class Row(list):
    def __iter__(self):
        while True: pass
    def __len__(self): return 3
def forever():
    while True: yield 1
called = []
def nested():
    value = []
    for _ in range(100_000): value = [value]
    return value
def cyclic():
    value = [1]
    value.append(value)
    return value
class Odd(type):
    __name__ = property(lambda cls: 1 / 0)
class Named(metaclass=Odd): pass
VALUES = {
    "agreeable": Agreeable, "text": lambda: Text("X"), "liar": Liar, "endless": Endless, "generator": forever,
    "row": lambda: Row([1, 2, 3]), "long text": lambda: "x" * (16 << 20), "big int": lambda: 10 ** 100_000,
    "nested": nested, "cyclic": cyclic, "type": lambda: Agreeable, "named": Named, "bytes": lambda: b"X",
    "board of endless": lambda: [[Endless()] * 3 for _ in range(3)], "complex": lambda: 1j,
    "many": lambda: [0] * 10_000,
    "board of agreeable": lambda: [[Agreeable()] * 3 for _ in range(3)], "module": lambda: __import__("os"),
    "set of hostile": lambda: {Text("X"), Text("O")},
}
NAMES = sorted(VALUES)
turn = 0
def ask(board):
    global turn
    turn += 1
    return VALUES[NAMES[turn - 1]]() if turn <= len(NAMES) else called
"""

DESCRIBED = {
    "agreeable": "an object of type Agreeable",
    "text": "an object of type Text",
    "liar": "an object of type Liar",
    "endless": "an object of type Endless",
    "generator": "an object of type generator",
    "row": "an object of type Row",
    "long text": "str of 16777216 characters",
    "big int": "int of 332193 bits",
    "type": "the class Agreeable",
    "named": "an object of type Named",
    "bytes": "an object of type bytes",
    "complex": "an object of type complex",
    "many": "list of 10000 items, more than an answer has",
    "module": "an object of type module",
}


def test_hostile_objects_are_described_and_their_methods_never_called(behind_either: Make) -> None:
    """Objects that equal everything, lie, never end or are too large become descriptions, also inside lists."""
    behind = behind_either(HOSTILE)
    names = sorted({*DESCRIBED, "nested", "cyclic", "board of endless", "board of agreeable", "set of hostile"})
    boards = [f"{number:09b}".replace("0", ".").replace("1", "X") for number in range(len(names) + 1)]
    *values, called = [answer.value for answer in behind.sweep(calls("ask", boards)).answers]
    got = dict(zip(names, values, strict=True))

    assert {name: got[name] for name in DESCRIBED} == {name: Opaque(text) for name, text in DESCRIBED.items()}
    assert "too deeply nested" in repr(got["nested"])
    assert "too deeply nested" in repr(got["cyclic"])
    assert got["board of endless"] == [[Opaque("an object of type Endless")] * 3] * 3
    assert got["board of agreeable"] == [[Opaque("an object of type Agreeable")] * 3] * 3
    assert got["set of hostile"] == unordered("set", [Opaque("an object of type Text")])
    assert called == []


def test_a_named_tuple_is_a_tuple(behind_either: Make) -> None:
    """Alone and in a set; other subclasses of tuple do not become one, and no method of either is called."""
    behind = behind_either("""
        import collections, typing
        class Move(typing.NamedTuple):
            row: int
            column: int
            def __iter__(self): raise SystemExit
            def __len__(self): return 7
        Cell = collections.namedtuple("Cell", "row column")
        class Pair(tuple): pass
        def ask(board):
            return [Move(1, 2), {Cell(0, 1), Cell(2, 2)}, Pair((1, 2))]
    """)

    assert value_of(behind) == [(1, 2), unordered("set", [(0, 1), (2, 2)]), Opaque("an object of type Pair")]


def test_a_constant_that_is_no_plain_data_is_named_by_its_symbol(student: Make) -> None:
    """Members of an enum come back as cells, on boards and alone."""
    behind = student("""
        import copy, enum
        class Cell(enum.Enum):
            X = 1
            O = 2
            EMPTY = 3
        X, O, EMPTY = Cell.X, Cell.O, Cell.EMPTY
        def ask(board):
            return [copy.deepcopy(board), X, "X"]
    """)

    assert behind.module.constants == {"X": CellConstant("X"), "O": CellConstant("O"), ".": CellConstant(".")}
    assert value_of(behind) == [[[CellConstant(".")] * 3] * 3, CellConstant("X"), "X"]


def test_a_metaclass_is_not_asked_for_its_hash(behind_either: Make) -> None:
    """An answer whose class refuses to be hashed is described like any other object."""
    behind = behind_either("""
        class Unhashable(type):
            def __hash__(cls): raise ValueError("no hash")
            def __eq__(cls, other): raise ValueError("no comparison")
        class Answer(metaclass=Unhashable): pass
        def ask(board):
            return Answer()
    """)

    assert value_of(behind) == Opaque("an object of type Answer")
