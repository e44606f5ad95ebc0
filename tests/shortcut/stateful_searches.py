"""
Generates searches that keep state, as a student with a budget of nodes writes them.

Each is made of a place where the state is, a way to read it, a use of it and a shape of the search.

Most of them answer otherwise if a call is left out, so a memo that keeps their answers wrongly shows.
"""

from __future__ import annotations

import itertools
import random
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from tests.shortcut.adversarial import BOARD


class State(NamedTuple):
    """One way to keep a number from call to call."""

    at_top: str = ""
    """Statements of the module."""
    reset: str = ""
    """Statements at the beginning of `minimax`."""
    tick: str = ""
    """Statements in each call of the search."""
    read: str = "0"
    """The number, as an expression."""
    local: str = ""
    """Statements in the function around a nested search; only such a search can have this state."""
    above: str = ""
    """A line above the definition of the search."""


COUNTING = "nodes = 0\n"
COUNTED = State(COUNTING, "global nodes\nnodes = 0", "global nodes\nnodes += 1", "nodes")
SEEN = State("SEEN = []\n", "SEEN.clear()", "SEEN.append(1)", "len(SEEN)")


def _shown(method: str, read: str) -> State:
    """Return a counter that only the special method of an object reads."""
    return COUNTED._replace(at_top=f"{COUNTING}class Shown:\n    def __{method}\n        return {read}\n")


