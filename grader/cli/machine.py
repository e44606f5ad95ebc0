"""Facts about this machine."""

from __future__ import annotations

import os
import platform
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.reports.machine.doctor import Machine
    from grader.sandbox.launching.interpreter import Interpreter


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def this_machine(grades: Interpreter) -> Machine:
    """Return what `grader doctor` shows about it; the Python that `grades` runs students' code."""
    from grader.reports.machine.doctor import Machine
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
