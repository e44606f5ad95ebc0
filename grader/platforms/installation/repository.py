"""What each platform takes: its files, and what is to be done with them."""

from __future__ import annotations

import json
from collections.abc import Callable

from grader.platforms.installation.bundle import CourseFiles, Order, bundle, filled, script, template
from grader.platforms.installation.needed_wheels import Download
from grader.platforms.installation.own_wheel import zip_bytes
from grader.errors import UserError

AUTOGRADER_ZIP = "autograder.zip"
LARGEST_CLASSROOM50_BUNDLE = 10 << 20
"""The runner of Classroom 50 refuses to fetch more."""
HOOKS = ("pre-push", "pre-commit")
HOOK_STEP = "tell students who want each push graded on their own computer first: git config core.hooksPath .githooks"
MARKS_STEP = "take the marks that count from `grader batch` on the clones: whoever can push can change these files"


def gradescope(order: Order, download: Download) -> CourseFiles:
    """Return the zip file for "Configure Autograder"; it holds all packages."""
    programs = frozenset({"setup.sh", "run_autograder"})
    members = {
        "setup.sh": template("setup.sh"),
        "run_autograder": template("run_autograder", LEVEL=order.level.value, MINUTES=str(order.minutes)),
        **bundle(order, download, carries_wheels=True),
    }
    return CourseFiles(
        files={AUTOGRADER_ZIP: zip_bytes(members, programs)},
        steps=(
            f"in Gradescope, under Configure Autograder, choose {_systems(order)} and upload {AUTOGRADER_ZIP}",
            "when it is built, read its log: `grader doctor` says there how well students' code is isolated",
            f"set the time limit to {order.minutes} minutes or more, and the container to 1 CPU and 0.75 GB or more",
        ),
    )


def github(order: Order, download: Download) -> CourseFiles:
    """Return a workflow for the template repository of an assignment, and hooks for students."""
    return _repository(order, download, ".github/grader", ".github/workflows/grader.yml", "github.yml")


def gitlab(order: Order, download: Download) -> CourseFiles:
    """Return a pipeline for the project that students fork, and hooks for students."""
    return _repository(order, download, ".gitlab/grader", ".gitlab-ci.yml", "gitlab-ci.yml")


def classroom50(order: Order, download: Download) -> CourseFiles:
    """Return the folder of an assignment's autograder (UserError if it is larger than the runner takes)."""
    members = {
        **bundle(order, download, carries_wheels=False),
        "autograder.py": filled(script("autograder.py"), LEVEL=order.level.value, MINUTES=str(order.minutes)),
    }
    if sum(map(len, members.values())) > LARGEST_CLASSROOM50_BUNDLE:
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


PLATFORMS: dict[str, Callable[[Order, Download], CourseFiles]] = {
    "gradescope": gradescope,
    "classroom50": classroom50,
    "github": github,
    "gitlab": gitlab,
}
DEFAULT_PYTHONS = {"gradescope": ("3.10", "3.12")}
"""Those of Ubuntu 22.04 and 24.04, between which one chooses there. Elsewhere the files name the Python."""
DEFAULT_PYTHON = ("3.12",)


def _repository(order: Order, download: Download, folder: str, place: str, pipeline: str) -> CourseFiles:
    """Return files for a repository: the template `pipeline` at `place`, what it installs in `folder`, the hooks."""
    python = order.targets[0].python
    text = template(pipeline, LEVEL=order.level.value, PYTHON=python, MINUTES=str(order.minutes))
    members = {f"{folder}/{name}": data for name, data in bundle(order, download, carries_wheels=False).items()}
    hooks = {f".githooks/{name}": template(name, FOLDER=folder) for name in HOOKS}
    return CourseFiles(
        files={place: text, **hooks, **members},
        programs=frozenset(hooks),
        steps=("commit all of it to the repository that students start from", HOOK_STEP, MARKS_STEP),
    )


def _systems(order: Order) -> str:
    known = {"3.10": "Ubuntu 22.04", "3.12": "Ubuntu 24.04"}
    return " or ".join(known.get(one.python, f"an image with Python {one.python}") for one in order.targets)
