"""Text of students is sanitized where it enters: names, exceptions, values, printed output, notes, comments."""

from __future__ import annotations

import dataclasses
import io
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.exhaustive.value_text import value_said
from grader.assignments.tictactoe import MODULE_SPEC
from grader.capabilities.by_hand.marks_file import parse_manual
from grader.cli.progress import BarProgress, LineProgress
from grader.errors import UserError
from grader.intake.class_folder import read_class
from grader.intake.student_ids import display_name, is_safe_id, submission_id
from grader.model.answer import Opaque
from grader.model.result import INTERNAL_ERROR
from grader.model.sanitize import sanitize
from grader.model.submission import SourceFile, Submission
from grader.sandbox.wire.frames import Frame
from grader.sandbox.wire.messages import ValueDecoder, read_exception, read_printed
from grader.sandbox.wire.module import read_module
from grader.sandbox.wire.source_text import SourceText
from grader.store.result_json import from_json
from grader.text.reasons import said
from tests.render.payloads import PAYLOADS, commands, graded, unsafe
from tests.render.samples import QUALITY, WINNER, result

MARKS = CellSpelling({"X": "X", "O": "O", ".": None}.__getitem__)
LARGEST = 2100


def exception(text: str) -> Iterable[str]:
    """Type, message and place of an exception."""
    _end, raised = read_exception(["exception", text, text, text, None])
    return raised.type, raised.message, str(raised.at), str(raised)


def description(text: str) -> Iterable[str]:
    """Describe a value that is not plain data, and show values that are."""
    opaque = ValueDecoder({}).decode(["?", text[:1000]])
    assert isinstance(opaque, Opaque)
    plain = [text[:1000], [text[:1000]], {text[:1000]: (text[:1000],)}, {text[:1000]}]
    return opaque.description, *(said(value_said(value, MARKS)) for value in (opaque, *plain))  # type: ignore[arg-type]


def output(text: str) -> Iterable[str]:
    """Read the end of what was printed; its lines and tabs stay."""
    end = read_printed(Frame({"type": "done", "tail": text, "characters": len(text)}))
    return (end.tail.replace("\t", " "),)


def module(text: str) -> Iterable[str]:
    """Read a name that a module claims to import."""
    constants = {cell.symbol: cell.default for cell in MODULE_SPEC.cells}
    functions = {function.name: 1 for function in MODULE_SPEC.functions}
    message = {"constants": constants, "functions": functions, "missing": [], "placeholders": [text]}
    return read_module(Frame({"type": "ready", **message}), MODULE_SPEC, SourceText([text])).placeholders


def name(text: str) -> Iterable[str]:
    """Name a student after a file or a folder."""
    return display_name(text), submission_id(text)


def comment(text: str) -> Iterable[str]:
    """Read a comment that a person wrote beside the points."""
    table = "student,item,points,comment\nann,quality,5,{}\n".format('"' + text.replace('"', '""') + '"')
    ann = result(WINNER, QUALITY, student="ann")
    marks = parse_manual(table.encode("utf-8", "replace"), "marks.csv", {"ann": ann}).marks
    mark = marks["ann"]["quality"]
    assert mark is not None
    return (mark.comment,)


def problems(text: str) -> Iterable[str]:
    """Read a file of marks in which everything is wrong."""
    cell = '"' + text.replace('"', '""') + '"'
    table = f"student,item,points,comment\n{cell},{cell},{cell},x\nann,{cell},1,x\nann,winner,{cell},x\n"
    with pytest.raises(UserError) as error:
        parse_manual(table.encode("utf-8", "replace"), "marks.csv", {"ann": result(WINNER, QUALITY, student="ann")})
    return (str(error.value),)


def key(text: str) -> Iterable[str]:
    """Read a result with an unknown key and an unknown schema."""
    for wrong in ({text: 1}, {"schema": text}, {"schema": "grader/result/v2", text: 1}):
        with pytest.raises(UserError) as error:
            from_json(json.dumps(wrong).encode(), "result.json")
        yield str(error.value)


EDGES: dict[str, Callable[[str], Iterable[str]]] = {
    one.__name__: one for one in (exception, description, output, module, name, comment, problems, key)
}


@pytest.mark.parametrize("edge", EDGES)
def test_text_is_clean_from_where_it_comes_in(edge: str) -> None:
    """No character with an effect, no CI command, and no more text than a report shows."""
    for payload, whole in PAYLOADS.items():
        of_table = whole[:100_000].replace("\0", "")  # a file with a zero byte is refused as no text
        for one in EDGES[edge](of_table if edge in {"comment", "problems"} else whole):
            assert (payload, set(), []) == (payload, unsafe(one), commands(one))
            assert len(one) <= LARGEST, payload


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_files_and_folders_may_be_called_anything(tmp_path: Path) -> None:
    """Ids, names, files, notes and reasons of a class are sanitized; ids are file names on every system."""
    for number, text in enumerate(PAYLOADS.values()):
        called = os.fsencode(f"{number}{text}".replace("/", "_").replace("\0", "_").encode("utf-8", "replace"))[:200]
        for folder in (b"a", b"b"):
            place = os.path.join(os.fsencode(tmp_path), folder + called)  # noqa: PTH118 - bytes that are no text
            os.mkdir(place)  # noqa: PTH102
            for file in (b"tictactoe.py", called + b".py") if folder == b"a" else (called[:190] + b" tictactoe.py",):
                Path(os.fsdecode(os.path.join(place, file))).write_text("X = 1\n", encoding="utf-8")  # noqa: PTH118
    intake = read_class(tmp_path, MODULE_SPEC, 256)

    assert len(intake.submissions) + len(intake.problems) == 2 * len(PAYLOADS)
    said = [text for one in intake.problems for text in (one.student, one.reason)]
    said += [text for one in intake.submissions for text in (one.student, one.main, *one.notes)]
    ids = [*(one.id for one in intake.submissions), *(one.id for one in intake.problems)]
    assert [one for one in ids if not is_safe_id(one)] == []
    assert [text for text in said if unsafe(text) or commands(text) or "\n" in text] == []


def test_progress_shows_ids_and_nothing_else() -> None:
    """Both progress displays, for a log and below a bar, show an id that needs no escaping."""
    for text in PAYLOADS.values():
        source = SourceFile(path="tictactoe.py", text="")
        submission = Submission(id=submission_id(text), student=display_name(text), main=source.path, files=(source,))
        console = Console(file=io.StringIO(), width=80)
        progress = Progress(console=console)
        info = dataclasses.replace(graded(text).submission, id=submission.id)
        with console.capture() as capture:
            BarProgress(progress, 2).started(submission)
            LineProgress(console, 2).finished(
                dataclasses.replace(graded(text), submission=info, score=None, status=INTERNAL_ERROR)
            )

        assert capture.get() == f"{submission.id}: internal error, no mark\n"
        assert progress.tasks[0].description == f"{sanitize(submission.id, 40)} 0:00"
