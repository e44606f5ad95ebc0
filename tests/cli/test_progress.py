"""`grader check` is never silent: rows on a terminal, lines in a log."""

from __future__ import annotations

import errno
import io

import pytest
from rich.console import Console

from grader.cli.progress import (
    BarProgress,
    LineProgress,
    ProgressLines,
    ProgressRows,
    doing_text,
    function_done_text,
    showing_progress,
    watching,
)
from grader.model.progress import Doing, FunctionDone, Work
from grader.model.rubric import Rubric
from tests.batch.fakes import right, submission
from tests.clock import Clock

PLAYER = FunctionDone(function="player", asked=4520, of=4520, wrong=0)
HANGING = Doing(work=Work.ASK, function="minimax", done=0, of=4520, seconds=31, limit=60)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock that stands still until a test moves it."""
    clock = Clock()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


def test_a_log_has_a_line_per_function_and_one_every_ten_seconds(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing about work that is over within ten seconds."""
    lines = ProgressLines("tictactoe.py")

    lines(Doing(work=Work.IMPORT))
    lines(PLAYER)
    for _second in range(25):
        clock.now += 1
        lines(HANGING)

    hanging = "minimax: 0 of 4,520 boards; this call 31 s of 60 s CPU"
    assert ["player: 4,520 boards, none wrong", hanging, hanging] == capsys.readouterr().err.splitlines()


WRONG = FunctionDone(function="winner", asked=5478, of=5478, wrong=212, first_wrong="on [X X X]: got None, expected X")


