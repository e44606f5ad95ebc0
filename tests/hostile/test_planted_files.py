"""Files planted beside a submission, to be run, read or imported instead of it, change no mark."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.batch.sources import without_timing
from tests.hostile.corpus import MODULE
from tests.hostile.neighbour import SOURCE

WRONG = """import copy
import json
import random

for module in (copy, json, random):
    for name in ("player", "utility", "winner"):
        globals()[name] = getattr(module, name, None) or globals().get(name)


def utility(board):
    return 7
"""
"""Uses the functions of the modules it imports, if they have any; its own function is wrong."""
MODULES = ("json", "copy", "random", "conftest", "sitecustomize", "usercustomize", "pytest", "_pytest", "yaml", "click")
SETTINGS = {
    "pytest.ini": "[pytest]\naddopts = -p conftest --nonsense\npython_files = *.py\n",
    "tox.ini": "[pytest]\naddopts = --nonsense\n",
    "setup.cfg": "[tool:pytest]\naddopts = --nonsense\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--nonsense'\n",
    "rubric.yaml": "title: mine\nassignment: tictactoe\ntotal: 1\ncriteria: []\n",
    "pyvenv.cfg.bak": "home = .\n",
}
NONSENSE = {"PYTEST_ADDOPTS": "--nonsense -x", "PYTEST_PLUGINS": "no_such_plugin", "COLUMNS": "40"}
SUFFIXES = (f".cpython-{sys.version_info.major}{sys.version_info.minor}-x86_64-linux-gnu.so", ".abi3.so", ".so", ".pyd")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Grade the same file alone and among planted files: from its own folder, and in a class."""
    place = tmp_path_factory.mktemp("planted")
    bare, planted, canary = place / "bare", place / "class" / "planted", place / "canary"
    bare.mkdir()
    (bare / f"{MODULE}.py").write_text(WRONG, encoding="utf-8")
    _plant(planted, canary)
    commands = {
        "bare": _start(place, "check", bare, "--format", "json"),
        "from its folder": _start(planted, "check", f"{MODULE}.py", "--format", "json", **NONSENSE),
        "class": _start(
            place, "batch", place / "class", "--out", place / "out", "--require-isolation", "basic", **NONSENSE
        ),
    }
    said = {name: command.communicate(timeout=120) for name, command in commands.items()}
    codes = {name: command.returncode for name, command in commands.items()}
    assert {"bare": 1, "from its folder": 1, "class": 0} == codes, said
    texts = {name: out for name, (out, _err) in said.items()}
    texts["class"] = (place / "out" / "planted" / "result.json").read_bytes()
    found = {name: without_timing(text) for name, text in texts.items()}
    found["canary"] = {"sprung": canary.read_text(encoding="utf-8") if canary.exists() else ""}
    return found


@pytest.mark.parametrize("way", ["from its folder", "class"])
def test_planted_files_gain_nothing(way: str, results: dict[str, dict[str, Any]]) -> None:
    """
    Points, verdicts and observations are those of the file alone, which has nothing right.

    Variables that pytest would obey change them as little.
    """
    bare, planted = results["bare"], results[way]

    assert 0 == planted["score"]["automatic_earned"]
    for part in ("criteria", "score", "observed", "status"):
        assert bare[part] == planted[part]


def test_no_planted_file_was_run(results: dict[str, dict[str, Any]]) -> None:
    """Each would have written its name into a file: modules, packages, bytecode, plugins of configuration files."""
    assert "" == results["canary"]["sprung"]


def test_the_traps_are_dangerous(tmp_path: Path) -> None:
    """Plain Python would run the planted bytecode, so the test above proves something."""
    _plant(tmp_path / "planted", tmp_path / "canary")
    (tmp_path / "planted" / MODULE / "__init__.py").unlink()
    (tmp_path / "planted" / MODULE).rmdir()
    for suffix in SUFFIXES:
        (tmp_path / "planted" / f"{MODULE}{suffix}").unlink()

    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); import {MODULE}"]
    subprocess.run(command, cwd=tmp_path / "planted", check=True, capture_output=True, timeout=60)

    assert "bytecode" in (tmp_path / "canary").read_text(encoding="utf-8")


def _plant(folder: Path, canary: Path) -> None:
    """Write the file and, beside it, every kind of file that could make it pass."""
    (folder / MODULE).mkdir(parents=True)
    (folder / f"{MODULE}.py").write_text(WRONG, encoding="utf-8")
    for name in MODULES:
        (folder / f"{name}.py").write_text(_trap(name, canary), encoding="utf-8")
    (folder / MODULE / "__init__.py").write_text(_trap("package", canary), encoding="utf-8")
    right = folder.parent / "right.py.txt"
    right.write_text(_trap("bytecode", canary), encoding="utf-8")
    cached = folder / "__pycache__" / f"{MODULE}.{sys.implementation.cache_tag}.pyc"
    py_compile.compile(
        str(right), str(cached), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )
    right.unlink()
    for suffix in SUFFIXES:
        (folder / f"{MODULE}{suffix}").write_bytes(b"\x7fELF" + bytes(60))
    for name, text in SETTINGS.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "evil.pth").write_text("import conftest\n", encoding="utf-8")


def _trap(name: str, canary: Path) -> str:
    return f"with open({str(canary)!r}, 'a') as file:\n    file.write({name + ' '!r})\n\n{SOURCE}"


def _start(cwd: Path, *arguments: object, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "grader", *map(str, arguments)]
    # If CI is set, `check` requires more isolation than this machine may have.
    return subprocess.Popen(
        command, cwd=cwd, env={**os.environ, "CI": "", **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
