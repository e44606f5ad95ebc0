"""Hostile texts by their target, and every place of a result that can hold such a text."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from decimal import Decimal
from typing import Any

from msgspec import Struct, structs

from grader.capabilities.causes.judge import judged
from grader.capabilities.causes.report import Cause
from grader.capabilities.quality.capability import QualityFinding, QualityKind, QualityReport
from grader.model.class_row import ClassInfo, ClassRow, NotGraded, Skipped
from grader.model.counterexample import Counterexample, DifferingLine, SourceLine, TranscriptPart
from grader.model.identity import Identity
from grader.model.isolation import EscapeAttempt, Isolation, Layer, Level, ProcStatus
from grader.model.result import GraderInfo, ManualMark, Observed, Output, Result
from grader.model.source import LinesRun, SourceCopy
from grader.model.verdict import Verdict
from tests.fixture_folders import sampled
from tests.render.samples import QUALITY, WINNER, check, line, result
from tests.words import words

PAYLOADS = {
    "CSI": "\x1b[2J\x1b[1;1H\x1b[31mred",
    "OSC title": "\x1b]0;owned\x07",
    "OSC link": "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "OSC clipboard": "\x1b]52;c;cm0gLXJm\x07",
    "DCS": "\x1bP1$r0m\x1b\\\x1bPq#0;2;0;0;0\x1b\\",
    "C1": "".join(map(chr, range(0x7F, 0xA0))),
    "C0": "".join(map(chr, range(0x20))),
    "carriage return": "72 of 100\r100 of 100",
    "backspaces": "72 of 100" + "\b" * 9 + "100 of 100",
    "bidi": "\u202a\u202b\u202c\u202d\u202eevil\u2066\u2067\u2068\u2069\u061c",
    "zero width": "ad\u200bmin\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad",
    "separators": "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei",
    "NUL": "a\0b",
    "lone surrogates": "\ud800a\udfff\udc00\ud800",
    "marks": "Z" + "\u0300\u0489\u20dd\u0e34" * 200,
    "long word": "a" * 5000,
    "long line": "word " * 2000,
    "a megabyte": "\x1b[31m" + "<b>`|*" * 170_000,
    "many lines": "x\n" * 3000,
    "wide": "表" * 300,
    "private use and tags": "\ue000\U000e0001\U000e0061",
    "fillers": "\u3164\u115f\u1160\uffa0",
    "script": "<script>alert(1)</script>",
    "image that fails": "<img src=x onerror=alert(1)>",
    "details": "</details></td></table></body><details open ontoggle=alert(1)>",
    "entity": "&lt;script&gt; &#x1b;[2J &colon;",
    "HTML comment": "<!-- --> <!-- hides the rest",
    "CDATA": "<![CDATA[ <?php ?> <!DOCTYPE x>",
    "link": "[click](javascript:alert(1)) [a]: http://evil.example 'x'\n[b][a]",
    "image": "![x](http://evil.example/x.png)",
    "autolink": "<http://evil.example> http://evil.example www.evil.example WWW.evil.example me@evil.example",
    "heading": "# heading\n## heading\n====\n----",
    "list": "- one\n* two\n+ three\n1. four\n2) five\n- [ ] six",
    "number and dot": "1. one",
    "number and bracket": "007) bond",
    "dash": "- one",
    "plus": "+ one",
    "rule": "---",
    "starred rule": "* * *",
    "setext": "===",
    "quote": "> quote\n>> deeper",
    "indented code": "    code\n\tcode",
    "table": "| a | b |\n| --- | --- |\n| \\| | \\\\| |",
    "backslashes and bars": "\\| \\\\| \\\\\\| | \\",
    "fence": "```\n</code>\n```",
    "long fence": "`" * 100 + "\n" + "~" * 100,
    "fences of every length": " ".join("`" * length for length in range(1, 40)),
    "backtick at both ends": "`x`",
    "emphasis": "**bold** *it* __bold__ _it_ ~~gone~~ $x$ $$y$$",
    "mention": "@everyone @org/team #1 GH-1",
    "footnote": "[^1] [^1]: note",
    "alert": "> [!WARNING]\n> text",
    "markup of rich": "[red]x[/red] [link=http://evil.example]y[/link] :smile: [@click=app.bell]z[/]",
    "formula": '=HYPERLINK("http://evil.example";"x")',
    "plus formula": "+1+1",
    "minus formula": "-1+1|cmd",
    "at formula": "@SUM(1)",
    "wide formula": "＝1+1",  # noqa: RUF001 - the wide sign itself
    "tab formula": "\t=1+1",
    "return formula": "\r=1+1",
    "blank formula": "\u00a0\u3000 =1+1",
    "joined formula": "\u200d=1+1",
    "quoted cells": 'a","=1+1","b\n"c"\r\n=1+1',
    "error command": "::error::x",
    "output command": "::set-output name=mark::100",
    "indented command": "   ::add-mask::a",
    "stop command": "\n::stop-commands::abc\n",
    "command with many colons": ":::::warning::x",
    "command in a long line": "a" * 37 + " ::error::x" + " bb" * 13 + " ::notice file=a,line=1::y" * 5,
    "old command": "x ##[error]y ##[set-env name=a]b ###[group]",
    "commands of other runners": "##vso[task.complete result=Failed] ##teamcity[buildStop]",
    "our page": "\n\n# Class summary\n\n**Mark: 100 of 100** for me.\n\n- automatic: 100 of 100\n",
    "our table": "| winner(board) | 9 | 9 | pass |",
    "our JSON": '", "score": {"earned": 100, "possible": 100}, "x": "\n}',
    "our gradebook": "\nme,me,graded,100,100,0,10,0",
    "our terminal": "✓  pass  9 / 9  winner(board)\nme  100 of 100",
    "address": "<A object at 0x7f0011223344> 0xdeadbeefcafe",
}
"""Texts that a student may write. Each is put into every place at the same time."""
TRIED = dict(sampled(PAYLOADS.items(), 4))
"""Those that every kind of report is made with."""

ISOLATION = Isolation(
    level=Level.FULL, layers=(), self_test=(EscapeAttempt(name="read_outside", blocked=True),), seen=ProcStatus()
)
"""Not text of a student, but an edited file may hold anything here."""


def graded(text: str) -> Result:
    """Return a result with `text` in every place that a student, or somebody who edits result.json, can write to."""
    example = Counterexample(
        function=text, board=text, call=text, got=words(text), expected=words(text), at=text, after=None, moves=()
    )
    spoken = tuple(TranscriptPart(who=who, text=text) for who in ("program", "you", text))
    said = {"message": text, "pattern": text, "behaviour": text}
    wrong = check(
        "winner.rows",
        "4.5",
        Verdict.FAIL,
        counterexample=dataclasses.replace(example, transcript=spoken),
        reproduce=text,
        sheet=text,
        lines_run=(LinesRun(file="tictactoe.py", lines=(1, 2)),),
        **said,
    )
    changed = check(
        "winner.columns",
        "4",
        Verdict.ERROR,
        message=text,
        counterexample=dataclasses.replace(example, after=text),
        excerpt=(SourceLine(number=41, text=text, raised=True),),
        difference=tuple(DifferingLine(file=text, handed_in=side, number=41, text=text) for side in (False, True)),
    )
    named = check("winner.board_unchanged", "0.5", Verdict.FAIL, title=text, id=text, message="said by us")
    mark = ManualMark(points=Decimal(0), comment=text, by=text, when=text)
    quality = dataclasses.replace(QUALITY, verdict=Verdict.FAIL, title=text, manual=mark)
    named = dataclasses.replace(named, manual=mark, was=Decimal(0))
    finding = QualityFinding(at=text, why=words(text))
    kind = QualityKind(id=text, cost=Decimal(1), count=9, findings=(finding,))
    found = QualityReport(tool=text, files=(text,), functions=7, written=7, kinds=(kind,))
    lines = (
        line("winner", wrong, changed, verdict=Verdict.FAIL),
        dataclasses.replace(
            line("minimax", named, verdict=Verdict.FAIL), title=text, id=text, manual=mark, was=Decimal(0)
        ),
        quality,
        dataclasses.replace(
            QUALITY,
            id=f"{text} too",
            title=text,
            proposed=Decimal(4),
            reasons=words(text),
            capability="quality",
            found=found,
        ),
    )
    plain = result(*lines, notes=(text, f"note: {text}"))
    cause = Cause(functions=("winner",), checks=(text,))
    return dataclasses.replace(
        named_after(plain, text),
        found={"causes": judged(lines, (cause,))},
        source=(
            SourceCopy(path="tictactoe.py", text=f"{text}\n'''{text}", lines=9),
            SourceCopy(path=text, text=f"# {text}", lines=1, cells=(1,)),
        ),
        observed=Observed(policy=text, output=(Output(where=text, tail=text, characters=9),)),
        timing=dataclasses.replace(plain.timing, near_limit=(text,)),
    )


def faulty(text: str) -> Result:
    """Return a fault of the grader that quotes `text`."""
    fault = result(WINNER, status="harness_fault", score=None, fault=text, notes=(text,))
    return named_after(fault, text)


def named_after(plain: Result, text: str) -> Result:
    """Return `plain` with `text` as its id, its student and its file names."""
    details = dataclasses.replace(ISOLATION, layers=(Layer(name=text, on=True, detail=text),))
    return dataclasses.replace(
        plain,
        submission=dataclasses.replace(plain.submission, **identity(text), main=text, files=(text, "b.py")),
        rubric=dataclasses.replace(plain.rubric, title=text, sha256=text),
        grader=GraderInfo(version=text, python=text, isolation=details, key=text),
    )


def classroom(text: str) -> list[ClassRow]:
    """Return a class of such students."""
    absent = NotGraded(**identity(f"{text}  "), reason=text, missing=True)
    return [graded(text), faulty(text), NotGraded(id=text, student=f"{text} ", reason=text), absent]


def identity(text: str) -> dict[str, Any]:
    """Return the facts about a student with `text` in each."""
    texts = {field.name: text for field in dataclasses.fields(Identity) if field.name != "late"}
    return {**texts, "late": True}


def class_info(text: str) -> ClassInfo:
    """Return what is known of a class, with `text` in each place."""
    return ClassInfo(source=text, skipped=(Skipped(name=text, reason=text),), notes=(text,), double_claims=(text,))


PLACES = {
    "student": "submission.student",
    "main": "submission.main",
    "note": "notes.0",
    "message": "criteria.0.checks.0.reasons.0.values.words",
    "pattern": "criteria.0.checks.0.pattern.0.values.words",
    "call": "criteria.0.checks.0.counterexample.call",
    "got": "criteria.0.checks.0.counterexample.got.0.values.words",
    "expected": "criteria.0.checks.0.counterexample.expected.0.values.words",
    "at": "criteria.0.checks.0.counterexample.at",
    "transcript": "criteria.0.checks.0.counterexample.transcript.0.text",
    "command": "criteria.0.checks.0.reproduce",
    "sheet": "criteria.0.checks.0.sheet",
    "title of a check": "criteria.1.checks.0.title",
    "title of a line": "criteria.0.title",
    "comment": "criteria.2.manual.comment",
    "who gave the points": "criteria.2.manual.by",
    "reason of a change": "criteria.1.checks.0.manual.comment",
    "output": "observed.output.0.tail",
    "where": "observed.output.0.where",
    "code": "source.0.text",
    "path of the code": "source.1.path",
    "title of the rubric": "rubric.title",
    "place of a finding": "criteria.3.found.kinds.0.findings.0.at",
    "sentence of a finding": "criteria.3.found.kinds.0.findings.0.why.0.values.words",
}
"""Places that a student's page shows, as paths."""
ONLY_ON_THE_PAGE = {"code", "path of the code"}
"""Those that the terminal and Markdown leave out."""


