"""Probes and their parent: started, replaced, reaped, and never left over."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import structs

from grader.errors import HarnessFault
from grader.model.isolation import Level
from grader.model.verdict import ChildEnd
from grader.sandbox.launching import process as launching
from grader.sandbox.launching.interpreter import OWN
from grader.sandbox.launching.launcher import FreshProcess, Launcher, Zygote, launcher
from grader.sandbox.launching.process import cpu_clock
from grader.sandbox.running import probe as probing
from grader.sandbox.running.probe import Probe, ProbeEnded
from grader.sandbox.wire.frames import packed
from tests.sandbox.sandbox_helpers import (
    BOARDS,
    BURN_SOURCE,
    INSIDE,
    KERNEL_LAYERS,
    LIMITS,
    Make,
    allowance,
    ask_once,
    calls,
    children_of,
    descendants_of,
    descriptors,
    job_of,
    make_student,
    value_of,
)

JOB = job_of("def ask(board): return 1")


@pytest.fixture(params=[Zygote, FreshProcess])
def own_launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    """Return a launcher that only this test uses, once of each kind."""
    one: Launcher = request.param()
    yield one
    with contextlib.suppress(ValueError):
        one.close()


class Interruption(BaseException):
    """An exception that, like Ctrl-C or a timeout, can be raised anywhere."""


def gone(pid: int, patience: float = 5) -> bool:
    """Return whether the process ends within a few seconds; a zombie counts as ended."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            state = (
                Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[0]
            )
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False


def zygote_of(own_launcher: Zygote) -> int:
    """Return the number of a launcher's zygote."""
    assert own_launcher._process is not None  # noqa: SLF001 - which process it is, is the claim
    return own_launcher._process.pid  # noqa: SLF001


def test_nothing_is_left_after_close(own_launcher: Launcher) -> None:
    """No process and no descriptor, no matter what the submission did."""
    before, files = descendants_of(os.getpid()), descriptors()
    behind = make_student("import os\ndef ask(board): return 1\ndef think(board): os._exit(0)", own_launcher, (), {})
    with behind.game() as game:
        game.ask(calls("ask")[0])
        started = descendants_of(os.getpid()) - before
    behind.sweep(calls("think"))
    own_launcher.close()

    assert started
    assert all(gone(pid) for pid in started)
    assert descendants_of(os.getpid()) == before
    assert descriptors() == files - isinstance(own_launcher, Zygote)  # the file for its errors, open since it was made


def test_probes_do_not_pile_up_as_zombies() -> None:
    """Each one is waited for as soon as it is over; what stays is the first process of their namespace."""
    own_launcher = Zygote()
    behind = make_student("def ask(board): return 1", own_launcher, (), {})
    value_of(behind)
    before = children_of(zygote_of(own_launcher))
    for _ in range(3):
        value_of(behind)

    assert children_of(zygote_of(own_launcher)) == before
    assert len(before) == (own_launcher.isolation.level is Level.FULL_PLUS)
    own_launcher.close()


