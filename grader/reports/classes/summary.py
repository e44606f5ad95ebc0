"""A class as `summary.md`, and on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console

from grader.model.class_row import Row
from grader.reports.classes.statistics import ClassFigures, Graded, class_figures, histogram
from grader.reports.student.findings import headline
from grader.reports.text.markdown_escape import block, document, escaped, table
from grader.reports.text.number_text import counted, plain
from grader.reports.text.terminal_writer import Paper

BAR_WIDTH = 50
BAR_MARGIN = 20
"""Columns that stand before a bar on the terminal."""
SHOWN_ROWS = 40
SHOWN_CHECKS = 8
HOW_TO_FILL = (
    "Write a file `marks.csv` with the header `student,line,points,comment`, one row per student and line, "
    "then run `grader report DIR --manual marks.csv` on the folder with the results."
)


def class_markdown(rows: Sequence[Row]) -> str:
    """Return the class's page; who has no mark comes first."""
    figures = class_figures(rows)
    return document(
        ["# Class summary"],
        [figures.count + "."],
        _isolation(figures),
        *_section("Faults of the grader (no mark was given; grade these again)", _faults(figures)),
        *_section("Not graded", _missing(figures)),
        *_section("Marks", _marks(figures)),
        *_section("Distribution", block(histogram(figures.distribution, BAR_WIDTH)) if figures.graded else []),
        *_section("Checks, worst first", _checks(figures)),
        *_section("Identical submissions", (f"- {_ids(group)}" for group in figures.identical)),
        *_section("Pending, filled in by a person", _pending(figures)),
    )


def render_class(rows: Sequence[Row], console: Console) -> None:
    """Write the class on `console`; long lists end after 40 lines and say which file has the rest."""
    figures, paper = class_figures(rows), Paper(console)
    paper.say(paper.text(figures.count, "bold"))
    no_mark = [f"{one.submission.id}: fault of the grader, no mark: {one.fault}" for one in figures.faults]
    _some(paper, no_mark, "magenta")
    _some(paper, [f"{one.id}: not graded: {one.reason}" for one in figures.missing], "red")
    if figures.graded:
        _class_table(paper, figures.graded)
        _class_picture(paper, figures)
    _some(paper, [f"the same file: {', '.join(group)}" for group in figures.identical], "yellow")
    near = ((row.result.submission.id, row.result.timing.near_limit) for row in figures.graded)
    _some(paper, [f"{one}: near a time limit: {', '.join(calls)}" for one, calls in near if calls], "yellow")
    pending = (f"{line.title} ({plain(line.points)}): {counted(count, 'student')}" for line, count in figures.pending)
    _some(paper, [f"pending: {text}" for text in pending], "yellow")
    for said in figures.isolation:
        paper.say(paper.text(said))


def _section(title: str, lines: Iterable[str]) -> Iterator[list[str]]:
    if body := list(lines):
        yield [f"## {title}"]
        yield body


def _isolation(figures: ClassFigures) -> list[str]:
    said = list(map(escaped, figures.isolation))
    return said if len(said) == 1 else [f"- {one}" for one in said]


def _faults(figures: ClassFigures) -> Iterator[str]:
    for result in figures.faults:
        who = result.submission
        yield f"- {_named(who.id, who.student)}: {escaped(result.fault) or 'no more is known'}"


def _missing(figures: ClassFigures) -> Iterator[str]:
    for row in figures.missing:
        yield f"- {_named(row.id, row.student)}: {escaped(row.reason)}"


def _marks(figures: ClassFigures) -> Iterator[str]:
    if not figures.graded:
        return
    several = "These marks were given by different rubrics" if len(figures.rubrics) > 1 else "Rubric"
    yield f"{several}: {', '.join(map(escaped, figures.rubrics))}."
    yield ""
    yield f"{figures.averages.capitalize()}."
    if figures.pending:
        yield "Lines that are still pending count as nothing so far."
    yield ""
    yield from table(["id", "student", "mark", "lines lost"], "llrl", map(_student, figures.graded))


def _student(row: Graded) -> list[str]:
    who = row.result.submission
    return [escaped(who.id), escaped(who.student), headline(row.score), escaped(_lost(row))]


def _lost(row: Graded) -> str:
    return ", ".join(f"{line.id} -{plain(line.points - line.earned)}" for line in row.lost)


def _checks(figures: ClassFigures) -> list[str]:
    rates = figures.pass_rates
    rows = (
        [escaped(rate.check), escaped(rate.title), f"{rate.passed} of {rate.of}", f"{plain(rate.percent)} %"]
        for rate in rates
    )
    return table(["check", "", "passed", "rate"], "llrr", rows) if rates else []


def _pending(figures: ClassFigures) -> Iterator[str]:
    for line, count in figures.pending:
        yield f"- {escaped(line.title)} (line {escaped(line.id)}, {plain(line.points)}): {counted(count, 'student')}"
    if figures.pending:
        yield ""
        yield HOW_TO_FILL


def _named(identifier: str, student: str) -> str:
    return escaped(identifier) if identifier == student else f"{escaped(identifier)} ({escaped(student)})"


def _ids(group: list[str]) -> str:
    return ", ".join(map(escaped, group))


def _some(paper: Paper, lines: Sequence[str], style: str) -> None:
    for line in lines[:SHOWN_ROWS]:
        paper.say(paper.text(line, style), indent=2)
    if len(lines) > SHOWN_ROWS:
        paper.say(paper.text(f"and {len(lines) - SHOWN_ROWS} more: all of them are in summary.md", "dim"), indent=2)


def _class_table(paper: Paper, graded: Sequence[Graded]) -> None:
    rows = [[paper.text(name, "dim") for name in ("student", "mark", "lines lost")]]
    for row in graded[:SHOWN_ROWS]:
        mark = paper.text(headline(row.score), "red" if row.lost else "green")
        rows.append([paper.text(row.result.submission.id), mark, paper.text(_lost(row))])
    paper.blank()
    paper.columns(rows, "lrl")
    if len(graded) > SHOWN_ROWS:
        rest = f"and {len(graded) - SHOWN_ROWS} more: all of them are in gradebook.csv"
        paper.say(paper.text(rest, "dim"), indent=2)
    paper.blank()


def _class_picture(paper: Paper, figures: ClassFigures) -> None:
    paper.say(paper.text(figures.averages))
    for line in histogram(figures.distribution, min(BAR_WIDTH, max(1, paper.console.width - BAR_MARGIN))):
        paper.say(paper.text(line, "cyan"), indent=2)
    worst = [rate for rate in figures.pass_rates if rate.passed < rate.of][:SHOWN_CHECKS]
    if worst:
        paper.blank()
        paper.say(paper.text("checks most often failed", "bold"))
        cells = ((f"{plain(rate.percent)} % pass", rate.check, rate.title) for rate in worst)
        paper.columns(([paper.text(cell) for cell in row] for row in cells), "rll")
    paper.blank()
