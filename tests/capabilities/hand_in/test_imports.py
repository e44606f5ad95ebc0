"""The standard library only: what is imported is read in the text, and counts if it is used."""

from __future__ import annotations

import pytest

from grader.capabilities.hand_in.capability import FileRules
from tests.capabilities.hand_in.handing_in import handed_in, told

RULES = FileRules(standard_library=True)
OUTSIDE = "neither from the standard library nor handed in"


@pytest.mark.parametrize(
    "code",
    [
        "import math, copy\nfrom typing import *\nprint(math.pi)",
        "import numpy as np\n# np.zeros(3) was slow\n",
        "import numpy\n'''numpy is not used'''\nx = 'numpy'\n",
        "x = '''\nimport torch\ntorch.load(1)\n'''",
        "x = f'{1}' + 'import torch'\n# import torch; torch.load(1)",
        "import distutils\nimport tomllib\ndistutils, tomllib",
        "from . import parts\nfrom .parts import numpy\nparts, numpy",
        "import tictactoe\nimport TicTacToe\ntictactoe, TicTacToe",
        "x = {}\nx.numpy = 1\nimport numpy\nx.numpy",
        "def f():\n    yield from g()\n\ntry:\n    f()\nexcept ValueError as e:\n    raise KeyError from e\n",
        "import \\\n  math\nmath",
        "important = 1\nimport_ = important",
        "import (",
        "from x import (",
    ],
)
def test_the_standard_library_and_what_is_never_used_are_fine(code: str) -> None:
    """Editors add imports by themselves: an unused one is a remark elsewhere, and costs nothing here."""
    assert "pass" == told(handed_in({}, code), RULES)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import numpy as np\nnp.zeros(3)", "'numpy' (tictactoe.py:1)"),
        ("import math; import numpy\nnumpy.zeros(3)", "'numpy' (tictactoe.py:1)"),
        ("\r\nif 1: import numpy\r\nnumpy", "'numpy' (tictactoe.py:2)"),
        ("def f():\n    from torch.nn import Linear as L, ReLU\n    return ReLU()", "'torch' (tictactoe.py:2)"),
        ("from sklearn.tree import (\n    A,  # the tree\n    B as C,\n)\nC()", "'sklearn' (tictactoe.py:1)"),
        ("from numpy import *", "'numpy' (tictactoe.py:1)"),
        ("from numpy import \\\n  zeros\nzeros()", "'numpy' (tictactoe.py:1)"),
        ("import os, numpy.linalg\nnumpy.linalg.norm(os)", "'numpy' (tictactoe.py:1)"),
        ("s = 'it''s'\nimport numpy\nnumpy", "'numpy' (tictactoe.py:2)"),
        ("import numpy\nnumpy\n(", "'numpy' (tictactoe.py:1)"),
        (
            "\n".join(f"import m{at}\nm{at}" for at in range(7)),
            ", ".join(f"'m{at}' (tictactoe.py:{2 * at + 1})" for at in range(5)) + " and 2 more",
        ),
    ],
)
def test_a_third_party_module_that_is_used_is_named_with_its_line(code: str, names: str) -> None:
    """Also in a function, on a line with others, or in a file that Python itself refuses."""
    assert f"fail: imports and uses {names}: {OUTSIDE}" == told(handed_in({}, code), RULES)


def test_modules_of_the_students_own_count_if_the_graded_file_imports_them() -> None:
    """A helper that uses a third-party module is found; a test beside it that nobody imports is not judged."""
    helpers = {"engine/search.py": "import numpy\nnumpy", "test_all.py": "import pytest\npytest", "lines.py": "x = 1"}

    assert "pass" == told(handed_in({}, "import lines\nlines.x", helpers), RULES)
    assert f"fail: imports and uses 'numpy' (engine/search.py:1): {OUTSIDE}" == told(
        handed_in({}, "from engine import search\nsearch", helpers), RULES
    )


def test_a_file_called_like_a_module_of_the_standard_library_is_not_what_is_imported() -> None:
    """While grading, the standard library is searched first."""
    assert "pass" == told(handed_in({}, "import copy\ncopy", {"copy.py": "import numpy\nnumpy"}), RULES)


def test_a_module_that_was_handed_in_and_cannot_be_read_is_no_third_party_module() -> None:
    """The grader left it out; that it was there is enough."""
    assert "pass" == told(handed_in({"huge.py": None}, "import huge\nhuge"), RULES)


def test_the_rubric_may_allow_modules() -> None:
    """The sheet's own requirements.txt names pygame."""
    rules = FileRules(standard_library=True, allowed_modules=("pygame",))

    assert "pass" == told(handed_in({}, "import pygame\npygame.init()"), rules)


def test_with_one_file_only_nobody_knows_whose_module_it_is() -> None:
    """The check is made as far as it can be."""
    assert "pass" == told(handed_in(None, "import math\nmath"), RULES)
    assert "pending: imports 'lines' (tictactoe.py:1): the student's own or not? Only one file was given" == told(
        handed_in(None, "import lines\nlines"), RULES
    )
