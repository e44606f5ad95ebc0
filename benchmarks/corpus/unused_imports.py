"""Imports that students' files have and never use, by where they come from, and their shares of a class in percent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.corpus.edits import with_imports
from benchmarks.corpus.handwriting import Choose

FAMILY = "unused import"
BOUND_NAME = re.compile(r"(\w+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSource:
    """Where an import comes from that nobody needs."""

    name: str
    percent: float
    lines: tuple[str, ...]
    most: int = 1
    """The most lines that one file gets of it."""

    def put_into(self, source: str, choose: Choose) -> str | None:
        """Return `source` with one or more of the lines, None if it uses all of them."""
        fitting = [line for line in self.lines if _is_unknown(line, source)]
        if not fitting:
            return None
        for _ in range(int(choose([str(number) for number in range(1, self.most + 1)]))):
            source = with_imports(source, choose(fitting))
        return source


UNUSED_IMPORTS: Sequence[ImportSource] = (
    ImportSource(
        name="third-party import", percent=3, lines=("import numpy as np", "import pygame", "import pandas as pd")
    ),
    ImportSource(
        name="import that an editor added",
        percent=5,
        lines=(
            "import ctypes",
            "from curses.ascii import isalnum",
            "from cmath import inf",
            "from hashlib import new",
            "from logging import info",
            "import re",
            "import tictactoe",
        ),
    ),
    ImportSource(
        name="unused import",
        percent=51,
        lines=(
            "import copy",
            "import math",
            "import random",
            "import sys",
            "import os",
            "import time",
            "import math",
            "import copy",
            "from copy import deepcopy",
            "import itertools",
            "from typing import List",
            "from collections import Counter",
        ),
        most=3,
    ),
)


def _is_unknown(line: str, source: str) -> bool:
    """Return whether the name that `line` binds stands nowhere in `source`."""
    bound = BOUND_NAME.findall(line)[0]
    return re.search(rf"\b{bound}\b", source) is None
