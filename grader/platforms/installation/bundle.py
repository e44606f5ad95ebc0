"""
The files that install the grader on a platform: wheels, requirements with hashes, and a script for pip.

A platform grades by the very same code. pip chooses the packages. It evaluates conditions such as
``python_version < "3.11"`` for its own Python, even when it downloads for another one. So the packages of such
conditions are added here until none is missing. A repository for students to start from also has files for CI, and
hooks.
"""

from __future__ import annotations

import base64
import email.parser
import hashlib
import io
import math
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grader.errors import UserError
from grader.model.isolation import Level
from grader.platforms.zips import zipped

PACKAGE = "grader"
DISTRIBUTION = "tictactoe_grader"
METADATA_FILES = ("METADATA", "WHEEL", "entry_points.txt", "licenses/LICENSE")


class Wheel(NamedTuple):
    """A package to install, as the file that pip reads."""

    file_name: str
    data: bytes

    @property
    def name(self) -> str:
        return self.file_name.partition("-")[0]

    @property
    def version(self) -> str:
        return self.file_name.split("-")[1]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def own_wheel() -> Wheel:
    """Return the wheel of this installation, even of an editable one (UserError if it is not installed)."""
    try:
        installed = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise UserError("this grader is not installed: install it with pip, and run the installed one") from None
    folder = Path(__file__).parents[2]
    _require_current(installed, folder.parent / "pyproject.toml")
    about = f"{DISTRIBUTION}-{installed.version}.dist-info"
    inside = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    members = {
        f"{PACKAGE}/{name.as_posix()}": path.read_bytes()
        for name, path in inside.items()
        if "__pycache__" not in name.parts
    }
    if f"{PACKAGE}/rubric.yaml" not in members:  # a checkout has the file beside the package
        members[f"{PACKAGE}/rubric.yaml"] = (folder.parent / "rubric.yaml").read_bytes()
    members |= {f"{about}/{name}": (installed.read_text(name) or "").encode() for name in METADATA_FILES}
    members = dict(sorted(members.items()))  # the wheel of an installed wheel is the same file
    members[f"{about}/RECORD"] = _record(members, f"{about}/RECORD")
    return Wheel(f"{DISTRIBUTION}-{installed.version}-py3-none-any.whl", zipped(members))


def _require_current(installed: metadata.Distribution, project: Path) -> None:
    """Raise UserError if a checkout has changed since its installation: packages could be missing."""
    if sys.version_info < (3, 11) or not project.is_file():  # without tomllib the file cannot be read
        return
    import tomllib

    known = {canonicalize_name(Requirement(one).name) for one in installed.requires or ()}
    wanted = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {}).get("dependencies", ())
    missing = [one for one in wanted if canonicalize_name(Requirement(one).name) not in known]
    if missing:
        raise UserError(
            f"this checkout needs {', '.join(missing)} by now, and was installed before that: install it again with"
            " `pip install -e .`"
        )


def _record(members: dict[str, bytes], own: str) -> bytes:
    """Return the list of files by which pip checks and uninstalls; its own line has no hash."""
    lines = []
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()


