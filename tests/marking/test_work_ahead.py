"""Work that is done ahead of its turn, by several processes at once, changes no result."""

from __future__ import annotations

from contextlib import closing

import pytest

from grader.marking.mark import mark
from grader.sandbox.launching.launcher import launcher
from grader.sandbox.running import probe
from grader.sandbox.shortcut import decider
from tests.fixture_folders import SLOW, fixture_in, folder_called
from tests.flips import comparable, difference

KINDS = (
    *("dict-memo", "minimax-global-alpha-beta", "winner-misses-anti-diagonal", "minimax-returns-value-and-move"),
    *("minimax-hangs-on-one-board", "minimax-exits-process", "import-raises", "actions-mutable-default"),
)


class Counted:
    """The requests that were sent ahead, and those of them that were asked for later."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count from now on."""
        self.ahead: list[bytes] = []
        self.asked = 0
        send, send_ahead = probe.Probe.send, probe.Probe.send_ahead

        def sending(one: probe.Probe, frame: bytes) -> None:
            self.asked += frame in self.ahead
            send(one, frame)

        def sending_ahead(one: probe.Probe, frame: bytes) -> None:
            self.ahead.append(frame)
            send_ahead(one, frame)

        monkeypatch.setattr(probe.Probe, "send", sending)
        monkeypatch.setattr(probe.Probe, "send_ahead", sending_ahead)


def graded(name: str, *, ahead: bool) -> bytes:
    """Return the result of a fixture, without its times."""
    fixture = fixture_in(folder_called(name))
    with closing(launcher()) as processes:
        return comparable(mark(fixture.submission, fixture.rubric, processes, ahead=ahead))


@SLOW
def test_the_search_and_its_recordings_are_begun_and_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep while the other functions are asked, four recordings while the sweep is tried; all are read."""
    counted = Counted(monkeypatch)
    both = [graded("plain-minimax-deepcopy", ahead=ahead) for ahead in (True, False)]

    assert difference(both) == []
    assert len(counted.ahead) == 5
    assert counted.asked >= 5


@SLOW
def test_no_sweep_is_begun_where_the_import_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing its calls would wait for that import, and give up some day. Recordings are small requests."""
    monkeypatch.setattr(decider, "QUICK_IMPORT", 0)
    counted = Counted(monkeypatch)
    graded("plain-minimax-deepcopy", ahead=True)

    assert len(counted.ahead) == 4


@SLOW
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_file_has_the_same_result(name: str) -> None:
    """Right ones and wrong ones, that keep state, hang, exit, print, or cannot be imported."""
    assert difference([graded(name, ahead=ahead) for ahead in (True, False)]) == []
