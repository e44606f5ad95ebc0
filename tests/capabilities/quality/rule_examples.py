"""For every rule of ruff that is used: code that breaks it and nothing else, and what the student is told."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """Code that breaks one rule."""

    code: str
    row: int
    message: str
    """How the sentence begins."""


TRY = "# a remark\ntry:\n    x = 1\n"
STATEMENT = "    x()\n"
BRANCH = "    if x():\n        x()\n"
EXAMPLES = {
    "F401": Example("# a remark\nimport os\n", 2, "'os' is imported but never used."),
    "F811": Example("# a remark\nimport os\n\n\ndef os():\n    '''Say.'''\n", 5, "'os' is defined again,"),
    "F841": Example("def f():\n    # a remark\n    x = 1\n", 3, "'x' gets a value that is never used."),
    "A001": Example("# a remark\nmax = 1\n", 2, "'max' hides something built into Python"),
    "A002": Example("def f(list):\n    # a remark\n    return list\n", 1, "'list' hides something built into"),
    "A004": Example("# a remark\nfrom os import open\n\nopen(1)\n", 2, "'open' hides something built into"),
    "E741": Example("# a remark\nl = 1\n", 2, "'l' is easily taken for a digit"),
    "E742": Example("class I:\n    # a remark\n    x = 1\n", 1, "'I' is easily taken for a digit"),
    "E743": Example("def l():\n    # a remark\n    return 1\n", 1, "'l' is easily taken for a digit"),
    "N801": Example("class board_state:\n    # a remark\n    x = 1\n", 1, "The class 'board_state' should be written"),
    "N802": Example("def maxValue():\n    # a remark\n    return 1\n", 1, "The function 'maxValue' should be"),
    "N803": Example("def f(newBoard):\n    # a remark\n    return newBoard\n", 1, "The parameter 'newBoard' should"),
    "N804": Example(
        "class A:\n    # a remark\n    @classmethod\n    def _f(self):\n        return self\n",
        4,
        "The first parameter of this method",
    ),
    "N805": Example("class A:\n    # a remark\n    def _f(x):\n        return x\n", 3, "The first parameter of this"),
    "N806": Example("def f():\n    # a remark\n    bestMove = 1\n    return bestMove\n", 3, "The variable 'bestMove'"),
    "N807": Example("def __f__():\n    # a remark\n    return 1\n", 1, "'__f__' has two underscores on both sides"),
    "N811": Example("# a remark\nfrom math import PI as pi\n\npi()\n", 2, "The name after 'as' is written"),
    "N812": Example("# a remark\nimport math as Math\n\nMath()\n", 2, "The name after 'as' is written in another"),
    "N813": Example("# a remark\nfrom a import Board as board\n\nboard()\n", 2, "The name after 'as' is written"),
    "N814": Example("# a remark\nfrom a import Board as BOARD\n\nBOARD()\n", 2, "The name after 'as' is written"),
    "N815": Example("class A:\n    # a remark\n    bestMove = 1\n", 3, "'bestMove' mixes small and capital letters."),
    "N816": Example("# a remark\nbestMove = 1\n", 2, "'bestMove' mixes small and capital letters."),
    "E711": Example("# a remark\nx = y() == None\n", 2, "A comparison with None. Write 'is None'"),
    "E712": Example("# a remark\nx = y() == True\n", 2, "A comparison with True or False."),
    "E713": Example("# a remark\nx = not 1 in y()\n", 2, "'not x in y' reads badly."),
    "E714": Example("# a remark\nx = not z() is y()\n", 2, "'not x is y' reads badly."),
    "E721": Example("# a remark\nx = type(y()) == int\n", 2, "Types are compared with each other."),
    "F632": Example("# a remark\nx = y() is 'X'\n", 2, "'is' asks for the same object"),
    "PLR0124": Example("# a remark\ny = 1\nx = y == y\n", 3, "A value is compared with itself"),
    "E722": Example(f"{TRY}except:\n    x = 2\n", 4, "A bare 'except' hides every mistake."),
    "BLE001": Example(f"{TRY}except Exception:\n    x = 2\n", 4, "This catches every exception"),
    "F901": Example("# a remark\nraise NotImplemented\n", 2, "NotImplemented is no exception."),
    "B006": Example("def f(x=[]):\n    # a remark\n    return x\n", 1, "All calls share this default value"),
    "B023": Example(
        "# a remark\nf = []\nfor x in y():\n    f.append(lambda: x)\n", 4, "This function uses a loop variable"
    ),
    "F403": Example("# a remark\nfrom math import *\n", 2, "'import *' hides where names come from."),
    "PLW0602": Example(
        "y = 1\n\n\ndef f():\n    # a remark\n    global y\n    return y\n", 6, "A 'global' that changes"
    ),
    "PLW0603": Example(
        "y = 1\n\n\ndef f():\n    # a remark\n    global y\n    y = 2\n", 6, "A global variable is changed"
    ),
    "B015": Example("# a remark\nx = 1\nx == 2\n", 3, "This comparison is made and its result thrown away."),
    "B018": Example("# a remark\nx = 1\nx\n", 3, "This expression has no effect."),
    "PIE790": Example("def f():\n    # a remark\n    x()\n    pass\n", 4, "This statement does nothing here."),
    "PLR1711": Example("def f():\n    # a remark\n    x()\n    return\n", 4, "A 'return' at the end of a function"),
    "PLW0127": Example("# a remark\nx = 1\nx = x\n", 3, "A variable is assigned to itself."),
    "PLW0129": Example("# a remark\nassert 'text'\n", 2, "This 'assert' can never fail"),
    "F631": Example("# a remark\nassert (x(), 'text')\n", 2, "This 'assert' tests a tuple"),
    "F634": Example("# a remark\nif (x(), 1):\n    y = 1\n", 2, "This 'if' tests a tuple"),
    "ERA001": Example("# a remark\n# x = 1\n", 2, "Code that is commented out."),
    "T201": Example("def player(board):\n    # a remark\n    print(board)\n", 3, "A leftover 'print'"),
    "T203": Example(
        "from pprint import pprint\n\n\ndef player(b):\n    # a remark\n    pprint(b)\n", 6, "A leftover 'pprint'"
    ),
    "T100": Example("# a remark\nbreakpoint()\n", 2, "A leftover breakpoint or debugger."),
    "FIX001": Example("# a remark\n# FIXME later\n", 2, "A comment says that something is still to do."),
    "FIX002": Example("# a remark\n# TODO later\n", 2, "A comment says that something is still to do."),
    "FIX004": Example("# a remark\n# HACK this\n", 2, "A comment says that something is still to do."),
    "C901": Example(f"def f(x):\n    # a remark\n{BRANCH * 13}", 1, "'f' has more than 12 branches."),
    "PLR0915": Example(f"def f(x):\n    # a remark\n{STATEMENT * 61}", 1, "'f' has more than 60 statements."),
    "E101": Example("# a remark\nif x():\n    if y():\n    \tz = 1\n", 4, "Tabs and spaces are mixed"),
    "E401": Example("# a remark\nimport a, b\n\na(b)\n", 2, "Several imports stand in one line."),
    "E501": Example(f"# a remark\nx = {'1 + ' * 40}1\n", 2, "The line has more than 120 characters."),
    "E701": Example("# a remark\nif x(): y = 1\n", 2, "Several statements stand in one line."),
    "E702": Example("# a remark\nx = 1; y = 2\n", 2, "Several statements stand in one line."),
    "E703": Example("# a remark\nx = 1;\n", 2, "A semicolon ends the line."),
    "D101": Example(
        "def g():\n    '''Say.'''\n    return 1\n\n\nclass A:\n    x = 1\n", 6, "'A' has neither a docstring nor"
    ),
    "D102": Example(
        "class A:\n    '''Say.'''\n\n    def f(self):\n        return 1\n", 4, "'f' has neither a docstring"
    ),
    "D103": Example(
        "def g():\n    '''Say.'''\n    return 1\n\n\ndef f():\n    return 1\n", 6, "'f' has neither a docstring nor"
    ),
}
"""By ruff's codes."""
