"""The types of the fixtures that the tests of a class share."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import TypeAlias

from grader.batch.run import ClassRun

GradeFaked: TypeAlias = Callable[..., ClassRun]
StartBatch: TypeAlias = Callable[..., subprocess.Popen[str]]
