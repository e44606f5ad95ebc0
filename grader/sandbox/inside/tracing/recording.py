"""
Records one call of the search, finds the calls of the search among all that were noted, and packs them for the marker.

A function belongs to the search if it is called again, directly or through others, while it is running, and such an
inner call is about another position. So neither names nor the text of the file matter.

The numbers are five columns, the first of 32 bits and the others of 16. For each call of the search, in the order in
which they began: the place of the innermost one that was running (all bits set for the first); its place in
``functions``; its position (`positions.py`; all bits set if it is unknown); its place in ``arguments``; and as bits the
cells of moves that other functions looked at meanwhile.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from sys import getprofile, getrecursionlimit, setprofile, setrecursionlimit
from typing import Any, NamedTuple

from ..boards import CELLS, SIDE
from ..out_of_sight import freeze
from .locator import LAMBDA
from .positions import NO_POSITION, items_of
from .recorder import MAX_INT, CallRecorder, groups

NO_PARENT = 0xFFFFFFFF
_POWERS = [3 ** (CELLS - 1 - cell) for cell in range(CELLS)]
_MOVES = {digit * power: (cell, power) for cell, power in enumerate(_POWERS) for digit in (1, 2)}
"""Cells by what a move there adds to the number of a position, each with the value of a 1 in it."""


class Selection(NamedTuple):
    """The calls of the search, and what is known of each beside what the recorder noted."""

    calls: list[int]
    """Their indices in the recorder; the call of the marker comes first."""
    parents: array[int]
    """For each, the place in `calls` of the innermost one that was running; `NO_PARENT` for the first."""
    looked_at: array[int]
    """For each, the cells of moves that other functions looked at meanwhile, as bits."""
    recursive: bool
    """Whether some function is recursive, as said above."""
    blind: bool
    """Whether no function is, but one calls itself: the positions may not have been found."""


def select(recorder: CallRecorder) -> Selection:
    """Return the calls of the search; if nothing is recursive, all calls that are about a position."""
    searching, blind = _searching(recorder)
    functions, positions = recorder.functions, recorder.positions
    calls, parents, looked_at = [0], array("I", [NO_PARENT]), array("H", [0])
    place = array("I", [0])
    """For each call that was noted, the place of the innermost selected one, itself included."""
    same = _first_is_the_markers(recorder)
    if same:
        functions[0], recorder.arguments[0] = functions[1], recorder.arguments[1]
    for index in range(1, len(positions)):
        position = positions[index]
        above = place[recorder.parents[index]]
        chosen = functions[index] in searching if searching else position != NO_POSITION
        if chosen and not (same and index == 1):
            place.append(len(calls))
            calls.append(index)
            parents.append(above)
            looked_at.append(0)
            continue
        place.append(above)
        if position != NO_POSITION:
            looked_at[above] |= _move_bit(positions[calls[above]], position)
    return Selection(calls, parents, looked_at, bool(searching), blind)


def _first_is_the_markers(recorder: CallRecorder) -> bool:
    """Tell whether the first call that was noted is the one that the marker made."""
    if len(recorder.positions) == 1:
        return False
    return (
        recorder.names[recorder.functions[1]] == recorder.names[0]
        and recorder.positions[1] in (recorder.positions[0], NO_POSITION)
        and (len(recorder.parents) < 3 or 0 not in recorder.parents[2:])  # noqa: PLR2004 - all but the first two
    )


def _move_bit(before: int, after: int) -> int:
    """Return the bit of the cell if `after` is `before` with one cell more, else 0."""
    cell, power = _MOVES.get(after - before, (0, 0))
    return 1 << cell if power and before // power % 3 == 0 else 0


def _searching(recorder: CallRecorder) -> tuple[frozenset[int], bool]:
    """Return the numbers of the functions of the search, and whether it is blind: see `Selection`."""
    group_of = groups(recorder.callees)
    advancing = _advancing(recorder, group_of)
    # A function such as one that picks the best of what it is given is in the middle of the search without a board.
    seeing = {
        function
        for function, position in zip(recorder.functions, recorder.positions, strict=True)
        if position != NO_POSITION
    }
    found = {function for function, group in group_of.items() if group in advancing and function in seeing}
    named = {group_of[function] for function in found if recorder.names[function] != LAMBDA}
    return (
        frozenset(
            function for function in found if recorder.names[function] != LAMBDA or group_of[function] not in named
        ),
        (bool(group_of) or recorder.generator_recurses) and not found,
    )


def _advancing(recorder: CallRecorder, group_of: dict[int, int]) -> set[int]:
    """Return the groups in which a call was about another position than the one of the same group around it."""
    advancing: set[int] = set()
    around = array("I", [0])
    """For each call, the innermost call of a recursive function, itself included; 0 for none."""
    for index in range(1, len(recorder.positions)):
        above = around[recorder.parents[index]]
        group = group_of.get(recorder.functions[index])
        around.append(above if group is None else index)
        if group is not None and group not in advancing and above:
            same_group = group_of.get(recorder.functions[above]) == group
            if same_group and recorder.positions[above] != recorder.positions[index]:
                advancing.add(group)
    return advancing


MAX_SELECTED = 60_000
"""Calls of the search that are reported, by 12 bytes each."""
OWN_DEPTH = 200
"""Calls inside each other that our own code may make below those of a submission."""


class Recording(NamedTuple):
    """A recorded search as fields of a message, and the columns of numbers beside it."""

    message: dict[str, Any]
    numbers: bytes


def record(
    recorder: CallRecorder,
    search: Callable[..., Any],
    arguments: Sequence[Any],
    report: Callable[[Recording], None],
) -> Recording:
    """
    Call `search` with `arguments`, of which the first is the board of the `recorder`, and return what was recorded.

    If that becomes too much, `report` gets it at once. It must not return.
    """

    def stop() -> None:
        setprofile(None)
        setrecursionlimit(getrecursionlimit() + OWN_DEPTH)
        report(_packed(recorder))

    on_event = recorder.watch(stop)
    freeze()  # the collector must not list what was made for this
    value = None
    setprofile(on_event)
    try:
        value = search(*arguments)
    except BaseException:
        recorder.raised = True
    lost = getprofile() is not on_event
    setprofile(None)
    recorder.move = move_in(value)
    if lost and not recorder.cut:
        recorder.cut = "recording_ended"
    return _packed(recorder)


def move_in(value: Any) -> int | None:
    """Return the cell, 0 to 8, whose row and column `value` is, as the sheets ask for; None for all else."""
    items = items_of(value)
    if items is None or len(items) != 2 or not all(type(item) is int and 0 <= item < SIDE for item in items):  # noqa: PLR2004 - row and column
        return None
    return int(SIDE * items[0] + items[1])


def _packed(recorder: CallRecorder) -> Recording:
    """Return the calls of the search; their numbers are columns, each call's in the same place of each."""
    selection = select(recorder)
    calls = selection.calls[:MAX_SELECTED]
    cut = recorder.cut or ("too_many_calls" if len(selection.calls) > MAX_SELECTED else "")
    if not cut and (selection.blind or recorder.recursive_late):
        cut = "no_positions" if selection.blind else "recursive_late"
    functions, names = _renumbered([recorder.functions[index] for index in calls], recorder.names)
    arguments, passed = _renumbered([recorder.arguments[index] for index in calls], [*recorder.argument_numbers])
    positions = array("H", [recorder.positions[index] for index in calls])
    columns = (functions, positions, arguments, selection.looked_at[:MAX_SELECTED])
    message = {
        "functions": names,
        "arguments": [[*map(_plain, numbers)] for numbers in passed],
        "move": recorder.move,
        "raised": recorder.raised,
        "recursive": selection.recursive,
        "events": recorder.events,
        "cut": cut,
    }
    parents = selection.parents[:MAX_SELECTED].tobytes()
    return Recording(message, parents + b"".join(column.tobytes() for column in columns))


def _renumbered(numbers: Sequence[int], table: Sequence[Any]) -> tuple[array[int], list[Any]]:
    """Return `numbers` of entries in `table`, numbered in the order of their first use, and these entries."""
    places = {number: at for at, number in enumerate(dict.fromkeys(numbers))}
    return array("H", [*map(places.__getitem__, numbers)]), [table[number] for number in places]


def _plain(value: Any) -> Any:
    """Return numbers as they travel: a float that is no whole number as text."""
    if type(value) is tuple:
        return [*map(_plain, value)]
    if type(value) is float:
        return int(value) if value.is_integer() and abs(value) < MAX_INT else repr(value)
    return value
