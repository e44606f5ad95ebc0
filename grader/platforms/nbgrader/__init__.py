"""nbgrader: the folder of its course, and a table of marks like that of its export."""

from __future__ import annotations

from grader.model.identity import ClassIds, IdKind
from grader.platforms.platform import Download, Gradebook, Platform

PLATFORM = Platform(
    name="nbgrader",
    title="nbgrader",
    download=Download(
        name="nbgrader",
        title="nbgrader course",
        module="grader.platforms.nbgrader.download",
        ids=ClassIds(kinds=frozenset({IdKind.LOGIN, IdKind.STUDENT_NUMBER})),
    ),
    gradebooks=(
        Gradebook(name="nbgrader", writer="grader.platforms.nbgrader.gradebook:new_gradebook", in_points=True),
    ),
)
