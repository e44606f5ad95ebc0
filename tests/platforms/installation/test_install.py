"""The script that installs the grader on a platform."""

from __future__ import annotations

import ensurepip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.platforms.installation.bundle import Target, bundle
from tests.fixture_folders import EVERY
from tests.platforms.installation.made_wheels import Index, order, wheel

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def written(folder: Path, target: Target) -> Path:
    """Write a bundle that carries its wheels, and Python's own pip as the one that installs them."""
    index = Index([wheel("needed"), wheel("pip")])
    for name, data in bundle(order(target), index.download, carries_wheels=True).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "wheels" / "pip-1.0-py3-none-any.whl").unlink()
    [pip] = (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl")
    shutil.copy(pip, folder / "wheels")
    return folder / "install.py"


def install(program: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Run the script as platforms do."""
    command = [sys.executable, "-I", str(program), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PIP_NO_INDEX": "0"})


def test_another_python_than_the_files_are_for_is_named_with_the_remedy(tmp_path: Path) -> None:
    """Nothing is made before that."""
    done = install(written(tmp_path / "bundle", Target("3.9", "x86_64")), tmp_path / "grader")
    assert 2 == done.returncode
    assert f"These files are for Python 3.9, and this is Python {HERE}." in done.stderr
    assert f"grader setup ... --python {HERE}" in done.stderr
    assert not (tmp_path / "grader").exists()


@pytest.mark.skipif(EVERY not in os.environ, reason="takes a second of CPU: pip")
def test_only_what_has_the_right_hash_is_installed(tmp_path: Path) -> None:
    """Pip runs out of its wheel, into an environment that has none; `test_gradescope_setup` installs what is right."""
    program = written(tmp_path / "bundle", Target(HERE, "x86_64"))
    [needed] = (tmp_path / "bundle" / "wheels").glob("needed-*.whl")
    needed.write_bytes(wheel("needed", "grader").data)
    done = install(program, tmp_path / "grader")
    assert 0 != done.returncode
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert not (tmp_path / "grader" / "bin" / "grader").exists()
