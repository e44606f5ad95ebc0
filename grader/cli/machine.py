"""Facts about this machine."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.sandbox.launching.interpreter import Interpreter


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine and the Python that run the grader."""

    grader: str
    python: str
    interpreter: str
    grades: str
    """The version of the Python that runs students' code, such as ``3.12``."""
    grades_with: str
    """Its path."""
    system: str
    """As Python names it: ``Linux``, ``Darwin``, ``Windows``."""
    release: str
    processor: str
    cores: int


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def this_machine(grades: Interpreter) -> Machine:
    """Return what `grader doctor` shows about it; the Python that `grades` runs students' code."""
    from grader.version import __version__

    return Machine(
        grader=__version__,
        python=f"{platform.python_version()} ({platform.python_implementation()})",
        interpreter=sys.executable,
        grades="{}.{}".format(*grades.version),
        grades_with=grades.path,
        system=platform.system(),
        release=platform.release(),
        processor=platform.machine(),
        cores=cores(),
    )
