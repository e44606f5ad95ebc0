"""Where a container's value may go: what is only read is allowed, everything else is refused."""

from __future__ import annotations

import ast
import textwrap
import types

import pytest

from grader.sandbox.inside.memoizer.call_graph import CallGraph
from grader.sandbox.inside.memoizer.read_only_containers import ReadOnlyContainers, is_data_container

TABLE = """
import copy
import itertools
TABLE = [[0, 1], [2, 3]]
NAMES = {"X": 1, "O": -1}
LINES = {"top": [0, 1], "left": [0, 2]}
def read(lines):
    return [cell for line in lines for cell in line]
def write(lines):
    lines[0].append(1)
def use(x):
"""


def allowed(body: str, name: str = "TABLE", before: str = "") -> bool:
    """Return whether all uses of the container `name` in a function with that body are allowed."""
    source = TABLE.replace("def use", f"{before}def use") + textwrap.indent(body, "    ")
    module = types.ModuleType("solution")
    exec(source, vars(module))  # noqa: S102 - a source of our own
    graph = CallGraph(ast.parse(source))
    (function,) = graph.top_level("use")
    flow = ReadOnlyContainers(graph, module)
    uses = [node for one in (function, *function.inner) for node, _scope in one.reads if node.id == name]
    assert uses
    return all(flow.allows(node, vars(module)[name]) for node in uses)


@pytest.mark.parametrize(
    "body",
    [
        "return TABLE[x][0]",
        "return x in TABLE or not TABLE",
        "return len(TABLE[0]) + sum(TABLE[1])",
        "return TABLE[x].count(1)",
        "for row in TABLE:\n    for cell in row:\n        x += cell\nreturn x",
        "return [sum(row) for row in TABLE]",
        "return [a + b for a, b in TABLE]",
        "return all(x[cell] for row in TABLE for cell in row)",
        "def inner(a):\n    return TABLE[a][0]\nreturn inner(x)",
        "for at, row in enumerate(TABLE):\n    x += at + sum(row)\nreturn x",
        "for row, other in zip(TABLE, TABLE):\n    x += row[0] + other[1]\nreturn x",
        "return any(x in row for row in itertools.chain(TABLE, TABLE))",
        "return [len(row) for row in sorted(TABLE) + [*TABLE]]",
        "return [sum(row) for row in TABLE + TABLE]",
    ],
)
def test_a_table_that_is_only_read_is_allowed(body: str) -> None:
    """By subscripts, loops, comparisons and functions of Python's own."""
    assert allowed(body)


@pytest.mark.parametrize(
    "body",
    [
        "TABLE[x][0] = 1",
        "TABLE.append(x)",
        "TABLE[0].append(x)",
        "row = TABLE[x]\nrow += [1]",
        "for row in TABLE:\n    row += [1]",
        "rows = TABLE[:1]\nrows[0].append(1)",
        "return read(TABLE)",
        "row = TABLE[x]\nrow *= 2",
        "row = TABLE\ndef inner():\n    nonlocal row\n    row += [1]\ninner()",
        "row = TABLE\ndef inner():\n    def deeper():\n        nonlocal row\n        row += [1]\n    deeper()\ninner()",
        "row = TABLE[0]\ndef inner():\n    nonlocal row\n    for row[0] in range(2):\n        pass\ninner()",
        "global row\nrow = TABLE",
        "row = TABLE\nclass Inner:\n    nonlocal row\n    row += [1]",
        "for row in TABLE:\n    row[0] = 1",
        "first, *rest = TABLE\nfirst[0] = 1",
        "return TABLE",
        "return [row for row in TABLE]",
        "return max(TABLE[0], TABLE[1])",
        "return sorted(TABLE)[0]",
        "write(TABLE)",
        "return write(lines=TABLE)",
        "return read(*TABLE)",
        "return copy.copy(TABLE)",
        "copy = x\nreturn copy.deepcopy(TABLE)",
        "rows = (TABLE, 1)\nreturn rows",
        "def inner(a):\n    TABLE[a][0] = 1\nreturn inner(x)",
        "for at, row in enumerate(TABLE):\n    row.append(at)",
        "for row in itertools.chain(TABLE, TABLE):\n    row.append(1)",
        "for row in itertools.chain(TABLE):\n    x.append(row)",
        "rows = [*TABLE]\nrows[0].append(1)",
        "rows = TABLE + [x]\nrows[0][0] = 1",
        "first, *rest = [*TABLE]\nfirst[0] = 1",
        "for pair in zip(TABLE, x):\n    pair[0].append(1)",
        "itertools = x\nfor row in itertools.chain(TABLE):\n    pass",
        "for row, other in zip(TABLE, x):\n    other[0] = 1",
        "return [*TABLE]",
        "for at, row in enumerate(TABLE, start=x):\n    row[0] = at",
        "while TABLE:\n    break\nelse:\n    x = TABLE\nx.clear()",
    ],
)
def test_a_table_that_may_be_written_or_handed_on_is_refused(body: str) -> None:
    """Through any name or helper; a use that is not understood is refused as well."""
    assert not allowed(body)


