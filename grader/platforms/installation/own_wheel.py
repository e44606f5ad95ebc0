"""The grader that is running, as a wheel: what is graded on a platform is graded by the very same code."""

from __future__ import annotations

import base64
import hashlib
import io
import sys
import zipfile
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from grader.errors import UserError

PACKAGE = "grader"
DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all members, so that the same code gives the same bytes; a zip file knows none before."""
MODE = 0o100644 << 16
LEFT_OUT = {"__pycache__"}
METADATA_FILES = ("METADATA", "WHEEL", "entry_points.txt", "licenses/LICENSE")


class Wheel(NamedTuple):
    """A package to install, as the file that pip reads."""

    file_name: str
    data: bytes

    @property
    def name(self) -> str:
        """The project's name as it stands in the file's name."""
        return self.file_name.partition("-")[0]

    @property
    def version(self) -> str:
        """The version as it stands in the file's name."""
        return self.file_name.split("-")[1]

    @property
    def sha256(self) -> str:
        """The hash that requirements name it by."""
        return hashlib.sha256(self.data).hexdigest()


def own_wheel() -> Wheel:
    """Return the wheel of this installation, also of an editable one (UserError if it is not installed)."""
    try:
        installed = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError:
        raise UserError("this grader is not installed: install it with pip, and run the installed one") from None
    folder = Path(__file__).parents[2]
    _require_current(installed, folder.parent / "pyproject.toml")
    about = f"{PACKAGE}-{installed.version}.dist-info"
    members = {f"{PACKAGE}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in _package_files(folder)}
    if f"{PACKAGE}/rubric.yaml" not in members:  # a checkout has it beside the package
        members[f"{PACKAGE}/rubric.yaml"] = (folder.parent / "rubric.yaml").read_bytes()
    members |= {f"{about}/{name}": (installed.read_text(name) or "").encode() for name in METADATA_FILES}
    members = dict(sorted(members.items()))  # a wheel that is made of an installed one is the same file
    members[f"{about}/RECORD"] = _record(members, f"{about}/RECORD")
    return Wheel(f"{PACKAGE}-{installed.version}-py3-none-any.whl", zip_bytes(members))


def zip_bytes(members: dict[str, bytes], programs: frozenset[str] = frozenset()) -> bytes:
    """Return a zip file with `members`, whose names are paths; those in `programs` may be executed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, DATE)
            member.create_system = 3  # Unix, so that the mode counts
            member.external_attr = MODE | (0o111 << 16 if name in programs else 0)
            # Wheels are compressed already.
            member.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return buffer.getvalue()


def _require_current(installed: metadata.Distribution, project: Path) -> None:
    """Raise UserError if a checkout was changed since it was installed, so that packages would be missing."""
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


def _package_files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in found if not LEFT_OUT.intersection(path.relative_to(folder).parts))


def _record(members: dict[str, bytes], own: str) -> bytes:
    """Return the list of files that pip checks and that it uninstalls by; its own line has no hash."""
    lines = []
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()
