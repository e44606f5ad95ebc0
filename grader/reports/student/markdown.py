"""A result as `report.md`, to be given to the student."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.capabilities.alpha_beta.pruning_text import BOARD_COLUMNS, board_rows, draw_cut, pruning_facts
from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.quality.report import QualityReport
from grader.model.counterexample import Counterexample
from grader.model.result import CriterionResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.reports.student.assessments import assessed_lines, assessed_points, findings_left_out, kind_heading
from grader.reports.student.finding_groups import FindingGroup, finding_groups
from grader.reports.student.findings import Finding, difference_lines, verdict_text
from grader.reports.student.summary import summary
from grader.text.board_text import draw_continuation, draw_counterexample
from grader.text.hand_in_text import hand_in_text
from grader.text.isolation_text import isolation_sentence
from grader.text.labelled_text import LabelledText
from grader.text.mark_text import mark_text, praise
from grader.text.markdown_escape import code_block, code_span, escape, join_blocks, table
from grader.text.marks_text import changes, earned_text, filled_in, given_text
from grader.text.move_explanation import move_explanation
from grader.text.no_mark_text import no_mark_text
from grader.text.number_text import decimal_text
from grader.text.reproduction_text import python_names, reproduction_heading
from grader.text.transcript import dialogue_text
from grader.text.verdict_text import verdict_word

HASH_SHOWN = 12
MAX_NAME = 80
"""Characters of a student's name."""
MAX_DIALOGUE = 80
"""Lines of a dialogue."""


def student_markdown(result: Result) -> str:
    """Return the report as Markdown; it is the same for two runs, since it shows nothing of `timing`."""
    groups = finding_groups(result) if result.score else []
    return join_blocks(
        [f"# {escape(result.rubric.title)}"],
        _mark(result),
        _criteria(result),
        [praise(result)],
        *_found("What was lost", [group for group in groups if group.costs]),
        *_found("What costs nothing here", [group for group in groups if not group.costs]),
        [names] if groups and (names := python_names(result)) else [],
        *_assessed(result),
        *_by_hand(result),
        *_notes(result),
        *_output(result),
        ["---"],
        [_footer(result)],
        [escape(isolation_sentence(result.grader.isolation))],
        *_summary(result, groups),
    )


def overview_markdown(result: Result) -> str:
    """Return what concerns the whole submission, for a platform that shows each check by itself."""
    return join_blocks(
        _mark(result),
        *_summary(result, finding_groups(result) if result.score else []),
        *_by_hand(result),
        *_notes(result),
        *_output(result),
        ["---"],
        [_footer(result)],
        [escape(isolation_sentence(result.grader.isolation))],
    )


def _mark(result: Result) -> list[str]:
    student = sanitize(result.submission.student, MAX_NAME)
    who = f"{escape(student)} ({code_span(result.submission.main)})"
    if result.score is None:
        return [
            f"**No mark: {no_mark_text(result).happened}.** For {who}.",
            "",
            "This costs no points. What went wrong:",
            "",
            f"> **{result.no_mark}**: {escape(result.fault) or 'no more is known'}",
        ]
    handed_in = hand_in_text(result.submission)
    return [f"**Mark: {mark_text(result.score)}** for {who}.{f' {escape(handed_in)}' if handed_in else ''}"]


def _criteria(result: Result) -> list[str]:
    if result.score is None:
        return []
    rows = ([escape(one.title), _earned(one), _possible(one), verdict_text(one)] for one in result.criteria)
    return table(["item", "earned", "of", ""], "lrrl", rows)


def _possible(criterion: CriterionResult) -> str:
    return "" if criterion.deduction is not None else decimal_text(criterion.points)


def _earned(criterion: CriterionResult) -> str:
    return "" if criterion.verdict is Verdict.PENDING else earned_text(criterion)


def _found(title: str, groups: list[FindingGroup]) -> Iterator[list[str]]:
    if groups:
        yield [f"## {title}"]
    for group in groups:
        yield [f"### {escape(group.lead.title)}{_cost(group.lead)}"]
        yield from _explained(group.lead)
        if group.folded:
            yield [escape(" ".join(group.sentences))]
            yield [f"- {escape(one.title)}{_cost(one)}: {escape(one.check.full_message)}" for one in group.folded]


def _cost(finding: Finding) -> str:
    return f" ({finding.cost_text})" if finding.lost or finding.changed else ""


