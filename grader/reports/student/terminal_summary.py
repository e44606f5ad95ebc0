"""The end of the output on the terminal: the answer in a few rows."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.reports.student.finding_groups import FindingGroup
from grader.reports.student.summary import summary
from grader.text.isolation_text import short_isolation
from grader.text.line_breaks import quoted_name
from grader.text.mark_text import praise
from grader.text.terminal_writer import TerminalWriter

MAX_NAME = 80
"""Characters of a student's name."""
NO_PAGE = "--out DIR writes it, with boards to look at and to play on"


def render_summary(result: Result, groups: Sequence[FindingGroup], writer: TerminalWriter, *, page: str) -> None:
    """Write who has which mark, where points are lost, what to correct first, and where to read more."""
    if praised := praise(result):
        writer.write(writer.text(praised, "bold green"))
        writer.blank()
    styles = {"Mark": "bold cyan", "Lost": "red", "Fix this first": "bold"}
    facts = [
        ("Student", writer.text(quoted_name(sanitize(result.submission.student, MAX_NAME)))),
        *((fact.label, writer.text(fact.text, styles.get(fact.label, ""))) for fact in summary(result, groups)),
    ]
    isolation = result.grader.isolation
    isolated = isolation is None or isolation.level.reaches(Level.FULL)
    facts.append(("Sandbox", writer.text(short_isolation(isolation), "dim" if isolated else "yellow")))
    if not page:
        facts.append(("Page", writer.text(NO_PAGE, "dim")))
    before = ["", *(label for label, _ in facts)]
    rows = [
        (writer.text("" if label == above else label, "dim"), text)
        for above, (label, text) in zip(before, facts, strict=False)
    ]
    writer.columns(rows, "ll", indent=0)
    if page:  # whole, so that it can be copied
        width = max(len(label) for label, _ in facts)
        writer.write_unwrapped(f"{'Page':{width}}  {page}")
