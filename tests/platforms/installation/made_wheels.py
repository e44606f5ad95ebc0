"""Wheels made by hand, and a download that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement

from grader.model.isolation import Level
from grader.platforms.installation.bundle import Order, Target, Wheel
from grader.platforms.zips import zipped


def wheel(name: str, *requires: str, version: str = "1.0") -> Wheel:
    """Return a wheel with one module and these requirements, which pip can install."""
    about = f"{name}-{version}.dist-info"
    headers = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    headers += [f"Requires-Dist: {one}" for one in requires]
    members = {
        f"{name}.py": f"NAME = {name!r}\n",
        f"{about}/METADATA": "\n".join(headers) + "\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
        f"{about}/RECORD": "",
    }
    return Wheel(f"{name}-{version}-py3-none-any.whl", zipped({path: text.encode() for path, text in members.items()}))


@dataclass
class Index:
    """A package index of wheels made by hand, which is asked as pip is."""

    wheels: Sequence[Wheel]
    asked: list[list[str]] = field(default_factory=list)

    def download(self, _target: Target, requirements: Sequence[str], folder: Path) -> None:
        """Put the wheels that are named into `folder`, and nothing that these require."""
        self.asked.append([str(one) for one in requirements])
        names = {Requirement(one).name for one in requirements}
        for one in self.wheels:
            if one.name in names:
                (folder / one.file_name).write_bytes(one.data)


def order(*targets: Target, **changes: object) -> Order:
    """Return an order for a small grader that needs the project `needed`."""
    given: dict[str, object] = {
        "rubric": b"title: mine\n",
        "level": Level.FULL,
        "targets": targets or (Target("3.12", "x86_64"),),
        "own": wheel("tictactoe_grader", "needed>=1"),
        "submission_seconds": 300.0,
    }
    return Order(**{**given, **changes})  # type: ignore[arg-type]