def _explained(finding: Finding) -> Iterator[list[str]]:
    check, example = finding.check, finding.check.counterexample
    # The message is partly the student's text: the verdict begins its first line, the bar of a quote all others.
    yield [f"> **{verdict_word(check.verdict)}**: {escape(check.full_message) or 'no more is known'}"]
    facts = [] if example is None else list(_facts(example))
    explained = None if example is None else move_explanation(example)
    why = [f"- why: {escape(explained.sentence)}"] if explained else []
    sheet = [f'- the assignment: "{escape(finding.sheet)}"'] if finding.sheet else []
    if example is not None:
        yield ["The game, a board after each move:"] if example.moves else []
        yield code_block(drawing) if (drawing := draw_counterexample(example)) else []
    if check.difference:
        yield [f"Where {code_span(check.difference[0].file)} differs:"]
        yield code_block(f"{line.side}, line {line.number}: {line.text}" for line in difference_lines(check))
    yield [*(f"- {fact.label}: {code_span(fact.text)}" for fact in facts), *why, *sheet]
    if explained is not None and explained.moves:
        yield [f"{explained.title}:"]
        yield code_block(draw_continuation(explained))
    if example is not None and example.transcript:
        yield ["The dialogue; what was typed stands behind `>`:"]
        yield code_block(dialogue_text(example.transcript, MAX_DIALOGUE))
    if check.reproduce:
        yield [f"{reproduction_heading(check.reproduce)}:"]
        yield code_block([check.reproduce])


def _facts(example: Counterexample) -> Iterator[LabelledText]:
    yield LabelledText("call", example.call)
    yield LabelledText("got", example.got)
    yield LabelledText("expected", example.expected)
    if example.at is not None:
        yield LabelledText("your line", example.at)


def _assessed(result: Result) -> Iterator[list[str]]:
    for criterion in assessed_lines(result):
        yield [f"## {escape(criterion.title)}"]
        # The message is a quote, as in `_explained`.
        yield [f"> **{assessed_points(criterion)}**: {escape(criterion.message)}"]
        if pruning := criterion.found_as(PruningReport):
            yield from _pruning(pruning)
        for kind in quality.kinds if (quality := criterion.found_as(QualityReport)) else ():
            places = [f"- {code_span(one.at)}: {escape(one.message)}" for one in kind.findings if one.at]
            whole = [f"- {escape(one.message)}" for one in kind.findings if not one.at]
            more = findings_left_out(kind)
            yield [f"### {escape(kind_heading(kind))}"]
            yield [*places, *whole, *([f"- {more}"] if more else [])]


def _pruning(report: PruningReport) -> Iterator[list[str]]:
    yield [f"- {fact.label}: {escape(fact.text)}" for fact in pruning_facts(report)]
    yield code_block(drawing) if (drawing := draw_cut(report)) else []
    if report.boards:
        rows = ([code_span(board), *map(escape, numbers)] for board, *numbers in board_rows(report))
        yield table(list(BOARD_COLUMNS), "lrrrr", rows)


def _by_hand(result: Result) -> Iterator[list[str]]:
    remarks = [
        f"- {escape(given.title)}, {decimal_text(given.mark.points)} of {decimal_text(given.item.points)}: "
        f"{escape(given.mark.comment) or 'no comment'}{escape(f', {said}') if (said := given_text(given.mark)) else ''}"
        for given in filled_in(result)
    ]
    if remarks:
        yield ["## Marked by hand"]
        yield remarks
    if changed := list(changes(result)):
        yield ["## Changed by hand"]
        yield [f"- {escape(change.title)}: {escape(change.change_text)}" for change in changed]


def _notes(result: Result) -> Iterator[list[str]]:
    if result.notes:
        yield ["## Notes"]
        yield [f"- {escape(note)}" for note in result.notes]


def _output(result: Result) -> Iterator[list[str]]:
    if result.observed.output:
        yield ["## What your program printed"]
    for output in result.observed.output:
        yield [f"During {code_span(output.where)}, {output.characters:,} characters in all; the end:"]
        yield code_block(output.tail.rstrip("\n").split("\n"))


def _summary(result: Result, groups: Sequence[FindingGroup]) -> Iterator[list[str]]:
    """Yield the answer once more, since a long report is read from its end on a terminal."""
    if result.score:
        yield ["## Summary"]
        yield [f"- {fact.label}: {escape(fact.text)}" for fact in summary(result, groups)]


def _footer(result: Result) -> str:
    rubric, grader = result.rubric, result.grader
    return "; ".join(
        [
            f"rubric {code_span(rubric.sha256[:HASH_SHOWN])}",
            f"submission {code_span(result.submission.sha256[:HASH_SHOWN])}",
            f"grader {escape(grader.version)}",
            f"Python {escape(grader.python)}",
        ]
    )