def test_a_name_says_nothing_of_the_function() -> None:
    """A file may give any function the name of one that is known."""
    loop = "for one in chain(TABLE):\n    for cell in one:\n        x += cell\nreturn x"

    assert allowed(loop, before="from itertools import chain\n")
    assert not allowed(loop, before="from itertools import product as chain\n")
    assert not allowed(loop.replace("chain(", "itertools.chain("), before="import collections as itertools\n")


def test_pairs_of_pairs_without_end_are_refused() -> None:
    """In time: each loop takes the pairs of the one around it."""
    heads = [f"for a0 in zip({'TABLE, ' * 8})", *(f"for a{at + 1} in zip({f'a{at}, ' * 8})" for at in range(6))]
    nested = "".join(f"{'    ' * depth}{head}:\n" for depth, head in enumerate(heads))

    assert not allowed(f"{nested}{'    ' * len(heads)}pass")
    assert not allowed("for row in zip(TABLE):\n    for row in zip(row):\n        pass")


def test_a_dict_of_atoms_is_read_by_its_methods() -> None:
    """Nothing in it can change."""
    assert allowed("return NAMES.get(x), [*NAMES.items()], NAMES.keys() & {1}", "NAMES")
    assert not allowed("return NAMES.setdefault(x, 2)", "NAMES")
    assert not allowed("NAMES[x] = 2", "NAMES")


@pytest.mark.parametrize(
    "body",
    [
        "for name in LINES:\n    x += len(name) + sum(LINES[name])\nreturn x",
        "return [sum(cells) for cells in LINES.values()]",
        "for at, (name, cells) in enumerate(LINES.items()):\n    x += at + len(name) + cells[0]\nreturn x",
        "return sum(LINES.get(x)) + any(x in cells for cells in list(LINES.values()))",
        "return sorted(LINES.values())[x][0]",
        "return [name for name in LINES.keys() if len(LINES) > x]",
    ],
)
def test_a_dict_of_lists_is_read_by_its_keys_and_values(body: str) -> None:
    """As the same lines in a list are."""
    assert allowed(body, "LINES")


@pytest.mark.parametrize(
    "body",
    [
        "for name in LINES:\n    LINES[name].append(x)",
        "for cells in LINES.values():\n    cells.append(x)",
        "for name, cells in LINES.items():\n    cells[0] = x",
        "for pair in LINES.items():\n    pair[1][0] = x",
        "LINES.get(x).append(1)",
        "return LINES.get(x)",
        "return LINES.values()",
        "return [*LINES.values()]",
        "found = LINES.pop\nfound(x)",
        "found = LINES.values\nreturn found()",
        "return LINES.values().mapping",
        "LINES.setdefault(x, [])",
        "LINES.update(x)",
        "for cells in LINES.values():\n    for other in cells.copy():\n        pass",
    ],
)
def test_a_list_in_a_dict_that_may_be_written_or_handed_on_is_refused(body: str) -> None:
    """By whatever method it was reached."""
    assert not allowed(body, "LINES")


def test_what_a_container_holds_is_limited() -> None:
    """Plain data, of a reasonable size, not going round in a circle."""
    circle: list[object] = []
    circle.append(circle)

    assert is_data_container([[1, None], {"X": (1.5, True)}, {1}])
    assert not is_data_container([object()])
    assert not is_data_container(circle)
    assert not is_data_container([0] * 400)
