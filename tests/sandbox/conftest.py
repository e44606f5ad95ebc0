"""Launchers and students for the sandbox's tests; cheap tests run with both kinds of launcher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from grader.sandbox.launching.launcher import FreshProcess, Launcher, Zygote
from grader.sandbox.student import Student
from tests.fixture_folders import SLOW
from tests.sandbox.console import MakeConsole, console_student
from tests.sandbox.sandbox_helpers import KERNEL_LAYERS, Make, make_student


@pytest.fixture(scope="session")
def zygote() -> Iterator[Launcher]:
    """One zygote for all tests, as a marker has one for all submissions."""
    launcher = Zygote()
    yield launcher
    launcher.close()


@pytest.fixture(params=["zygote", pytest.param("fresh process", marks=SLOW)])
def each_launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    """Both launchers, one after the other."""
    launcher = request.getfixturevalue("zygote") if request.param == "zygote" else FreshProcess()
    yield launcher
    if isinstance(launcher, FreshProcess):
        launcher.close()


@pytest.fixture
def student(zygote: Launcher) -> Make:
    """Make students behind the zygote."""

    def make(source: str | dict[str, str], *, allow: Sequence[str] = (), **limits: float) -> Student:
        return make_student(source, zygote, allow, limits)

    return make


@pytest.fixture(scope="session")
def lower_zygote() -> Iterator[Launcher]:
    """Return a zygote whose probes nothing holds back, as on systems without the kernel's layers and limits."""
    launcher = Zygote(off=dict.fromkeys((*KERNEL_LAYERS, "limits"), "left out by the test"))
    yield launcher
    launcher.close()


@pytest.fixture
def open_wall(lower_zygote: Launcher) -> Make:
    """Make students where the kernel confines nothing."""

    def make(source: str | dict[str, str], *, allow: Sequence[str] = (), **limits: float) -> Student:
        return make_student(source, lower_zygote, allow, limits)

    return make


@pytest.fixture
def behind_either(each_launcher: Launcher) -> Make:
    """Make students behind each launcher."""

    def make(source: str | dict[str, str], *, allow: Sequence[str] = (), **limits: float) -> Student:
        return make_student(source, each_launcher, allow, limits)

    return make


@pytest.fixture
def console(zygote: Launcher) -> MakeConsole:
    """Make students of the console module behind the zygote."""
    return _console(zygote)


@pytest.fixture
def console_behind_either(each_launcher: Launcher) -> MakeConsole:
    """Make students of the console module behind each launcher."""
    return _console(each_launcher)


def _console(launcher: Launcher) -> MakeConsole:
    def make(source: str | Sequence[str], *, helper: str = "", shortcut: bool = False, **limits: float) -> Student:
        return console_student(source, launcher, helper, limits, shortcut=shortcut)

    return make
