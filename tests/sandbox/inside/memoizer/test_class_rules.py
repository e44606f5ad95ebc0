"""What is a named tuple, to the memoizer."""

from __future__ import annotations

import gc

import pytest

from grader.sandbox.inside.memoizer import class_rules
from tests.sandbox.inside.memoizer.named_tuples import Exchanged, Inherited, One, Ordered, Other, Shared, Shown


@pytest.mark.parametrize("kind", [One, Other])
def test_a_named_tuple_is_one(kind: type) -> None:
    """By everything that is in its type."""
    before = gc.get_threshold()
    gc.set_threshold(1)  # what it makes to compare with must outlive a collection
    try:
        assert ("value", "move") == class_rules.fields_of(kind)
    finally:
        gc.set_threshold(*before)
    assert class_rules.field_defaults_of(kind) == ((None,) if kind is Other else ())


@pytest.mark.parametrize(
    "kind", [Ordered, Inherited, Exchanged, Shown, tuple, int, type("Fake", (tuple,), {"_fields": ()})]
)
def test_what_was_added_to_or_changed_is_no_named_tuple(kind: type) -> None:
    """Its instances may be more than what is in them."""
    assert class_rules.fields_of(kind) is None


def test_a_default_that_can_change_is_seen() -> None:
    """It is one object for all instances."""
    assert ([],) == class_rules.field_defaults_of(Shared)
