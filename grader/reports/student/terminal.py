"""A result for the student's terminal, 80 columns wide and with or without colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from grader.model.isolation import Level
from grader.model.result import Counterexample, CriterionResult, Result, Score
from grader.model.verdict import Verdict
from grader.reports.student.findings import Finding, findings, headline, parts
from grader.reports.text import shortcut_text
from grader.reports.text.board_text import picture
from grader.reports.text.isolation_text import sentence
from grader.reports.text.number_text import plain, points
from grader.reports.text.terminal_writer import Paper, style_of
from grader.reports.text.transcript import TYPED, turns

SHOWN_OUTPUT_LINES = 3
HASH_SHOWN = 12
MOST_TURNS = 40
"""Lines of a dialogue."""
DRAWING_MARGIN = 6
FACTS_NARROWEST = 40
"""Columns that facts need to stand beside a drawing."""


def render_terminal(result: Result, console: Console) -> None:
    """Write the result on `console`."""
    paper = Paper(console)
    if result.score is None:
        _fault(paper, result)
        return
    _head(paper, result, result.score)
    paper.columns([_row(paper, line) for line in result.criteria], "llrl")
    found = findings(result)
    for finding in found:
        _finding(paper, finding)
    if any(finding.check.reproduce for finding in found):
        paper.blank()
        paper.say(paper.text("Each line with python in front can be pasted into a terminal beside your file.", "dim"))
    if result.score.automatic_earned == result.score.automatic_possible > 0:
        paper.blank()
        paper.say(paper.text("Every check that takes points passed. Well done!", "bold green"))
    _remarks(paper, result)
    _footer(paper, result)


def _head(paper: Paper, result: Result, score: Score) -> None:
    who = paper.text(result.submission.student, "bold")
    paper.say(who, Text("  "), paper.text(headline(score), "bold cyan"))
    summary = "; ".join(f"{name} {value}" for name, value in parts(result))
    paper.say(paper.text(summary, "dim"))
    paper.blank()


def _row(paper: Paper, line: CriterionResult) -> tuple[Text, ...]:
    earned = "-" if line.verdict is Verdict.PENDING else plain(line.earned)
    word = "by hand" if line.manual is not None else line.verdict.value.replace("_", " ")
    share = paper.text(f"{earned} / {plain(line.points)}")
    return paper.sign(line), paper.text(word, style_of(line.verdict)), share, paper.text(line.title)


def _finding(paper: Paper, finding: Finding) -> None:
    check, example = finding.check, finding.check.counterexample
    cost = f"-{points(finding.lost)}" if finding.lost else "costs nothing"
    paper.blank()
    paper.say(paper.text(finding.title, "bold"), Text("  "), paper.text(cost, style_of(check.verdict)))
    if check.full_message:
        paper.say(paper.text(check.full_message), indent=2)
    if example is not None:
        _drawn(paper, example)
        _dialogue(paper, example)
    if finding.sheet:
        paper.columns([[paper.text("sheet", "dim"), paper.text(finding.sheet, "italic")]], "ll")
    if check.reproduce:
        paper.say_unwrapped(check.reproduce, "cyan")


def _drawn(paper: Paper, example: Counterexample) -> None:
    drawing = [Text(line, "bold") for line in picture(example)]
    facts = [(paper.text(name, "dim"), paper.text(value)) for name, value in _facts(example)]
    quota = paper.console.width - max((line.cell_len for line in drawing), default=0) - DRAWING_MARGIN
    if example.moves or not drawing or quota < FACTS_NARROWEST:
        # A game takes the whole width, and in a narrow terminal a board does.
        paper.columns([[line] for line in drawing], "l", indent=4)
        paper.columns(facts, "ll", indent=4)
        return
    beside = paper.laid_out(facts, "ll", quota)
    paper.columns(zip_longest(drawing, beside, fillvalue=Text()), "ll", indent=4)


def _dialogue(paper: Paper, example: Counterexample) -> None:
    rows = [
        (Text(turn.margin), paper.text(turn.text, "bold" if turn.typed else "dim" if turn.gap else ""))
        for turn in turns(example.transcript, MOST_TURNS)
    ]
    if rows:
        paper.say(paper.text(f"the dialogue; what was typed stands behind {TYPED}", "dim"), indent=4)
        paper.columns(rows, "ll", indent=4)


def _facts(example: Counterexample) -> Iterator[tuple[str, str]]:
    yield "call", example.call
    yield "got", example.got
    yield "expected", example.expected
    if example.at is not None:
        yield "at", example.at


def _fault(paper: Paper, result: Result) -> None:
    paper.say(paper.text(result.submission.student, "bold"), Text("  "), paper.text("no mark", "bold magenta"))
    paper.say(paper.text("The grader failed, not the submission: this is our fault. No points were given or taken."))
    paper.say(paper.text(result.fault or "no more is known", "magenta"), indent=2)
    paper.say(paper.text("Grade it again; if it happens again, show these lines to whoever runs the grader."))
    _remarks(paper, result)
    _footer(paper, result)


def _remarks(paper: Paper, result: Result) -> None:
    rows = [(paper.text("note", "dim"), paper.text(note)) for note in result.notes]
    rows += [
        (paper.text("by hand", "dim"), paper.text(f"{line.title}: {line.manual.comment}"))
        for line in result.criteria
        if line.manual is not None and line.manual.comment
    ]
    rows += [(paper.text("time", "dim"), paper.text(f"near its limit: {call}")) for call in result.timing.near_limit]
    for output in result.observed.output:
        rows.append((paper.text("printed", "dim"), paper.text(f"{output.characters:,} characters in {output.where}")))
        tail = [line for line in output.tail.split("\n") if line.strip()][-SHOWN_OUTPUT_LINES:]
        rows += [(Text(""), paper.text(line, "dim")) for line in tail]
    if rows:
        paper.blank()
        paper.columns(rows, "ll")


def _footer(paper: Paper, result: Result) -> None:
    grader, rubric = result.grader, result.rubric
    paper.blank()
    versions = f"grader {grader.version}, Python {grader.python}"
    paper.say(paper.text(f"{rubric.title} ({rubric.sha256[:HASH_SHOWN]}); {versions}", "dim"))
    if searched := shortcut_text.sentence(result.shortcut):
        paper.say(paper.text(searched, "dim"))
    held = grader.isolation is None or grader.isolation.level.reaches(Level.FULL)
    paper.say(paper.text(sentence(grader.isolation), "dim" if held else "yellow"))
