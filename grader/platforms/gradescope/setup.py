"""The zip file for Gradescope's "Configure Autograder": it holds all packages."""

from __future__ import annotations

from grader.platforms.installation.bundle import CourseFiles, Order, PipDownload, bundle, template, zip_bytes

AUTOGRADER_ZIP = "autograder.zip"
SYSTEMS = {"3.10": "Ubuntu 22.04", "3.12": "Ubuntu 24.04"}
"""What one chooses there, by its Python."""


def course_files(order: Order, download: PipDownload) -> CourseFiles:
    programs = frozenset({"setup.sh", "run_autograder"})
    members = {
        "setup.sh": template(__package__, "setup.sh"),
        "run_autograder": template(__package__, "run_autograder", LEVEL=order.level.value, MINUTES=str(order.minutes)),
        **bundle(order, download, carries_wheels=True),
    }
    systems = " or ".join(SYSTEMS.get(one.python, f"an image with Python {one.python}") for one in order.targets)
    return CourseFiles(
        files={AUTOGRADER_ZIP: zip_bytes(members, programs)},
        steps=(
            f"in Gradescope, under Configure Autograder, choose {systems} and upload {AUTOGRADER_ZIP}",
            "when it is built, read its log: `grader doctor` says there how well students' code is isolated",
            f"set the time limit to {order.minutes} minutes or more, and the container to 1 CPU and 0.75 GB or more",
        ),
    )