@pytest.mark.parametrize("terminal", [True, False])
def test_ctrl_c_leaves_what_is_known_and_says_that_it_is_unfinished(
    *, terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each function with its first wrong answer, once, on a terminal and in a log."""
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")

    def grade() -> None:
        with showing_progress("tictactoe.py") as observer:
            observer(PLAYER)
            observer(WRONG)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grade()

    left = stream.getvalue().rpartition("\x1b[2K")[2].splitlines()
    assert left == [
        "player: 4,520 boards, none wrong",
        "winner: 5,478 boards, 212 wrong",
        "  on [X X X]: got None, expected X",
        "unfinished: stopped by Ctrl-C; no mark was given",
    ]


def test_a_terminal_shows_what_is_done_above_what_is_running(clock: Clock) -> None:
    """And nothing of it stays when the grading is over."""
    written = io.StringIO()
    rows = ProgressRows("tictactoe.py", Console(file=written, force_terminal=True, width=50))
    for event in (PLAYER, HANGING):
        clock.now += 5
        rows(event)
    before_the_end = len(written.getvalue())
    rows.close()
    drawn = written.getvalue()

    picture = drawn[:before_the_end].rpartition("\x1b[2K")[2].split("\n")
    assert [
        "  player: 4,520 boards, none wrong",
        "  minimax: 0 of 4,520 boards; this call 31 s of 6\N{HORIZONTAL ELLIPSIS}",
    ] == picture
    assert drawn.endswith("\x1b[1A\x1b[2K" * len(picture)), "each row is erased"
    assert drawn.rfind("\x1b[?25h") > drawn.rfind("\x1b[?25l")


@pytest.mark.parametrize(
    ("terminal", "kind", "redraws"), [(True, "xterm", True), (True, "dumb", False), (False, "xterm", False)]
)
def test_a_log_gets_no_escape_sequences(
    *, terminal: bool, kind: str, redraws: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a runner asks for colours, and on a terminal that cannot move its cursor."""
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", kind)

    with watching(2) as class_watcher, showing_progress("tictactoe.py") as observer:
        shown = (isinstance(class_watcher, BarProgress), isinstance(observer, ProgressRows))

    assert (redraws, redraws) == shown
    assert redraws or "\x1b" not in stream.getvalue()


class ClosedTerminal(io.StringIO):
    """A terminal that somebody has closed."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True

    def write(self, _text: str) -> int:
        """Fail as the system does."""
        raise OSError(errno.EIO, "Input/output error")


def test_a_closed_terminal_costs_no_grading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work begins all the same."""
    monkeypatch.setattr("sys.stderr", ClosedTerminal())
    monkeypatch.setenv("TERM", "xterm")

    with showing_progress("tictactoe.py") as observer:
        work_began = True

    assert work_began
    with pytest.raises(OSError, match="Input/output"):  # then it is told nothing more
        observer(PLAYER)


def test_the_name_of_the_file_cannot_write_on_the_terminal() -> None:
    """It is a student's."""
    written = io.StringIO()
    with showing_progress("\x1b[31m\u202e[red]x.py") as observer:
        assert isinstance(observer, ProgressLines)
    rows = ProgressRows("[red]x.py", Console(file=written, force_terminal=True))
    rows(Doing(work=Work.IMPORT))
    rows.close()

    assert "importing [red]x.py" in written.getvalue()


def test_a_log_of_a_class_has_a_line_per_minute(clock: Clock, default_rubric: Rubric) -> None:
    """It names who has been running longest, and at once who got no mark."""
    console = Console(file=io.StringIO(), width=300)
    lines = LineProgress(console, 5)
    with console.capture() as capture:
        for name in ("ada", "bob", "cy", "dan", "fault"):
            lines.started(submission(name))
            clock.now += 7
        lines.finished(right(submission("bob"), default_rubric))
        lines.finished(right(submission("fault"), default_rubric))
        for _second in range(150):
            clock.now += 1
            lines.waiting()

    assert [
        "fault: internal error, no mark",
        "2 of 5 graded; running longest: ada 1:00, cy 0:46, dan 0:39",
        "2 of 5 graded; running longest: ada 2:00, cy 1:46, dan 1:39",
        "2 of 5 graded; running longest: ada 3:00, cy 2:46, dan 2:39",
    ] == capture.get().splitlines()


@pytest.mark.parametrize(
    ("doing", "text"),
    [
        (Doing(work=Work.IMPORT), "importing my file.py"),
        (Doing(work=Work.IMPORT, seconds=31.2, limit=60), "importing my file.py: 31 s of 60 s CPU"),
        (Doing(work=Work.ASK, function="player", done=0, of=4520), "player: 0 of 4,520 boards"),
        (
            Doing(work=Work.ASK, function="minimax", done=2310, of=4520, seconds=31, limit=60),
            "minimax: 2,310 of 4,520 boards; this call 31 s of 60 s CPU",
        ),
        (
            Doing(work=Work.ASK, function="result", done=1, of=2, noun="moves", seconds=0.9, limit=2),
            "result: 1 of 2 moves",
        ),
        (Doing(work=Work.GAMES, seconds=4, limit=60), "playing games; this call 4 s of 60 s CPU"),
        (Doing(work=Work.MIXED_CALLS, done=3, of=9, noun="calls"), "calling the functions in turn: 3 of 9 calls"),
    ],
)
def test_a_line_says_what_is_being_done(doing: Doing, text: str) -> None:
    """How far it is, and how long the running call may still take once it takes long."""
    assert text == doing_text(doing, "my file.py")


@pytest.mark.parametrize(
    ("done", "text"),
    [
        (FunctionDone(function="winner", asked=5478, of=5478, wrong=212), "winner: 5,478 boards, 212 wrong"),
        (
            FunctionDone(function="result", asked=40800, of=40800, wrong=0, noun="moves"),
            "result: 40,800 moves, none wrong",
        ),
        (FunctionDone(function="play_game", asked=233, of=233, noun="games"), "play_game: 233 games"),
        (FunctionDone(function="minimax", asked=0, of=0, wrong=0), "minimax: not there"),
        (FunctionDone(function="minimax", asked=1, of=5478, wrong=1), "minimax: 1 of 5,478 boards, 1 wrong"),
    ],
)
def test_a_function_that_is_done_has_a_row(done: FunctionDone, text: str) -> None:
    """Without points: other calls may still show a fault of it."""
    assert text == function_done_text(done)
