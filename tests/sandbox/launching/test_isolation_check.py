"""What evidence a level needs, and what happens if a probe cannot show it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import HarnessFault
from grader.model.isolation import EscapeAttempt, Isolation, Layer, Level, ProcStatus
from grader.model.verdict import ChildEnd
from grader.sandbox.launching import isolation_check
from grader.sandbox.launching.isolation_check import await_confinement, judge_level, read_status, require_same_level
from grader.sandbox.launching.launcher import FreshProcess, Launcher, Zygote, launcher
from grader.sandbox.wire.frames import packed
from tests.sandbox.sandbox_helpers import KERNEL_LAYERS, LIMITS, Make, ask_once, descendants_of, make_student, value_of

ROOT = Path(__file__).parents[3]
LAYERS = ("namespaces", "limits", "no_new_privs", "landlock", "seccomp")
TRIED = ("read_outside", "write", "socket", "fork", "signal_parent", "exec")
CONFINED = ProcStatus(no_new_privs=1, seccomp=2, capabilities=0)
linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's layers are Linux's")


def level(*, off: tuple[str, ...] = (), open_: tuple[str, ...] = (), outside: ProcStatus = CONFINED) -> Level:
    """Return the level of a probe with all layers on but `off`, and all attempts blocked but `open_`."""
    layers = [Layer(name=name, on=name not in off) for name in LAYERS]
    return judge_level(layers, [EscapeAttempt(name=name, blocked=name not in open_) for name in TRIED], outside).level


def test_all_layers_and_witnesses_together_make_the_highest_level() -> None:
    """Namespaces are a bonus where there is Landlock."""
    assert level() is Level.FULL_PLUS


@pytest.mark.parametrize("name", TRIED)
def test_one_attempt_that_got_through_is_enough_to_deny_the_level(name: str) -> None:
    """Even if all layers report to be on."""
    assert level(open_=(name,)) is Level.PARTIAL


def test_one_way_to_keep_files_away_is_enough_for_full() -> None:
    """A kernel too old for Landlock can have namespaces, and the other way round; without both, files are open."""
    assert level(off=("landlock",)) is Level.FULL
    assert level(off=("namespaces",)) is Level.FULL
    assert level(off=("namespaces", "landlock")) is Level.PARTIAL


@pytest.mark.parametrize("name", ["limits", "no_new_privs", "seccomp"])
def test_one_layer_that_is_off_is_enough_to_deny_the_level(name: str) -> None:
    """Even if all attempts were blocked."""
    assert level(off=(name,)) is Level.PARTIAL


@pytest.mark.parametrize(
    "outside",
    [
        ProcStatus(),
        ProcStatus(no_new_privs=0, seccomp=2, capabilities=0),
        ProcStatus(no_new_privs=1, seccomp=0, capabilities=0),
        ProcStatus(no_new_privs=1, seccomp=2, capabilities=1 << 21),
    ],
)
def test_a_claim_that_the_kernel_does_not_confirm_is_none(outside: ProcStatus) -> None:
    """The kernel's figures decide: no filter, privileges not given up, or capabilities left."""
    assert level(outside=outside) is Level.PARTIAL


def test_without_the_kernel_the_level_is_basic() -> None:
    """Limits, another user and blocked attempts alone are no wall; nor is a self-test that tried nothing."""
    assert level(off=("namespaces", "landlock", "seccomp")) is Level.BASIC
    assert level(off=("landlock", "namespaces"), outside=ProcStatus()) is Level.BASIC
    assert judge_level([Layer(name=name, on=True) for name in LAYERS], [], CONFINED).level is Level.PARTIAL


def test_levels_are_ordered() -> None:
    """Each reaches itself and what is below it."""
    order = [Level.BASIC, Level.PARTIAL, Level.FULL, Level.FULL_PLUS]

    assert [[one.reaches(other) for other in order] for one in order] == [
        [at >= other for other in range(4)] for at in range(4)
    ]


@linux
def test_the_kernel_is_asked_about_the_right_process() -> None:
    """The figures are those of its status file; a process that does not exist has none."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")

    assert f"Seccomp:\t{read_status(os.getpid()).seccomp}\n" in status
    assert f"CapEff:\t{read_status(os.getpid()).capabilities:016x}\n" in status
    assert read_status(2**22 + 1) == ProcStatus()


@linux
def test_every_probe_proves_itself_again(each_launcher: Launcher) -> None:
    """The level stands for all probes of a launcher because each was examined."""
    assert each_launcher.isolation.level.reaches(Level.PARTIAL)
    assert {attempt.name for attempt in each_launcher.isolation.self_test} == set(TRIED)
    process = each_launcher.start(LIMITS)
    try:
        assert read_status(process.pid) == CONFINED
    finally:
        each_launcher.reap(process)


def test_a_layer_that_is_off_says_why(each_launcher: Launcher, lower_zygote: Launcher) -> None:
    """On every machine and for every user."""
    for launcher_ in (each_launcher, lower_zygote):
        assert all(layer.on or layer.detail for layer in launcher_.isolation.layers)


def test_a_probe_that_is_less_isolated_than_the_one_before_is_a_fault_of_ours() -> None:
    """A run never mixes levels unnoticed."""
    low, high = (Isolation(level=one, layers=(), self_test=(), seen=ProcStatus()) for one in (Level.BASIC, Level.FULL))

    assert require_same_level(None, low) is low
    assert require_same_level(low, high) is low
    assert require_same_level(high, high) is high
    with pytest.raises(HarnessFault, match="came up at isolation basic, the ones before had full"):
        require_same_level(high, low)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (b"", "ended, or fell silent"),
        (b"\x10\x00\x00\x00\x00\x00\x00\x00", "ended, or fell silent"),
        (b"\xff" * 8, "did not say how"),
        (b"\x02\x00\x00\x00\x00\x00\x00\x00{}", "did not say how"),
        (packed({"type": "broken", "why": "OSError: no room"}), "could not be confined: OSError: no room"),
    ],
)
def test_a_probe_that_does_not_come_up_is_a_fault_of_ours(said: bytes, fault: str) -> None:
    """No student's code has run by then, so no student can be the cause."""
    reading, writing = os.pipe()
    os.write(writing, said)
    os.close(writing)
    with pytest.raises(HarnessFault, match=fault):
        await_confinement(os.getpid(), reading)
    os.close(reading)


