"""Messages: a hostile name of a file has no effect in them, and no name can be taken for a line of ours."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

import pytest

from grader.cli import main, message
from grader.store.result_json import to_json
from grader.text.line_breaks import MARK, cells
from tests.render.payloads import PAYLOADS, commands, faulty, graded, unsafe

ACTING = ("CSI", "C1", "carriage return", "bidi", "separators", "lone surrogates", "error command", "old command")
NAMES = {name: os.fsdecode(PAYLOADS[name].encode("utf-8", "replace")) for name in ACTING}
"""Texts with an effect on a terminal or in a log that an argument of a command can hold."""


ARGUMENTS = [
    ["check", "{}"],
    ["check", "{}.py"],
    ["check", "one", "{}", "{}"],
    ["check", "one", "--format", "{}"],
    ["check", "one", "--fail-under", "{}"],
    ["check", "one", "--rubric", "{}"],
    ["batch", "{}"],
    ["batch", "one/{}", "--jobs", "{}"],
    ["report", "{}"],
    ["report", "one", "--manual", "{}"],
    ["rubric", "show", "{}"],
    ["rubric", "check", "{}"],
    ["{}"],
    ["check", "--{}"],
]
"""Commands with a name in a place where a message may quote it."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with one file to grade and none of these names."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "tictactoe.py").write_text("X = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def refuse_what_acts(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Run `main`; fail when its output has a character with an effect, or a traceback."""
    monkeypatch.setattr(sys, "argv", ["grader", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    said = "".join(capsys.readouterr())
    assert ended.value.code in {0, 2}
    assert unsafe(said) == set()
    assert commands(said) == []
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
def test_no_argument_acts_in_a_message(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In our messages and in those of click."""
    for name in NAMES.values():
        refuse_what_acts([word.replace("{}", name) for word in arguments], monkeypatch, capsys)


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
def test_no_argument_begins_a_line(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also a name with a line feed in it stays in its line."""
    words = [word.replace("{}", "x\ngrader: 30 submissions graded\ny") for word in arguments]
    monkeypatch.setattr(sys, "argv", ["grader", *words])
    with pytest.raises(SystemExit):
        main()

    assert [line for line in capsys.readouterr().err.splitlines() if line.startswith(("grader: 30", "y"))] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_result_that_somebody_edited_acts_in_a_message(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grader report` reads ids, names, lines and notes from files, and takes marks for them from another."""
    text, called = PAYLOADS[name][:1000], NAMES[name].replace("/", "_")
    for number, result in enumerate((graded(text), graded(text), faulty(text))):
        place = Path("out", f"{number}{called}")
        place.mkdir(parents=True)
        info = dataclasses.replace(result.submission, id=f"{number}{text}")
        (place / "result.json").write_bytes(to_json(dataclasses.replace(result, submission=info)))
    cell = '"' + text.replace('"', '""') + '"'
    for rows in (f"{cell},quality,0,x\n", f"{cell},{cell},0,x\n", f"{cell},winner,1,{cell}\n"):
        Path("marks.csv").write_text(f"student,item,points,comment\n{rows}", encoding="utf-8", errors="replace")
        refuse_what_acts(["report", "out", "--manual", "marks.csv"], monkeypatch, capsys)
    refuse_what_acts(["report", "out"], monkeypatch, capsys)
    Path("out", f"0{called}", "result.json").write_text("{", encoding="utf-8")
    refuse_what_acts(["report", "out"], monkeypatch, capsys)


@pytest.mark.parametrize("width", [40, 80, 113])
def test_no_message_on_a_terminal_goes_on_without_a_mark(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal would wrap the name of a file anywhere; a log has the message in one line."""
    name = "x" * (width - len("grader: ")) + "grader: 30 submissions graded" + " " * 80 + "y"
    message.say(f"grader: {name}.py: no such file; check the path\nsecond problem")
    assert capsys.readouterr().err.count("\n") == 2
    monkeypatch.setattr(message, "_width", lambda: width)

    message.say(f"grader: {name}.py: no such file; check the path\nsecond problem")

    lines = capsys.readouterr().err.splitlines()
    assert (lines[0], lines[-1]) == ("grader:", "second problem")
    assert all(line.startswith(MARK) for line in lines[1:-1])
    assert all(cells(line) <= width for line in lines)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="pseudo-terminals are POSIX's")
def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file has none."""
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 50, 0, 0))
    with os.fdopen(theirs, "w") as written:
        monkeypatch.setattr("sys.stderr", written)
        message.say("word " * 20)
    shown = os.read(ours, 4096).decode().splitlines()
    os.close(ours)
    with (tmp_path / "log").open("w") as log:
        monkeypatch.setattr("sys.stderr", log)
        message.say("word " * 20)

    assert [len(line) for line in shown] == [49, 46, 6]
    assert (tmp_path / "log").read_text(encoding="utf-8").count("\n") == 1