STATES = {
    "global": COUNTED,
    "global-sum": COUNTED._replace(tick="global nodes\nnodes = nodes + 1"),
    "global-in-helper": COUNTED._replace(at_top=COUNTING + "def many():\n    return nodes\n", read="many()"),
    "global-in-lambda": COUNTED._replace(at_top=COUNTING + "many = lambda: nodes\n", read="many()"),
    "global-in-default": COUNTED._replace(read="(lambda seen=nodes: seen)()"),
    "global-in-comprehension": COUNTED._replace(read="[nodes for _ in (0,)][0]"),
    "global-in-class": COUNTED._replace(tick="global nodes\nnodes += 1\nclass Now:\n    seen = nodes", read="Now.seen"),
    "global-in-match": COUNTED._replace(
        tick="global nodes\nnodes += 1\nmatch nodes:\n    case seen:\n        pass", read="seen"
    ),
    "global-as-loop": COUNTED._replace(tick="global nodes\nfor nodes in (nodes + 1,):\n    pass"),
    "global-as-walrus": COUNTED._replace(tick="global nodes\n(nodes := nodes + 1)"),
    "counted-in-helper": COUNTED._replace(
        at_top=COUNTING + "def tick():\n    global nodes\n    nodes += 1\n", tick="tick()"
    ),
    "counted-by-result": COUNTED._replace(
        at_top=COUNTING + "step = result\ndef result(board, action):\n    global nodes\n    nodes += 1\n"
        "    return step(board, action)\n",
        tick="pass",
    ),
    "own-module": COUNTED._replace(at_top="import tictactoe\n" + COUNTING, read="tictactoe.nodes"),
    "own-module-inside": COUNTED._replace(tick="global nodes\nimport tictactoe as me\nnodes += 1", read="me.nodes"),
    "own-module-alias": COUNTED._replace(
        tick="global nodes\nimport tictactoe\nme = tictactoe\nnodes += 1", read="me.nodes"
    ),
    "own-module-import": COUNTED._replace(
        tick="global nodes\nnodes += 1\nfrom tictactoe import nodes as seen", read="seen"
    ),
    "own-module-last": State(
        "import tictactoe\nlast = 0\n",
        "global last\nlast = 0",
        "global last\nlast = tictactoe.last + 1",
        "tictactoe.last",
    ),
    "text-percent": _shown("str__(self):", "str(nodes)")._replace(read="int('%s' % Shown())"),
    "text-percent-in-place": _shown("str__(self):", "str(nodes)")._replace(
        tick="global nodes\nnodes += 1\ntext = '%s'\ntext %= Shown()", read="int(text)"
    ),
    "text-f-string": _shown("format__(self, how):", "str(nodes)")._replace(read="int(f'{Shown()}')"),
    "text-str": _shown("str__(self):", "str(nodes)")._replace(read="int(str(Shown()))"),
    "text-repr-in-list": _shown("repr__(self):", "str(nodes)")._replace(read="int(str([Shown()])[1:-1])"),
    "text-format": _shown("str__(self):", "str(nodes)")._replace(read="int('{}'.format(Shown()))"),
    "text-of-exception": COUNTED._replace(
        at_top=COUNTING + "class Stop(Exception):\n    def __str__(self):\n        return str(nodes)\n",
        read="int(str(Stop()))",
    ),
    "object-len": _shown("len__(self):", "nodes")._replace(read="len(Shown())"),
    "object-call": _shown("call__(self):", "nodes")._replace(read="Shown()()"),
    "object-int": _shown("int__(self):", "nodes")._replace(read="int(Shown())"),
    "object-add": _shown("add__(self, other):", "nodes")._replace(read="(Shown() + 0)"),
    "object-in": _shown("getitem__(self, at):", "nodes")._replace(read="Shown()[0]"),
    "object-with": COUNTED._replace(
        at_top=COUNTING
        + "class Shown:\n    def __enter__(self):\n        return nodes\n    def __exit__(self, *why):\n"
        "        return False\n",
        tick="global nodes\nnodes += 1\nwith Shown() as seen:\n    pass",
        read="seen",
    ),
    "object-property": COUNTED._replace(
        at_top=COUNTING + "class Shown:\n    @property\n    def seen(self):\n        return nodes\n",
        read="Shown().seen",
    ),
    "list": SEEN,
    "list-cell": State("COUNT = [0]\n", "COUNT[0] = 0", "COUNT[0] += 1", "COUNT[0]"),
    "list-alias": SEEN._replace(tick="seen = SEEN\nseen += [1]"),
    "list-alias-method": SEEN._replace(tick="note = SEEN.append\nnote(1)"),
    "list-alias-walrus": SEEN._replace(tick="if (seen := SEEN) is not None:\n    seen += [1]"),
    "list-alias-loop": SEEN._replace(tick="for seen in (SEEN,):\n    seen += [1]"),
    "list-alias-unpacked": SEEN._replace(tick="seen, other = SEEN, 0\nseen.append(other)"),
    "list-alias-parameter": SEEN._replace(at_top="SEEN = []\ndef note(seen):\n    seen += [1]\n", tick="note(SEEN)"),
    "list-alias-default": SEEN._replace(at_top="SEEN = []\ndef note(seen=SEEN):\n    seen.append(1)\n", tick="note()"),
    "list-alias-returned": SEEN._replace(at_top="SEEN = []\ndef seen():\n    return SEEN\n", tick="seen().append(1)"),
    "list-alias-nonlocal": SEEN._replace(tick="seen = SEEN\ndef note():\n    nonlocal seen\n    seen += [1]\nnote()"),
    "list-alias-nonlocal-deep": SEEN._replace(
        tick="seen = SEEN\ndef note():\n    def more():\n        nonlocal seen\n        seen += [1]\n    more()\nnote()"
    ),
    "list-alias-class": SEEN._replace(tick="seen = SEEN\nclass Note:\n    nonlocal_seen = seen.append(1)"),
    "list-slice": SEEN._replace(tick="SEEN[len(SEEN):] = [1]"),
    "list-in-list": State("BOX = [[]]\n", "BOX[0].clear()", "box = BOX[0]\nbox += [1]", "len(BOX[0])"),
    "own-module-list": SEEN._replace(at_top="import tictactoe\nSEEN = []\n", tick="tictactoe.SEEN.append(1)"),
    "dict": State("COUNT = {}\n", "COUNT.clear()", "COUNT['n'] = COUNT.get('n', 0) + 1", "COUNT['n']"),
    "dict-default": State("COUNT = {}\n", "COUNT.clear()", "COUNT.setdefault('n', []).append(1)", "len(COUNT['n'])"),
    "set-of-boards": State("SEEN = set()\n", "SEEN.clear()", "SEEN.add(str(board))", "len(SEEN)"),
    "text": State("text = ''\n", "global text\ntext = ''", "global text\ntext += 'x'", "len(text)"),
    "tuple": State("seen = ()\n", "global seen\nseen = ()", "global seen\nseen += (1,)", "len(seen)"),
    "class-attribute": State("class Box:\n    nodes = 0\n", "Box.nodes = 0", "Box.nodes += 1", "Box.nodes"),
    "instance": State(
        "class Box:\n    def __init__(self):\n        self.nodes = 0\nBOX = Box()\n",
        "BOX.nodes = 0",
        "BOX.nodes += 1",
        "BOX.nodes",
    ),
    "method": State(
        "class Box:\n    nodes = 0\n    def tick(self):\n"
        "        self.nodes += 1\n        return self.nodes\nBOX = Box()\n",
        "BOX.nodes = 0",
        "seen = BOX.tick()",
        "seen",
    ),
    "function-attribute": State("", "SEARCH.calls = 0", "SEARCH.calls += 1", "SEARCH.calls"),
    "iterator": State(
        "import itertools\nTICKS = itertools.count()\n",
        "global TICKS\nTICKS = itertools.count()",
        "seen = next(TICKS)",
        "seen",
    ),
    "iterator-of-list": State(
        "TICKS = iter([])\n", "global TICKS\nTICKS = iter([*range(9999)])", "seen = next(TICKS, 0)", "seen"
    ),
    "generator": State(
        "def ticks():\n    n = 0\n    while True:\n        n += 1\n        yield n\nTICKS = ticks()\n",
        "global TICKS\nTICKS = ticks()",
        "seen = next(TICKS)",
        "seen",
    ),
    "deque": State("import collections\nSEEN = collections.deque()\n", "SEEN.clear()", "SEEN.append(1)", "len(SEEN)"),
    "counter": State(
        "import collections\nSEEN = collections.Counter()\n", "SEEN.clear()", "SEEN['n'] += 1", "SEEN['n']"
    ),
    "maker": State(
        "def maker():\n    seen = []\n    def visit():\n"
        "        seen.append(1)\n        return len(seen)\n    return visit\nVISIT = maker()\n",
        "global VISIT\nVISIT = maker()",
        "seen = VISIT()",
        "seen",
    ),
    "partial": State(
        "import functools\nSEEN = []\ndef note(seen):\n    seen.append(1)\nNOTE = functools.partial(note, SEEN)\n",
        "SEEN.clear()",
        "NOTE()",
        "len(SEEN)",
    ),
    "decorator": State(
        "SEEN = []\ndef counted(function):\n    def run(*args):\n"
        "        SEEN.append(1)\n        return function(*args)\n    return run\n",
        "SEEN.clear()",
        "pass",
        "len(SEEN)",
        above="@counted",
    ),
    "nonlocal": State(local="nodes = 0", tick="nonlocal nodes\nnodes += 1", read="nodes"),
    "nonlocal-in-helper": State(
        local="nodes = 0\ndef tick():\n    nonlocal nodes\n    nodes += 1\n    return nodes",
        tick="seen = tick()",
        read="seen",
    ),
    "nonlocal-read-by-helper": State(
        local="nodes = 0\ndef many():\n    return nodes", tick="nonlocal nodes\nnodes += 1", read="many()"
    ),
    "local-list": State(local="seen = []", tick="seen.append(1)", read="len(seen)"),
    "local-list-extended": State(local="seen = []", tick="nonlocal seen\nseen += [1]", read="len(seen)"),
    "local-default": State(
        local="def tick(seen=[]):\n    seen.append(1)\n    return len(seen)", tick="seen = tick()", read="seen"
    ),
    "local-maker": State(
        "def maker():\n    seen = []\n    def visit():\n"
        "        seen.append(1)\n        return len(seen)\n    return visit\n",
        local="visit = maker()",
        tick="seen = visit()",
        read="seen",
    ),
    "local-decorated": State(
        "def counting(function):\n    calls = [0]\n    def run():\n"
        "        calls[0] += 1\n        return calls[0]\n    return run\n",
        local="@counting\ndef many():\n    return 0",
        tick="seen = many()",
        read="seen",
    ),
    "local-rebound": State(
        local="def many():\n    return 1\ndef more():\n    return 99\ndef swap():\n    nonlocal many\n    many = more",
        tick="seen = many()\nswap()",
        read="seen",
    ),
    "local-redefined": State(
        local="def many():\n    return 1\ndef swap():\n    nonlocal many\n    def many():\n        return 99",
        tick="seen = many()\nswap()",
        read="seen",
    ),
    "local-instance": State(
        "class Box:\n    nodes = 0\n", local="box = Box()", tick="box.nodes += 1", read="box.nodes"
    ),
    "last-value": State(
        "last = 0\n", "global last\nlast = 0", "global last\nlast = len(str(board)) + last % 2 + 1", "last"
    ),
    "last-board": State(
        "last = None\n",
        "global last\nlast = None",
        "global last\nsame = last is None or last[0] == board[0]\nlast = board",
        "(99 * same)",
    ),
}
"""The states, by name."""
USES = {
    "budget": "if {read} > {limit}:\n    return {value}",
    "each": "if {read} % {odd} == 0:\n    return {value}",
    "depth": "depth -= {read} > {limit}\nif depth < 0:\n    return {value}",
    "bound": "if min({read}, {limit}) == {limit}:\n    return {value}",
    "handled": "try:\n    (0,)[({read}) // ({limit} + 1)]\nexcept IndexError:\n    return {value}",
    "seldom": "if depth == 1 and board[1][1] == X and {read} > {limit}:\n    return {value}",
    "outside": "",
}
"""What is done with the number in a call of the search, by name; with `outside` only `minimax` reads it, at the end."""
SHAPES = {
    "value": """
{at_top}
{above}
def value(board, depth):
    {tick}
    {use}
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [3 * value(result(board, move), depth - 1) + sum(move) for move in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    {reset}
    return None if terminal(board) else (divmod(value(board, {depth}) % 9, 3), {seen})
""",
    "two": """
{at_top}
{above}
def value(board, depth):
    {tick}
    {use}
    if depth == 0 or terminal(board):
        return utility(board)
    best = -99
    for move in sorted(actions(board)):
        best = max(best, 2 * least(result(board, move), depth - 1) - move[1])
    return best


def least(board, depth):
    if depth == 0 or terminal(board):
        return utility(board)
    return min(value(result(board, move), depth - 1) + move[0] for move in sorted(actions(board)))


def minimax(board):
    {reset}
    if terminal(board):
        return None
    moves = sorted(actions(board))
    return max(moves, key=lambda move: value(result(board, move), {depth} - 1)), {seen}
""",
    "cut": """
{at_top}
{above}
def value(board, depth, alpha=-9, beta=9):
    {tick}
    {use}
    if depth == 0 or terminal(board):
        return utility(board)
    for move in sorted(actions(board)):
        score = value(result(board, move), depth - 1, alpha, beta)
        if player(board) == X:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return alpha if player(board) == X else beta


def minimax(board):
    {reset}
    if terminal(board):
        return None
    moves = sorted(actions(board))
    choose = max if player(board) == X else min
    return choose(moves, key=lambda move: value(result(board, move), {depth})), {seen}
""",
    "nested": """
{at_top}
def minimax(board):
    {reset}
    if terminal(board):
        return None
    {local}

    {above}
    def value(board, depth):
        {tick}
        {use}
        if depth == 0 or terminal(board):
            return utility(board)
        scores = [3 * value(result(board, move), depth - 1) + sum(move) for move in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    return divmod(value(board, {depth}) % 9, 3), divmod(value(board, {depth}) % 9, 3), {seen}
""",
}
"""The searches, by name."""
ONLY_NESTED = "nested"
SELDOM = 0.2
"""Share of the programs that count only in some calls, and of those that never begin anew."""