def test_a_probe_that_cannot_be_told_its_job_is_not_left_over(
    own_launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interruption between start and first request ends the process and closes its pipes."""
    Probe(own_launcher, JOB.frame, LIMITS, allowance()).close()
    files, started = descriptors(), []

    def interrupted(self: Probe, _frame: bytes) -> None:
        started.append(self._process.pid if self._process else 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(Probe, "send", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Probe(own_launcher, JOB.frame, LIMITS, allowance())

    assert len(started) == 1
    assert gone(started[0])
    assert descriptors() == files


def test_a_zygote_that_was_killed_is_replaced() -> None:
    """If it is killed between two probes, the submission does not notice."""
    own_launcher = Zygote()
    behind = make_student("def ask(board): return 1", own_launcher, (), {})
    values, first = [value_of(behind)], zygote_of(own_launcher)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    values.append(value_of(behind))
    second = zygote_of(own_launcher)
    own_launcher.close()

    assert first != second
    assert values == [1, 1]


def test_a_zygote_that_was_begun_early_serves_all_probes() -> None:
    """`check` starts it before the rest of the grader is loaded; a second one would cost as much again."""
    own_launcher = Zygote()
    own_launcher.begin()
    begun = children_of(os.getpid())
    behind = make_student("def ask(board): return 1", own_launcher, (), {})
    value = value_of(behind)
    asked = zygote_of(own_launcher)
    own_launcher.close()

    assert 1 == value
    assert asked in begun


def test_a_zygote_that_was_begun_and_killed_is_replaced() -> None:
    """What is begun early is no more than a start: the first probe needs one that lives."""
    own_launcher = Zygote()
    before = {*children_of(os.getpid())}
    own_launcher.begin()
    (begun,) = {*children_of(os.getpid())} - before
    os.kill(begun, signal.SIGKILL)
    assert gone(begun)
    behind = make_student("def ask(board): return 1", own_launcher, (), {})
    value = value_of(behind)
    asked = zygote_of(own_launcher)
    own_launcher.close()

    assert 1 == value
    assert asked != begun


def test_a_probe_whose_zygote_died_does_not_concern_the_next_one() -> None:
    """Another process may have its number by then and is not killed or waited for; it is a fault of the grader."""
    own_launcher = Zygote()
    full = own_launcher.isolation.level.reaches(Level.FULL)
    orphan = own_launcher.start(LIMITS)
    first = zygote_of(own_launcher)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    other = own_launcher.start(LIMITS)
    second = zygote_of(own_launcher)
    if full:
        with pytest.raises(HarnessFault, match="the process that starts probes died"):
            own_launcher.reap(orphan)
    else:
        own_launcher.reap(orphan)

    assert zygote_of(own_launcher) == second != first
    assert own_launcher.reap(other).signal == signal.SIGKILL
    own_launcher.close()


def test_a_submission_that_kills_the_zygote_ends_its_own_call() -> None:
    """If no layer prevents it, its probe dies too and the call counts as crashed; a new zygote answers the rest."""
    own_launcher = Zygote(off=dict.fromkeys(KERNEL_LAYERS, "left out by the test"))
    behind = make_student(
        "import os, signal, time\ndef ask(board):\n    if board[0][2] and not board[1][0]:\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n        while True: pass\n    return 1",
        own_launcher,
        (),
        {"call_seconds": 0.3},
    )
    got = [answer.end for answer in behind.sweep(calls("ask")).answers]
    own_launcher.close()

    assert got[3] in {ChildEnd.SIGNALLED, ChildEnd.EXITED, ChildEnd.CPU_LIMIT}
    assert [end for at, end in enumerate(got) if at != 3] == [ChildEnd.RETURNED] * 9


def test_an_interrupted_question_is_not_answered_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A timeout or Ctrl-C while the zygote is asked costs that zygote, so that no stale number is ever killed."""
    own_launcher = Zygote()
    own_launcher.reap(own_launcher.start(LIMITS))
    before = own_launcher._process  # noqa: SLF001 - which process it is, is the claim
    real = own_launcher._control  # noqa: SLF001

    class Interrupting:
        def __getattr__(self, name: str) -> Callable[..., object]:
            return getattr(real, name)  # type: ignore[no-any-return]

        def recv(self, _size: int) -> bytes:
            raise Interruption

    monkeypatch.setattr(own_launcher, "_control", Interrupting())
    with pytest.raises(Interruption):
        own_launcher.start(LIMITS)
    process = own_launcher.start(LIMITS)

    assert own_launcher._process is not before  # noqa: SLF001
    assert process.pid in children_of(own_launcher._process.pid if own_launcher._process else 0)  # noqa: SLF001
    own_launcher.reap(process)
    own_launcher.close()


def test_a_machine_without_descriptors_is_a_fault_of_ours_and_leaks_none(own_launcher: Launcher) -> None:
    """When no pipe can be opened grading says so, and goes on when there is room again."""
    own_launcher.reap(own_launcher.start(LIMITS))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Counted once: the failure ends the zygote, and the next start needs a new one.
    files = descriptors()
    for quota in (1, 3, 5):
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (max(int(file.name) for file in Path("/proc/self/fd").iterdir()) + quota, hard)
        )
        try:
            with contextlib.suppress(HarnessFault):
                own_launcher.reap(own_launcher.start(LIMITS))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert descriptors() <= files
    own_launcher.reap(own_launcher.start(LIMITS))