LIBRARIES = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""Wheels for these run on all systems since 2018."""
ROUNDS = 10
MAX_REASON = 2000


class Target(NamedTuple):
    """The Python and system of the platform."""

    python: str  # such as ``3.12``
    machine: str

    @property
    def environment(self) -> dict[str, str]:
        """The values for the conditions of requirements."""
        return {
            "python_version": self.python,
            "python_full_version": f"{self.python}.0",
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "platform_python_implementation": "CPython",
            "sys_platform": "linux",
            "platform_system": "Linux",
            "platform_machine": self.machine,
            "platform_release": "",
            "platform_version": "",
            "os_name": "posix",
            "extra": "",
        }


PipDownload = Callable[[Target, Sequence[str], Path], None]
"""Puts the wheels of some requirements, and of all their requirements, into a folder."""


def needed_wheels(own: Wheel, target: Target, download: PipDownload, further: Sequence[str] = ()) -> tuple[Wheel, ...]:
    """Return the wheels that `own` and `further` projects need on `target`, by name (UserError if one is missing)."""
    with tempfile.TemporaryDirectory(prefix="grader-") as scratch:
        folder = Path(scratch)
        wanted = [*_required_by(own, target), *further]
        missing: list[str] = []
        for _ in range(ROUNDS):
            download(target, wanted, folder)
            wheels = tuple(Wheel(path.name, path.read_bytes()) for path in sorted(folder.glob("*.whl")))
            missing = _missing(wheels, target)
            if not missing:
                return wheels
            wanted += missing
    raise UserError(f"for Python {target.python}, pip does not find: {', '.join(missing)}")


def pip_download(target: Target, requirements: Sequence[str], folder: Path) -> None:
    """Let pip download from its configured places (UserError with pip's words if it cannot)."""
    for old in folder.glob("*.whl"):  # of the round before: pip may choose another version now
        old.unlink()
    platforms = [word for library in LIBRARIES for word in ("--platform", f"{library}_{target.machine}")]
    command = [
        *(sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--only-binary", ":all:", "--implementation", "cp", "--python-version", target.python, *platforms),
        *("--dest", str(folder), *requirements),
    ]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - pip, with checked arguments
    if done.returncode == 0:
        return
    reason = done.stderr.decode("utf-8", "replace").strip()[-MAX_REASON:]
    if "No module named pip" in reason:
        raise UserError(f"pip is needed to collect the packages: {sys.executable} -m ensurepip")
    raise UserError(f"pip cannot download the packages for Python {target.python}:\n{reason}")


def _missing(wheels: Sequence[Wheel], target: Target) -> list[str]:
    """Return the requirements of `wheels` on `target` that no wheel meets."""
    names = {canonicalize_name(wheel.name) for wheel in wheels}
    wanted = dict.fromkeys(one for wheel in wheels for one in _required_by(wheel, target))
    return [one for one in wanted if canonicalize_name(Requirement(one).name) not in names]


def _required_by(wheel: Wheel, target: Target) -> Iterator[str]:
    """Yield the requirements of `wheel` that hold on `target`, without their conditions."""
    with zipfile.ZipFile(io.BytesIO(wheel.data)) as archive:
        about = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        headers = email.parser.BytesHeaderParser().parsebytes(archive.read(about))
    for text in headers.get_all("Requires-Dist") or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate(target.environment):
            requirement.marker = None
            yield str(requirement)


LONGEST = 4
"""All probes of a submission compute and wait for at most some four times its limit (docs/trust.md)."""
FEWEST_MINUTES = 10
HEAD = "# Written by `grader setup`. Only packages with these hashes are installed.\n"
RUBRIC = "rubric.yaml"
"""The name in the folder ``rubric``, where the files that the rubric names lie beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    rubric: bytes
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
        """The minutes that the platform must wait, so that a submission at its limit still gets its marks."""
        return max(FEWEST_MINUTES, math.ceil(LONGEST * self.submission_seconds / 60))


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFiles:
    """The files to write, and the next steps for a person."""

    files: Mapping[str, bytes]  # by their path in the folder of ``--out``
    programs: frozenset[str] = frozenset()  # paths of files that a system starts by itself
    steps: tuple[str, ...]  # the person's next steps, in order


def bundle(order: Order, download: PipDownload, *, carries_wheels: bool) -> dict[str, bytes]:
    """
    Return the files that install the grader, with the rubric.

    With `carries_wheels` they hold all packages and pip itself, and need no network; without, they hold our wheel only.
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
    return {"install.py": template("install.py"), **rubric, **found}


def template(name: str, **values: str) -> bytes:
    """Return the file `name` beside this module, with ``@NAME@`` replaced by the value of that name."""
    text = files(__package__).joinpath(name).read_bytes()
    text = text.replace(b"\r\n", b"\n")  # git on Windows may have made them, and no shell on Linux reads them
    for key, value in values.items():
        text = text.replace(f"@{key}@".encode(), value.encode())
    return text


def _requirements(own_path: str, own: Wheel, wheels: Sequence[Wheel]) -> bytes:
    """Return a file for pip. It names our wheel by a path, because no index has to have it."""
    lines = [f"./{own_path} --hash=sha256:{own.sha256}"]
    lines += [f"{wheel.name}=={wheel.version} --hash=sha256:{wheel.sha256}" for wheel in wheels if wheel.name != "pip"]
    return (HEAD + "\n".join(lines) + "\n").encode()


HOOKS = ("pre-push", "pre-commit")
STEPS = (
    "commit all of it to the repository that students start from",
    "tell students who want each push graded on their own computer first: git config core.hooksPath .githooks",
    "take the marks that count from `grader batch` on the clones: whoever can push can change these files",
)


def repository(order: Order, download: PipDownload, pipeline: tuple[str, str, str]) -> CourseFiles:
    """Return the files of CI, the hooks for students, and their installer; `pipeline` as in `Setup`."""
    hooks = {f".githooks/{hook}": template(hook, FOLDER=pipeline[2]) for hook in HOOKS}
    made = _with_installer(order, download, pipeline)
    return CourseFiles(files={pipeline[1]: made[pipeline[1]], **hooks, **made}, programs=frozenset(hooks), steps=STEPS)


ON_MACHINES = {
    "grade.sbatch": (
        "copy these files to a folder that all nodes see, and there: python3 -I grader/install.py grader-env",
        "let it wait in the queue: sbatch grade.sbatch SUBMISSIONS (smaller nodes: sbatch --cpus-per-task=4 ...)",
        "when it is done: grader-env/bin/grader merge shards/* --out reports",
    ),
    "grade.sh": (
        "copy these files to a folder that all machines see, and there: python3 -I grader/install.py grader-env",
        "grade: sh grade.sh SUBMISSIONS HOSTS; HOSTS is a file with a machine per line, `:` for this one",
        "when it is done: grader-env/bin/grader merge shards/* --out reports",
    ),
    ".github/workflows/grader-class.yml": (
        "commit all of it to a private repository of instructors, with the class in the folder `submissions`",
        "start the workflow, and download its artifact `reports`",
    ),
}


def machines(order: Order, download: PipDownload, pipeline: tuple[str, str, str]) -> CourseFiles:
    """Return the files that start the shards of a class on several machines; `pipeline` as in `Setup`."""
    return CourseFiles(files=_with_installer(order, download, pipeline), steps=ON_MACHINES[pipeline[1]])


def _with_installer(order: Order, download: PipDownload, pipeline: tuple[str, str, str]) -> dict[str, bytes]:
    """Return the file that starts the grader, and those that install it with pip's index."""
    name, path, folder = pipeline
    values = {"LEVEL": order.level.value, "PYTHON": order.targets[0].python, "MINUTES": str(order.minutes)}
    installed = bundle(order, download, carries_wheels=False)
    return {path: template(name, **values), **{f"{folder}/{inner}": data for inner, data in installed.items()}}
