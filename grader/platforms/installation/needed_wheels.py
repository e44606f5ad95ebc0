"""
The packages that the grader needs, as wheels for the Python and the machine of a platform.

pip chooses them. It reads conditions such as ``python_version < "3.11"`` for the Python that it runs on itself,
whatever Python it is told to download for; so what such conditions ask for is added here until nothing is missing.
"""

from __future__ import annotations

import email.parser
import io
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grader.errors import UserError
from grader.platforms.installation.own_wheel import Wheel

LIBRARIES = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""Wheels for these run on all systems since 2018."""
ROUNDS = 10
MAX_REASON = 2000


class Target(NamedTuple):
    """What the platform runs."""

    python: str
    """Such as ``3.12``."""
    machine: str

    @property
    def environment(self) -> dict[str, str]:
        """What the conditions of requirements can ask for."""
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
"""Puts the wheels of some requirements, and of all that these require, into a folder."""


def needed_wheels(own: Wheel, target: Target, download: PipDownload, further: Sequence[str] = ()) -> tuple[Wheel, ...]:
    """Return the wheels that `own` needs on `target`, and `further` projects, by name (UserError if one is missing)."""
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
    """Let pip download (UserError with its words if it cannot). Where it looks is the user's own configuration."""
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
    """Return what `wheels` require on `target` and do not hold."""
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
