"""A class on the terminal, after `grader batch` and `grader report`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console

from grader.model.class_row import ClassRow, student_of
from grader.model.sanitize import sanitize
from grader.render.terminal_writer import TerminalWriter
from grader.reports.classes.attention import ADVICE, URGENT, AttentionCase, Need, attention
from grader.reports.classes.graded_result import GradedResult
from grader.reports.classes.statistics import BAR_WIDTH, ClassStatistics, class_statistics, histogram
from grader.text.line_breaks import quoted_name
from grader.text.number_text import decimal_text, score_text, with_points

BAR_MARGIN = 20
"""Columns in front of a bar."""
SHOWN_ROWS = 40
SHOWN_CHECKS = 8
SHOWN_ABSENT = 10
MAX_NAME = 28
"""Characters of a name: so many leave room beside it for the mark and what was lost."""


def render_class(rows: Sequence[ClassRow], console: Console) -> None:
    """Write the class on `console`; a list of more than 40 lines is cut and names the file that has all of it."""
    statistics, writer = class_statistics(rows), TerminalWriter(console)
    writer.write(writer.text(statistics.count, "bold"))
    cases, names = attention(statistics), _names(rows)
    _list(writer, [_case_text(case, names) for case in cases if case.reason in URGENT], "red")
    if statistics.graded:
        _marks(writer, statistics.graded, names)
        _overview(writer, statistics)
    others = [case for case in cases if case.reason not in URGENT and case.reason is not Need.MISSING]
    _list(writer, [*_missing(statistics, names), *(_case_text(case, names) for case in others)], "yellow")
    _list(writer, [f"changed by hand: {change}" for change in statistics.changed], "yellow")
    _list(writer, _pending(statistics), "yellow")
    for sentence in statistics.isolation:
        writer.write(writer.text(sentence))


def _list(writer: TerminalWriter, lines: Sequence[str], style: str) -> None:
    for line in lines[:SHOWN_ROWS]:
        writer.write(writer.text(line, style), indent=2, marked=True)
    if len(lines) > SHOWN_ROWS:
        more = f"and {len(lines) - SHOWN_ROWS} more: all of them are in summary.md"
        writer.write(writer.text(more, "dim"), indent=2)


def _names(rows: Sequence[ClassRow]) -> dict[str, str]:
    """Return by id what each student is called here: the name, and the id where several have the same name."""
    students = list(map(student_of, rows))
    names = {one.id: quoted_name(sanitize(one.student, MAX_NAME)) for one in students}
    count = Counter(names.values())
    return {identity: name if count[name] == 1 else _told_apart(identity, name) for identity, name in names.items()}


def _told_apart(identity: str, name: str) -> str:
    both = f"{identity} ({name})"
    return both if len(both) <= MAX_NAME else identity


def _marks(writer: TerminalWriter, graded: Sequence[GradedResult], names: Mapping[str, str]) -> None:
    rows = [[writer.text(name, "dim") for name in ("student", "mark", "points lost")]]
    for row in graded[:SHOWN_ROWS]:
        mark = writer.text(score_text(row.score), "red" if row.lost else "green")
        rows.append([writer.text(names[row.result.submission.id]), mark, writer.text(row.lost_text)])
    writer.blank()
    writer.columns(rows, "lrl")
    if len(graded) > SHOWN_ROWS:
        more = f"and {len(graded) - SHOWN_ROWS} more: all of them are in gradebook.csv"
        writer.write(writer.text(more, "dim"), indent=2)
    writer.blank()


def _overview(writer: TerminalWriter, statistics: ClassStatistics) -> None:
    writer.write(writer.text(statistics.averages))
    for line in histogram(statistics.distribution, min(BAR_WIDTH, max(1, writer.console.width - BAR_MARGIN))):
        writer.write(writer.text(line, "cyan"), indent=2)
    worst = [rate for rate in statistics.pass_rates if rate.passed < rate.of][:SHOWN_CHECKS]
    if worst:
        writer.blank()
        left_out = len(statistics.graded) - len(statistics.imported)
        of = f" (of the {len(statistics.imported):,} that could be imported)" if left_out else ""
        writer.write(writer.text(f"checks most often failed{of}", "bold"))
        cells = ((f"{decimal_text(rate.percent)} % pass", rate.check, rate.title) for rate in worst)
        writer.columns(([writer.text(cell) for cell in row] for row in cells), "rll")
    writer.blank()


def _case_text(case: AttentionCase, names: Mapping[str, str]) -> str:
    named = f"{'; '.join(names[student_of(row).id] for row in case.students)}: {ADVICE[case.reason].status}"
    return named if case.reason is Need.SAME_FILE else f"{named}: {case.text}"


def _missing(statistics: ClassStatistics, names: Mapping[str, str]) -> list[str]:
    """Return one line about all who handed in nothing, however many they are."""
    absent = [names[row.id] for row in statistics.missing]
    more = f" and {len(absent) - SHOWN_ABSENT:,} more: all of them are in summary.md"
    shown = f"{'; '.join(absent[:SHOWN_ABSENT])}{more if len(absent) > SHOWN_ABSENT else ''}"
    return [f"nothing handed in: {shown}"] if absent else []


def _pending(statistics: ClassStatistics) -> list[str]:
    return [
        f"to be marked by hand: {with_points(pending.item.title, pending.item.points)}: {pending.count}"
        for pending in statistics.pending
    ]
