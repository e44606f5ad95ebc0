"""Values of plain data for properties of copies and keys, and how two of them are compared in all that matters."""

from __future__ import annotations

from hypothesis import strategies as st

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
