"""The folder of an assignment's autograder for Classroom 50."""

from __future__ import annotations

import json

from grader.errors import UserError
from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload, bundle, template

LARGEST_BUNDLE = 10 << 20
"""The platform's runner refuses to fetch more."""


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    """Return the folder (UserError if it is larger than the runner takes)."""
    members = {
        **bundle(order, download, carries_wheels=False),
        "autograder.py": template(__package__, "autograder.py", LEVEL=order.level.value, MINUTES=str(order.minutes)),
    }
    if sum(map(len, members.values())) > LARGEST_BUNDLE:
        raise UserError("Classroom 50 takes at most 10 MB, and the files that the rubric names are larger")
    runtime = json.dumps({"python": order.targets[0].python}) + "\n"
    return CourseFiles(
        files={**{f"autograder/{name}": data for name, data in members.items()}, "runtime.json": runtime.encode()},
        steps=(
            "commit the content of autograder/ to your organization's repository, as CLASSROOM/autograders/ASSIGNMENT/",
            "give the assignment the Python of runtime.json: gh teacher assignment add ... --runtime runtime.json",
            "these files are published: put nothing secret into the rubric",
        ),
    )
