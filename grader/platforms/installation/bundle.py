"""
The files that install the grader on a platform: our own wheel, requirements with hashes, and a script for pip.

A repository that students start from holds more: what CI runs, and hooks for students.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from grader.errors import UserError
from grader.model.isolation import Level
from grader.platforms.installation.wheels import PipDownload, Target, Wheel, needed_wheels

LONGEST = 4
"""All probes of a submission compute and wait for at most some four times its limit (docs/trust.md)."""
FEWEST_MINUTES = 10
HEAD = "# Written by `grader setup`. Only packages with these hashes are installed.\n"
RUBRIC = "rubric.yaml"
"""Its name in the folder ``rubric``, where the files that it names lie beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a person asks for."""

    rubric: bytes
    """The text of the rubric."""
    handed_out: Mapping[str, bytes] = field(default_factory=dict)
    """The files that the rubric names, by their path beside it."""
    level: Level
    """The isolation below which the platform must not grade."""
    targets: tuple[Target, ...]
    own: Wheel
    submission_seconds: float
    """The rubric's limit: CPU seconds of a submission."""

    @property
    def minutes(self) -> int:
        """How long the platform must wait for a submission: one that uses up its limit still gets its marks."""
        return max(FEWEST_MINUTES, math.ceil(LONGEST * self.submission_seconds / 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFiles:
    """What is written, and what is to be done with it."""

    files: Mapping[str, bytes]
    """By their path in the folder of ``--out``."""
    programs: frozenset[str] = frozenset()
    """The paths of those that a system starts by itself."""
    steps: tuple[str, ...]
    """What the person does next, in order."""


def bundle(order: Order, download: PipDownload, *, carries_wheels: bool) -> dict[str, bytes]:
    """
    Return the files that install the grader, with the rubric.

    If it `carries_wheels`, they hold all packages and pip itself, and no network is needed; else only our own wheel.
    """
    own_path = f"wheels/{order.own.file_name}"
    found = {own_path: order.own.data}
    for target in order.targets:
        wheels = needed_wheels(order.own, target, download, ("pip",) if carries_wheels else ())
        found[f"requirements-{target.python}.txt"] = _requirements(own_path, order.own, wheels)
        found |= {f"wheels/{wheel.file_name}": wheel.data for wheel in wheels} if carries_wheels else {}
    if RUBRIC in order.handed_out:
        raise UserError(f"the rubric names {RUBRIC} as a file that was handed out; give that file another name")
    rubric = {f"rubric/{name}": data for name, data in {RUBRIC: order.rubric, **order.handed_out}.items()}
    return {"install.py": template(__package__, "install.py"), **rubric, **found}


def template(package: str, name: str, **values: str) -> bytes:
    """Return the file `name` of `package`, with ``@NAME@`` replaced by the value of that name."""
    text = files(package).joinpath(name).read_bytes()
    text = text.replace(b"\r\n", b"\n")  # which git may have made on Windows, and no shell on Linux reads
    for key, value in values.items():
        text = text.replace(f"@{key}@".encode(), value.encode())
    return text


def _requirements(own_path: str, own: Wheel, wheels: Sequence[Wheel]) -> bytes:
    """Return a file for pip; ours is named by its path, because an index may have another project of this name."""
    lines = [f"./{own_path} --hash=sha256:{own.sha256}"]
    lines += [f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}" for wheel in wheels if wheel.name != "pip"]
    return (HEAD + "\n".join(lines) + "\n").encode()


HOOKS = ("pre-push", "pre-commit")
STEPS = (
    "commit all of it to the repository that students start from",
    "tell students who want each push graded on their own computer first: git config core.hooksPath .githooks",
    "take the marks that count from `grader batch` on the clones: whoever can push can change these files",
)


def repository(order: Order, download: PipDownload, pipeline: tuple[str, str, str, str]) -> CourseFiles:
    """Return what CI reads, the hooks for students, and what both install; `pipeline` as in `Setup`."""
    package, name, path, folder = pipeline
    values = {"LEVEL": order.level.value, "PYTHON": order.targets[0].python, "MINUTES": str(order.minutes)}
    installed = bundle(order, download, carries_wheels=False).items()
    hooks = {f".githooks/{hook}": template(__package__, hook, FOLDER=folder) for hook in HOOKS}
    return CourseFiles(
        files={
            path: template(package, name, **values),
            **hooks,
            **{f"{folder}/{installed_name}": data for installed_name, data in installed},
        },
        programs=frozenset(hooks),
        steps=STEPS,
    )
