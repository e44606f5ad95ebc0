"""A result as `report.md`, the page to hand to the student."""

from __future__ import annotations

from collections.abc import Iterator

from grader.model.result import CriterionResult, Result, Score
from grader.model.verdict import Verdict
from grader.reports.student.findings import Finding, findings, headline, parts, verdict_word
from grader.reports.text import shortcut_text
from grader.reports.text.board_text import picture
from grader.reports.text.isolation_text import sentence
from grader.reports.text.markdown_escape import block, code, document, escaped, table
from grader.reports.text.number_text import plain, points
from grader.reports.text.transcript import marked

HASH_SHOWN = 12
MOST_TURNS = 80
"""Lines of a dialogue."""


def student_markdown(result: Result) -> str:
    """Return the whole page; it depends on nothing that differs between two runs."""
    found = findings(result) if result.score else []
    return document(
        [f"# {escaped(result.rubric.title)}"],
        _mark(result),
        [f"- {name}: {escaped(value)}" for name, value in parts(result)],
        _lines(result),
        _praise(result.score),
        *_found("What was lost", [finding for finding in found if finding.lost]),
        *_found("What costs nothing here", [finding for finding in found if not finding.lost]),
        *_by_hand(result),
        *_listed("Notes", result.notes),
        *_output(result),
        ["---"],
        [_footer(result)],
        [escaped(text)] if (text := shortcut_text.sentence(result.shortcut)) else [],
        [escaped(sentence(result.grader.isolation))],
    )


def _mark(result: Result) -> list[str]:
    who = f"{escaped(result.submission.student)} ({code(result.submission.main)})"
    if result.score is None:
        return [
            f"**No mark: the grader failed, not the submission.** For {who}.",
            "",
            f"This is our fault and costs nothing: {escaped(result.fault) or 'no more is known'}",
        ]
    return [f"**Mark: {headline(result.score)}** for {who}."]


def _lines(result: Result) -> list[str]:
    if result.score is None:
        return []
    rows = ([escaped(line.title), _earned(line), plain(line.points), verdict_word(line)] for line in result.criteria)
    return table(["line", "earned", "of", ""], "lrrl", rows)


def _earned(line: CriterionResult) -> str:
    return "" if line.verdict is Verdict.PENDING else plain(line.earned)


def _praise(score: Score | None) -> list[str]:
    full = score is not None and score.automatic_earned == score.automatic_possible > 0
    return ["Every check that takes points passed. Well done!"] if full else []


def _found(title: str, found: list[Finding]) -> Iterator[list[str]]:
    if found:
        yield [f"## {title}"]
    for finding in found:
        cost = f" ({points(finding.lost)} lost)" if finding.lost else ""
        yield [f"### {escaped(finding.title)}{cost}"]
        yield from _explained(finding)


def _explained(finding: Finding) -> Iterator[list[str]]:
    check, example = finding.check, finding.check.counterexample
    # The verdict in front also keeps the message, partly the student's, from starting a line.
    yield [f"**{check.verdict.value.replace('_', ' ')}**: {escaped(check.full_message) or 'no more is known'}"]
    facts = [] if example is None else [("called", example.call), ("came back", example.got)]
    facts += [] if example is None else [("asked for", example.expected)]
    facts += [] if example is None or example.at is None else [("your line", example.at)]
    sheet = [f'- the sheet: "{escaped(finding.sheet)}"'] if finding.sheet else []
    if example is not None:
        yield ["The game, a board after each move:"] if example.moves else []
        yield block(drawn) if (drawn := picture(example)) else []
    yield [*(f"- {name}: {code(value)}" for name, value in facts), *sheet]
    if example is not None and example.transcript:
        yield ["The dialogue; what was typed stands behind `>`:"]
        yield block(marked(example.transcript, MOST_TURNS))
    if check.reproduce:
        yield ["To see it yourself, paste this beside your file:"]
        yield block([check.reproduce])


def _by_hand(result: Result) -> Iterator[list[str]]:
    marked = [(line, line.manual) for line in result.criteria if line.manual is not None]
    remarks = [
        f"- {escaped(line.title)}, {plain(mark.points)} of {plain(line.points)}: "
        f"{escaped(mark.comment) or 'no comment'}"
        for line, mark in marked
    ]
    if remarks:
        yield ["## Marked by a person"]
        yield remarks


def _listed(title: str, notes: tuple[str, ...]) -> Iterator[list[str]]:
    if notes:
        yield [f"## {title}"]
        yield [f"- {escaped(note)}" for note in notes]


def _output(result: Result) -> Iterator[list[str]]:
    if result.observed.output:
        yield ["## What your program printed"]
    for output in result.observed.output:
        yield [f"During {code(output.where)}, {output.characters:,} characters in all; the end:"]
        yield block(output.tail.rstrip("\n").split("\n"))


def _footer(result: Result) -> str:
    rubric, grader = result.rubric, result.grader
    return "; ".join(
        [
            f"rubric {code(rubric.sha256[:HASH_SHOWN])}",
            f"submission {code(result.submission.sha256[:HASH_SHOWN])}",
            f"grader {escaped(grader.version)}",
            f"Python {escaped(grader.python)}",
        ]
    )
