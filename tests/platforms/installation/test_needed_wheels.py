"""Which packages are collected for a platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.platforms.installation.bundle import Target, needed_wheels, pip_download
from tests.platforms.installation.made_wheels import Index, wheel

OLD, NEW = Target("3.10", "x86_64"), Target("3.12", "x86_64")


def test_conditions_are_read_for_the_python_of_the_platform_and_not_for_ours() -> None:
    """Pip itself reads them for the Python that it runs on."""
    own = wheel("tictactoe_grader", 'backport; python_version < "3.11"', "plain", 'never; sys_platform == "win32"')
    index = Index([wheel("backport", 'deeper; python_full_version < "3.11"'), wheel("plain"), wheel("deeper")])
    assert [one.name for one in needed_wheels(own, OLD, index.download)] == ["backport", "deeper", "plain"]
    assert [one.name for one in needed_wheels(own, NEW, index.download)] == ["plain"]


def test_an_optional_requirement_is_left_out_and_a_further_project_is_added() -> None:
    """A bundle that carries wheels needs pip."""
    own = wheel("tictactoe_grader", 'tests; extra == "dev"')
    index = Index([wheel("pip"), wheel("tests")])
    assert [one.name for one in needed_wheels(own, NEW, index.download, ("pip",))] == ["pip"]


def test_a_project_that_is_never_found_is_named() -> None:
    """A bundle that lacks a package would fail on the platform, where nobody sees why."""
    own = wheel("tictactoe_grader", "there")
    with pytest.raises(UserError, match=r"for Python 3\.12, pip does not find: nowhere>=2"):
        needed_wheels(own, NEW, Index([wheel("there", "nowhere>=2")]).download)


def test_what_pip_says_is_shown_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the network, the index or the version."""
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(UserError, match=r"pip cannot download the packages for Python 3\.12"):
        pip_download(NEW, ("needed",), tmp_path)