def put(value: object, path: str, text: str) -> Result:
    """Return the result `value` with `text` at `path`."""
    changed = _put(value, path.split("."), text)
    assert isinstance(changed, Result)
    return changed


def _put(value: object, path: list[str], text: str) -> object:
    if not path:
        return text
    name, *rest = path
    if isinstance(value, tuple):
        at = int(name)
        return (*value[:at], _put(value[at], rest, text), *value[at + 1 :])
    if isinstance(value, dict):
        return {**value, name: _put(value[name], rest, text)}
    changed = {name: _put(getattr(value, name), rest, text)}
    return structs.replace(value, **changed) if isinstance(value, Struct) else dataclasses.replace(value, **changed)  # type: ignore[type-var]


UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
OURS = "\n\u200c\u200d"
"""Line ends, and the joiners that some names need: these are allowed."""


def unsafe(text: str) -> set[str]:
    """Return the characters of `text` that have an effect on a terminal or mislead a reader."""
    return {char for char in text if unicodedata.category(char) in UNSAFE and char not in OURS}


def commands(text: str) -> list[str]:
    """Return the lines of `text` that a CI runner takes for a command."""
    return [line for line in text.splitlines() if re.match(r"\s*:+:[^\W\d]", line) or re.search(r"##\w*\[", line)]