def searches(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield `count` programs with their names; with enough of them, each state comes in each shape that it fits."""
    draw = random.Random(seed)  # noqa: S311 - which programs are made must be repeatable
    pairs = [(state, shape) for state, shape in itertools.product(STATES, SHAPES) if fits(state, shape)]
    draw.shuffle(pairs)
    for number, (state, shape) in enumerate(itertools.islice(itertools.cycle(pairs), count)):
        use = draw.choice([*USES])
        yield f"{number:03}-{state}-{shape}-{use}", program(state, shape, use, draw)


def fits(state: str, shape: str) -> bool:
    """Tell whether a search of this shape can have a state; a state of its own function needs a nested one."""
    nested = shape == ONLY_NESTED
    return bool(STATES[state].local) <= nested and not (nested and state in {"function-attribute", "own-module-last"})


def program(state: str, shape: str, use: str, draw: random.Random) -> str:
    """Return one program, with limits that are drawn."""
    one, limit = STATES[state], draw.choice((5, 20, 60, 150))
    used = USES[use].format(read=one.read, limit=limit, odd=draw.choice((5, 7, 11)), value=draw.choice((0, 1, -1)))
    blocks = {"tick": one.tick, "use": used, "local": one.local or "pass", "reset": one.reset, "above": one.above}
    if draw.random() < SELDOM:
        blocks["tick"] = f"if depth < 3:\n{textwrap.indent(one.tick, '    ')}"
    if draw.random() < SELDOM:
        blocks["reset"] = "".join(line + "\n" for line in one.reset.splitlines() if line.startswith("global"))
    lines = []
    for line in SHAPES[shape].splitlines():
        indent, name = len(line) - len(line.lstrip()), line.strip().strip("{}")
        if line.strip() == "{" + name + "}" and name in blocks:
            lines.append(textwrap.indent(blocks[name], " " * indent))
        else:
            seen = one.read if use == "outside" else "0"
            depth = str(draw.choice((3, 4)))
            lines.append(line.replace("{at_top}", one.at_top).replace("{depth}", depth).replace("{seen}", seen))
    return BOARD + "\n".join(lines).replace("SEARCH", "value") + "\n"