def test_an_agent_that_does_not_start_is_a_fault_of_ours(
    own_launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken installation is never a student's zero."""
    if isinstance(own_launcher, Zygote):
        monkeypatch.setattr(launching, "AGENT", Path("/nowhere/agent.py"))
        with pytest.raises(HarnessFault, match="the sandbox does not start"):
            own_launcher.start(LIMITS)
    else:
        own_launcher.python = structs.replace(OWN, path="/nowhere/python")
        with pytest.raises(HarnessFault, match="the sandbox does not start"):
            own_launcher.start(LIMITS)


def test_everything_dies_with_the_marker(tmp_path: Path) -> None:
    """After kill -9 of the marker neither its zygote nor a probe that computes for ever is left."""
    script = textwrap.dedent("""
        import pathlib, sys
        from grader.sandbox.launching.launcher import launcher
        from grader.sandbox.running.probe import Probe
        from tests.sandbox.sandbox_helpers import LIMITS, allowance, job_of
        job = job_of("import os\\nprint(os.getppid())\\nwhile True: pass")
        probe = Probe(launcher(), job.frame, LIMITS, allowance())
        pathlib.Path(sys.argv[1]).write_text(str(probe._process.pid))
        try:
            probe.frame(60, "ready")
        finally:
            probe.close()
    """)
    note = tmp_path / "pid"
    marker = subprocess.Popen([sys.executable, "-c", script, str(note)], cwd=INSIDE.parents[2])
    until = time.monotonic() + 20
    while time.monotonic() < until and not (note.exists() and note.read_text(encoding="ascii")):
        time.sleep(0.02)
    (zygote,) = children_of(marker.pid)
    probe = int(note.read_text(encoding="ascii"))
    started = descendants_of(marker.pid)
    assert {zygote, probe} <= started
    time.sleep(0.1)

    marker.kill()
    marker.wait()

    assert all(gone(pid) for pid in started)


def test_more_than_a_thousand_open_files_are_no_hindrance(own_launcher: Launcher) -> None:
    """Descriptors above 1,023, which select cannot watch, work like others."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1_200:
        pytest.skip("this machine allows fewer")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1_200), hard))
    files: list[int] = []
    try:
        while not files or files[-1] < 1_040:
            files.append(os.dup(0))
        behind = make_student("def ask(board): return 1", own_launcher, (), {})
        assert value_of(behind) == 1
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_probe_that_stopped_reading_is_ended_in_time(own_launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request longer than the pipe holds does not block us."""
    monkeypatch.setattr(probing, "WALL_GRACE", 0.2)
    monkeypatch.setattr(probing, "WALL_FACTOR", 0)
    job = job_of("import os\nos.kill(os.getpid(), 19)")
    with contextlib.closing(Probe(own_launcher, job.frame, LIMITS, allowance())) as probe:
        began = time.monotonic()
        probe.send(b"x" * (1 << 20))
        with pytest.raises(ProbeEnded) as caught:
            probe.frame(0.1, "ready")

    assert caught.value.end is ChildEnd.WALL_LIMIT
    assert time.monotonic() - began < 5


def test_reading_by_threads_ends_the_same_and_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where pipes cannot be polled a flood, an exit and a deaf probe leave neither a thread nor a descriptor."""
    monkeypatch.delattr(select, "poll")
    monkeypatch.setattr(probing, "WALL_GRACE", 0.2)
    files, threads = descriptors(), threading.active_count()
    own_launcher = FreshProcess()
    flood = make_student(
        "import os\ndef think(board):\n    while True: os.write(1, bytes(65536))", own_launcher, (), {}
    )
    leaving = make_student("import os\ndef think(board): os._exit(0)", own_launcher, (), {})
    ends = [ask_once(flood, "think").end, ask_once(leaving, "think").end]
    deaf = job_of("import os\nos.kill(os.getpid(), 19)")
    with contextlib.closing(Probe(own_launcher, deaf.frame, LIMITS, allowance())) as probe:
        probe.send(b"x" * (1 << 20))
    until = time.monotonic() + 5
    while time.monotonic() < until and (threading.active_count(), descriptors()) != (threads, files):
        time.sleep(0.01)

    assert ends == [ChildEnd.OUTPUT_LIMIT, ChildEnd.EXITED]
    assert (threading.active_count(), descriptors()) == (threads, files)


def test_a_request_to_a_probe_that_is_gone_shows_when_it_is_asked(own_launcher: Launcher) -> None:
    """A broken pipe or a closed probe only shows as the probe's end."""
    job = job_of("import os\nos._exit(0)")
    with contextlib.closing(Probe(own_launcher, job.frame, LIMITS, allowance())) as probe:
        with pytest.raises(ProbeEnded) as caught:
            probe.frame(5, "ready")
        assert caught.value.end is ChildEnd.EXITED
        for _ in range(2):
            with pytest.raises(ProbeEnded):
                probe.send(packed({"type": "x"}))
            with pytest.raises(ProbeEnded):
                probe.frame(5, "ready")
        assert probe.close() is None


def test_waiting_for_a_silent_probe_costs_us_nothing(student: Make) -> None:
    """Not even when it has closed its output, so that the pipe is always readable."""
    behind = student(BURN_SOURCE + "import os\ndef think(board): os.close(1); os.close(2); burn(0.5); return 1\n")
    before = time.process_time()

    assert ask_once(behind, "think").value == 1
    assert time.process_time() - before < 0.3


def test_the_clock_of_a_probe_is_read_from_outside(own_launcher: Launcher) -> None:
    """CPU seconds are the kernel's, also of one that has ended and is not waited for yet."""
    job = job_of(BURN_SOURCE + "burn(0.2)\n")
    with contextlib.closing(Probe(own_launcher, job.frame, LIMITS, allowance())) as probe:
        frame, seconds = probe.frame(5, "ready")
        assert frame.message["type"] == "ready"
        assert 0.19 < seconds < 1
        pid = probe._process.pid if probe._process else 0  # noqa: SLF001 - its clock is looked at by hand
        os.kill(pid, signal.SIGKILL)
        assert gone(pid)
        assert cpu_clock(pid) >= 0.19
    assert probe.cpu_seconds >= 0.19
    assert cpu_clock(2**22 + 1) == 0


def test_this_system_has_the_fast_launcher() -> None:
    """Where there is fork, probes are forked."""
    own_launcher = launcher()
    own_launcher.close()

    assert isinstance(own_launcher, Zygote)


def test_a_probe_leaves_its_group_with_no_survivor(open_wall: Make) -> None:
    """If no layer forbids a child process, the child ends with the probe."""
    behind = open_wall("import os\ndef ask(board):\n    pid = os.fork()\n    while pid == 0: pass\n    return pid")
    pid = int(str(value_of(behind)))

    assert gone(pid)
    assert len(BOARDS) == 10


@pytest.mark.parametrize("refusals", [1, 2])
def test_a_process_that_the_system_refuses_is_started_once_more(refusals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second refusal is a fault of ours, in one line."""
    left = iter([OSError("internal error")] * refusals)
    started = subprocess.Popen

    def popen(*words: object, **more: object) -> object:
        if (error := next(left, None)) is not None:
            raise error
        return started(*words, **more)  # type: ignore[call-overload]

    student = make_student("def think(board): return 7", FreshProcess(), (), {})
    monkeypatch.setattr("grader.sandbox.launching.launcher.PAUSE", 0)
    monkeypatch.setattr(subprocess, "Popen", popen)

    with contextlib.nullcontext() if refusals == 1 else pytest.raises(HarnessFault) as caught:
        assert ask_once(student, "think").value == 7

    assert caught is None or str(caught.value) == "the sandbox does not start: internal error"
