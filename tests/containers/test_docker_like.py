"""The level of isolation inside a container with Docker's default rights."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fixture_folders import EVERY, ROOT


class Found(NamedTuple):
    """The isolation in a container."""

    level: str
    layers: set[str]
    open: list[str]
    """What the self-test could do."""


pytestmark = [
    pytest.mark.skipif(EVERY not in os.environ, reason="takes three seconds of CPU: five starts of the grader"),
    pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make a container"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the filter is written for x86_64"),
]


def doctor(*options: str, python: str = sys.executable) -> Found:
    """Return what `grader doctor` finds in a container."""
    modules = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    command = [sys.executable, "-m", "tests.containers.docker_like", *options, "--"]
    command += ["env", f"PYTHONPATH={modules}", python, "-m", "grader", "doctor", "--format", "json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    found = json.loads(done.stdout)["isolation"]
    layers = {layer["name"] for layer in found["layers"] if layer["on"]}
    return Found(found["level"], layers, [one["name"] for one in found["self_test"] if not one["blocked"]])


def test_the_container_refuses_what_docker_refuses() -> None:
    """Otherwise the tests below would prove nothing."""
    tried = "import os, ctypes; c = ctypes.CDLL(None, use_errno=True); print(c.unshare(0x10000000), ctypes.get_errno())"
    command = [sys.executable, "-m", "tests.containers.docker_like", "--", sys.executable, "-c", tried]
    assert "-1 1\n" == subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_root_in_a_container_isolates_in_full_without_namespaces() -> None:
    """Gradescope's and GitLab's containers run as root."""
    found = doctor()
    assert "full" == found.level
    assert "namespaces" not in found.layers


def test_a_user_in_a_container_isolates_in_full() -> None:
    """The image of our Dockerfile runs as such a user."""
    same = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    python = next((one for one in (sys.executable, same) if _all_may_read(Path(one))), None)
    if python is None:
        pytest.skip("this interpreter lies where only root can read it")
    assert "full" == doctor("--user", "1000", python=python).level


@pytest.mark.parametrize("landlock", ["old-kernel", "old-docker"])
def test_without_landlock_the_level_is_partial_and_says_what_is_open(landlock: str) -> None:
    """A kernel before 5.13, or a Docker before 23."""
    found = doctor("--landlock", landlock)
    assert ("partial", ["read_outside"]) == (found.level, found.open)


def _all_may_read(python: Path) -> bool:
    places = [*python.resolve().parents, *python.parents, *ROOT.parents, ROOT]
    return python.exists() and all(place.stat().st_mode & 0o005 == 0o005 for place in places)