def test_a_probe_that_says_nothing_is_waited_for_in_vain_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even our own code may hang on a machine in trouble."""
    monkeypatch.setattr(isolation_check, "CONFINEMENT_TIMEOUT", 0.05)
    reading, writing = os.pipe()
    with pytest.raises(HarnessFault, match="fell silent"):
        await_confinement(os.getpid(), reading)
    os.close(reading)
    os.close(writing)


@linux
def test_a_probe_that_has_the_markers_number_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A namespace numbers its processes again: sooner or later a probe has the number that the marker has outside."""
    monkeypatch.setattr(os, "getpid", lambda: 12)
    own_launcher = Zygote()
    try:
        levels = [own_launcher.isolation.level]
        for _ in range(20):
            own_launcher.reap(own_launcher.start(LIMITS))
            levels.append(own_launcher.isolation.level)
    finally:
        own_launcher.close()

    assert set(levels) == {levels[0]}


@linux
def test_namespaces_that_fail_halfway_cost_a_restart_and_nothing_else() -> None:
    """If a mount fails, the zygote starts again without namespaces and says why."""
    own_launcher = Zygote()
    if not own_launcher.isolation.level.reaches(Level.FULL_PLUS):
        own_launcher.close()
        pytest.skip("this machine offers no namespaces: see grader doctor")
    own_launcher.close()
    # The new root hides this path, so it is not there any more when it is to be mounted.
    own_launcher = Zygote(["/sys/kernel"])
    namespaces = next(layer for layer in own_launcher.isolation.layers if layer.name == "namespaces")
    own_launcher.close()

    assert own_launcher.isolation.level is Level.FULL
    assert not namespaces.on
    assert namespaces.detail == "mount: ENOENT"


@linux
def test_where_namespaces_are_forbidden_the_level_is_full() -> None:
    """As in a container under Docker's default profile, as root and as another user."""
    code = (
        "from grader.sandbox.launching.launcher import launcher; import json; one = launcher();"
        "i = one.isolation; one.close();"
        "print(json.dumps([i.level.value, {layer.name: layer.detail for layer in i.layers}['namespaces']]))"
    )
    wrapper = Path(__file__).parents[1] / "without_namespaces.py"
    done = subprocess.run(
        [sys.executable, str(wrapper), sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    own_launcher = launcher()
    reached = own_launcher.isolation.level.reaches(Level.FULL)
    own_launcher.close()
    assert json.loads(done.stdout) == ["full" if reached else own_launcher.isolation.level.value, "unshare: EPERM"]


@linux
def test_the_memory_of_whoever_grades_is_hidden() -> None:
    """From the first probe on, files about this process belong to root: no one of the same user can read its memory."""
    code = (
        "import ctypes; from grader.sandbox.launching.launcher import launcher; one = launcher();"
        "one.isolation; one.close();"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "0\n"


@linux
def test_calls_of_another_table_end_the_process(student: Make, zygote: Launcher) -> None:
    """A number of the x32 table is no way around the filter."""
    source = """
        import ctypes
        def ask(board):
            return ctypes.CDLL(None).syscall(ctypes.c_long(0x40000000 + 39))
    """
    behind = student(source, allow=["ctypes"])

    if os.uname().machine != "x86_64" or not zygote.isolation.level.reaches(Level.FULL):
        pytest.skip("this machine has no such table, or no filter")
    assert ask_once(behind).end is ChildEnd.SIGNALLED


@linux
def test_the_first_process_of_the_namespace_goes_with_the_zygote() -> None:
    """All processes that are still in the namespace end with it."""
    own_launcher = Zygote()
    before = descendants_of(os.getpid())
    behind = make_student("def ask(board): return 1", own_launcher, (), {})
    assert value_of(behind) == 1
    started = descendants_of(os.getpid()) - before
    own_launcher.close()

    assert started
    assert not descendants_of(os.getpid()) & started


def test_a_fresh_process_on_a_system_without_the_kernels_layers_is_basic() -> None:
    """What macOS and Windows get: the same answers, and the level says what it is."""
    own_launcher = FreshProcess(off=dict.fromkeys(KERNEL_LAYERS, "left out by the test"))
    behind = make_student("def ask(board): return 1", own_launcher, (), {})

    assert own_launcher.isolation.level is Level.BASIC
    assert value_of(behind) == 1
    own_launcher.close()
