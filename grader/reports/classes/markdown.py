"""A class as `summary.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grader.model.class_info import NOTHING_KNOWN, ClassInfo
from grader.model.class_row import ClassRow, student_of
from grader.render.markdown_escape import code_block, escape, join_blocks, table
from grader.reports.classes.attention import ADVICE, DOUBLE_CLAIMS, AttentionCase, attention, by_reason
from grader.reports.classes.graded_result import GradedResult
from grader.reports.classes.statistics import BAR_WIDTH, ClassStatistics, class_statistics, histogram
from grader.text.number_text import decimal_text, score_text

HOW_TO_FILL = (
    "Fill them in on the page `index.html` and save `marks.csv` there, or let `grader report DIR --template marks.csv` "
    "write that file for you; DIR is the folder with the results. `ok` as points takes those that are proposed. "
    "Then run `grader report DIR --manual marks.csv`."
)


def class_markdown(rows: Sequence[ClassRow], info: ClassInfo = NOTHING_KNOWN) -> str:
    """Return the summary as Markdown; who needs a person comes first, everybody sorted by name."""
    statistics = class_statistics(rows)
    bars = code_block(histogram(statistics.distribution, BAR_WIDTH)) if statistics.graded else []
    return join_blocks(
        ["# Class summary"],
        [statistics.count + ".", *([f"Read from: {escape(info.source)}."] if info.source else [])],
        _isolation(statistics),
        *_attention(statistics, info),
        *_section("About the class", (f"- {escape(note)}" for note in info.notes)),
        *_section("Skipped files", (f"- {escape(one.name)}: {escape(one.reason)}" for one in info.shown_skipped)),
        *_section("Marks", _marks(statistics)),
        *_section("Distribution", bars),
        *_section("Checks, worst first", _checks(statistics)),
        *_section("Points changed by hand", (f"- {escape(change)}" for change in statistics.changed)),
        *_section("To be marked by hand", _pending(statistics)),
    )


def _section(title: str, lines: Iterable[str]) -> Iterator[list[str]]:
    if body := list(lines):
        yield [f"## {title}"]
        yield body


def _isolation(statistics: ClassStatistics) -> list[str]:
    sentences = list(map(escape, statistics.isolation))
    return sentences if len(sentences) == 1 else [f"- {sentence}" for sentence in sentences]


def _attention(statistics: ClassStatistics, info: ClassInfo) -> Iterator[list[str]]:
    """Yield everything that needs a person, with a heading for each reason."""
    found = by_reason(attention(statistics))
    if found or info.double_claims:
        yield ["## Needs your attention"]
    if info.double_claims:
        yield [f"### {DOUBLE_CLAIMS.title}"]
        yield [escape(DOUBLE_CLAIMS.to_do)]
        yield [f"- {escape(claim)}" for claim in info.double_claims]
    for reason, cases in found.items():
        yield [f"### {ADVICE[reason].title}"]
        yield [escape(ADVICE[reason].to_do)]
        yield [f"- {_students(case)}: {escape(case.text) or 'no more is known'}" for case in cases]


def _students(case: AttentionCase) -> str:
    every = map(student_of, case.students)
    return ", ".join(_named(one.id, one.student) for one in every)


def _marks(statistics: ClassStatistics) -> Iterator[str]:
    if not statistics.graded:
        return
    several = "These marks were given by different rubrics" if len(statistics.rubrics) > 1 else "Rubric"
    yield f"{several}: {', '.join(map(escape, statistics.rubrics))}."
    yield ""
    yield f"{statistics.averages.capitalize()}."
    if statistics.pending:
        yield "Items still to be marked by hand are left out."
    yield ""
    yield from table(["id", "student", "mark", "points lost"], "llrl", map(_student, statistics.graded))


def _student(graded: GradedResult) -> list[str]:
    who = graded.result.submission
    late = " (late)" if who.late else ""
    return [escape(who.id), escape(who.student) + late, score_text(graded.score), escape(graded.lost_text)]


def _checks(statistics: ClassStatistics) -> list[str]:
    rates, imported = statistics.pass_rates, len(statistics.imported)
    rows = (
        [escape(rate.check), escape(rate.title), f"{rate.passed} of {rate.of}", f"{decimal_text(rate.percent)} %"]
        for rate in rates
    )
    left_out = len(statistics.graded) - imported
    said = [f"Of the {imported:,} that could be imported; {left_out:,} could not.", ""] if rates and left_out else []
    return [*said, *table(["check", "", "passed", "rate"], "llrr", rows)] if rates else []


def _pending(statistics: ClassStatistics) -> Iterator[str]:
    for pending in statistics.pending:
        item = pending.item
        points = f", {decimal_text(item.points)}" if item.points else ""
        name = f"{escape(item.title)} (item {escape(item.id)}{points})"
        yield f"- {name}: {pending.count}"
    if statistics.pending:
        yield ""
        yield HOW_TO_FILL


def _named(identifier: str, student: str) -> str:
    return escape(identifier) if identifier == student else f"{escape(identifier)} ({escape(student)})"
