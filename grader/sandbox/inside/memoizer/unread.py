"""
Stand-ins for the values of variables whose changes are kept: nothing can read them.

While a memoized call runs, a stand-in is in the place of each counter and of each last value. A counter can be added
to. Any other operation, by whatever way the code came to the variable, rejects the memo: then the answer may depend on
what a kept answer does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

KINDS = (int, float, str, list, dict, set, complex, bytearray, range)
"""Types that together have the special methods of all operators."""
UNTOUCHED = {
    "__class__",
    "__class_getitem__",
    "__doc__",
    "__init__",
    "__init_subclass__",
    "__new__",
    "__subclasshook__",
}
"""Names of these types that no operator uses."""
OPERATIONS = {name for kind in KINDS for name in dir(kind) if name.startswith("__")} - UNTOUCHED
OPERATIONS |= {"__call__", "__enter__", "__exit__", "__matmul__", "__imatmul__", "__itruediv__", "__ifloordiv__"}
OPERATIONS |= {"__imod__", "__ipow__", "__ilshift__", "__irshift__", "__next__", "__await__", "__aiter__"}


class Unread:
    """Makes the stand-ins of one memo."""

    def __init__(self, refuse: Callable[[], NoReturn]) -> None:
        """Call `refuse` when something reads a stand-in."""

        def refused(*_arguments: object, **_keywords: object) -> NoReturn:
            refuse()

        def add(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) + other) if type(other) is int else refuse()

        def subtract(one: Any, other: Any) -> Any:
            return self.counter(self.added(one) - other) if type(other) is int else refuse()

        methods: dict[str, Any] = {**dict.fromkeys(OPERATIONS, refused), "__iadd__": add, "__isub__": subtract}
        self._kind: Any = type("Unread", (), {"__slots__": ("added",), **methods})
        self._added: Any = vars(self._kind)["added"]
        self.unassigned = self.counter(0)
        """Stands for a variable whose last value is kept, until its first assignment."""

    def counter(self, added: int) -> Any:
        """Return the stand-in for a counter to which so much was added."""
        made = object.__new__(self._kind)
        self._added.__set__(made, added)
        return made

    def is_counter(self, value: object) -> bool:
        """Tell whether `value` is a stand-in."""
        return type(value) is self._kind

    def added(self, stand_in: Any) -> int:
        """Return what was added to the counter for which `stand_in` stands."""
        return int(self._added.__get__(stand_in))
