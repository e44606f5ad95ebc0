"""A result on the student's terminal, readable at 80 columns, with colours or without."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from grader.capabilities.alpha_beta.pruning_text import draw_cut, pruning_facts
from grader.capabilities.alpha_beta.report import PruningReport
from grader.capabilities.quality.report import QualityReport
from grader.model.counterexample import Counterexample, DifferingLine
from grader.model.result import CriterionResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.reports.student.assessments import assessed_lines, assessed_points, findings_left_out, kind_heading
from grader.reports.student.finding_groups import FindingGroup, finding_groups
from grader.reports.student.findings import Finding, difference_lines
from grader.reports.student.selection import Selection, select
from grader.reports.student.terminal_summary import render_summary
from grader.text.board_text import draw_continuation, draw_counterexample
from grader.text.isolation_text import isolation_sentence
from grader.text.labelled_text import LabelledText
from grader.text.line_breaks import MARK, quoted_name
from grader.text.marks_text import changes, filled_in, given_text, is_filled_in, was_text
from grader.text.move_explanation import move_explanation
from grader.text.no_mark_text import no_mark_text
from grader.text.number_text import decimal_text, points_text, score_text
from grader.text.reproduction_text import reproduction_advice
from grader.text.shortcut_text import shortcut_sentence
from grader.text.terminal_writer import TerminalWriter, style_of, style_of_item
from grader.text.transcript import TYPED_MARGIN, DialogueLine, dialogue_lines
from grader.text.verdict_text import item_word, verdict_word

SHOWN_OUTPUT_LINES = 3
HASH_SHOWN = 12
MAX_DIALOGUE = 40
"""Lines of a dialogue."""
DRAWING_MARGIN = 6
"""Columns around a drawing that has facts beside it."""
MIN_FACTS_WIDTH = 40
"""Columns that facts need beside a drawing; in fewer they are written below it."""
MAX_NAME = 80
"""Characters of a student's name."""


def render_terminal(result: Result, console: Console, *, everything: bool = True, page: str = "") -> None:
    """
    Write the result on `console`: details first, the answer last, where a person looks who has just run the command.

    Without `everything` only some findings are shown in full and the others counted. `page` says where the page is.
    """
    writer = TerminalWriter(console)
    if result.score is None:
        _fault(writer, result)
        return
    writer.write(_who(writer, result), Text("  "), writer.text(score_text(result.score), "bold cyan"), marked=True)
    writer.blank()
    writer.columns([_row(writer, criterion) for criterion in result.criteria], "llrl")
    groups = finding_groups(result)
    selection = select(groups, everything=everything)
    for group in selection.shown:
        _group(writer, group, everything=everything)
    _below_findings(writer, result, selection)
    for criterion in assessed_lines(result):
        _assessed(writer, criterion, everything=everything)
    _remarks(writer, result)
    if everything:
        _footer(writer, result)
    writer.blank()
    render_summary(result, groups, writer, page=page)


def _below_findings(writer: TerminalWriter, result: Result, selection: Selection) -> None:
    lines = []
    if selection.left_out:
        lines.append(f"{selection.left_out} more; --all shows every one.")
    commands = any(group.lead.check.reproduce for group in selection.shown)
    if commands and (advice := reproduction_advice(result)):
        lines.append(advice)
    if lines:
        writer.blank()
    for line in lines:
        writer.write(writer.text(line, "dim"))


def _who(writer: TerminalWriter, result: Result) -> Text:
    return writer.text(quoted_name(sanitize(result.submission.student, MAX_NAME)), "bold")


def _row(writer: TerminalWriter, criterion: CriterionResult) -> tuple[Text, ...]:
    earned = "-" if criterion.verdict is Verdict.PENDING else decimal_text(criterion.earned)
    word = "by hand" if is_filled_in(criterion) else item_word(criterion)
    word = word if criterion.was is None else "changed"
    was = f" ({was})" if (was := was_text(criterion)) else ""
    verdict = writer.text(word, style_of_item(criterion))
    possible = "" if criterion.deduction is not None else f" / {decimal_text(criterion.points)}"
    points = writer.text(f"{earned}{possible}")
    return writer.sign(criterion), verdict, points, writer.text(f"{criterion.title}{was}")


def _group(writer: TerminalWriter, group: FindingGroup, *, everything: bool) -> None:
    """Write the first finding of a group, and the others `everything` shows."""
    _finding(writer, group.lead)
    for sentence in group.sentences:
        writer.columns([[writer.text(sentence, "yellow")]], "l")
    for finding in group.folded if everything else ():
        _finding(writer, finding)


def _finding(writer: TerminalWriter, finding: Finding) -> None:
    check, example = finding.check, finding.check.counterexample
    cost = f"-{points_text(finding.lost)}" if finding.lost and not finding.changed else finding.cost_text
    writer.blank()
    writer.write(writer.text(finding.title, "bold"), Text("  "), writer.text(cost, style_of(check.verdict)))
    if check.full_message:
        verdict = writer.text(verdict_word(check.verdict), "dim")
        writer.columns([(verdict, writer.text(check.full_message))], "ll")
    if example is not None:
        _drawing(writer, example)
        _continuation(writer, example)
        _dialogue(writer, example)
    if check.difference:
        rows = [(_differing(writer, line), writer.verbatim(line.text)) for line in difference_lines(check)]
        writer.columns(rows, "ll", indent=4)
    if finding.sheet:
        writer.columns([[writer.text("assignment", "dim"), writer.text(finding.sheet, "italic")]], "ll")
    if check.reproduce:
        writer.write_unwrapped(check.reproduce, "cyan")


def _assessed(writer: TerminalWriter, criterion: CriterionResult, *, everything: bool) -> None:
    writer.blank()
    points = writer.text(assessed_points(criterion), style_of_item(criterion))
    writer.write(writer.text(criterion.title, "bold"), Text("  "), points)
    writer.columns([[writer.text(criterion.message)]], "l")
    if everything and (pruning := criterion.found_as(PruningReport)):
        _pruning(writer, pruning)
    for kind in quality.kinds if (quality := criterion.found_as(QualityReport)) else ():
        writer.write(writer.text(kind_heading(kind)), indent=2, marked=True)
        if not everything:
            continue
        bullet = Text("-", "dim")
        rows = [(bullet, writer.text(one.at, "dim"), writer.text(one.message)) for one in kind.findings]
        if more := findings_left_out(kind):
            rows.append((bullet, Text(""), writer.text(more, "dim")))
        writer.columns(rows, "lll", indent=4)


def _pruning(writer: TerminalWriter, report: PruningReport) -> None:
    facts = [(writer.text(fact.label, "dim"), writer.text(fact.text)) for fact in pruning_facts(report)]
    writer.columns([[writer.verbatim(line, "bold")] for line in draw_cut(report)], "l", indent=4)
    writer.columns(facts, "ll", indent=4)


def _drawing(writer: TerminalWriter, example: Counterexample) -> None:
    drawing = [Text(line, "bold") for line in draw_counterexample(example)]
    facts = [(writer.text(fact.label, "dim"), writer.text(fact.text)) for fact in _facts(example)]
    width_beside = writer.console.width - max((line.cell_len for line in drawing), default=0) - DRAWING_MARGIN
    if example.moves or not drawing or width_beside < MIN_FACTS_WIDTH:
        # A game needs the whole width, and in a narrow terminal so does a board.
        writer.columns([[line] for line in drawing], "l", indent=4)
        writer.columns(facts, "ll", indent=4)
        return
    beside = writer.lay_out(facts, "ll", width_beside)
    writer.columns(zip_longest(drawing, beside, fillvalue=Text()), "ll", indent=4)


def _continuation(writer: TerminalWriter, example: Counterexample) -> None:
    """Write the moves that show what is wrong with a move or a value."""
    explained = move_explanation(example)
    if explained is not None and explained.moves:
        writer.write(writer.text(explained.title, "dim"), indent=4)
        writer.columns([[Text(line, "bold")] for line in draw_continuation(explained)], "l", indent=4)


def _dialogue(writer: TerminalWriter, example: Counterexample) -> None:
    rows = [
        (_margin(line), writer.verbatim(line.text, "bold" if line.typed else "dim" if line.gap else ""))
        for line in dialogue_lines(example.transcript, MAX_DIALOGUE)
    ]
    if rows:
        writer.write(writer.text(f"the dialogue; what was typed stands behind {TYPED_MARGIN}", "dim"), indent=4)
        writer.columns(rows, "ll", indent=4)


def _differing(writer: TerminalWriter, line: DifferingLine) -> Text:
    return writer.text(f"{line.side}, line {line.number}", "dim")


def _margin(line: DialogueLine) -> Text:
    """Return the sign in front of a line, so that no printed line looks like one of ours."""
    return Text("" if line.gap else TYPED_MARGIN if line.typed else MARK.strip(), "dim")


def _facts(example: Counterexample) -> Iterator[LabelledText]:
    yield LabelledText("call", example.call)
    yield LabelledText("got", example.got)
    yield LabelledText("expected", example.expected)
    if (explained := move_explanation(example)) is not None:
        yield LabelledText("why", explained.sentence)
    if example.at is not None:
        yield LabelledText("at", example.at)


def _fault(writer: TerminalWriter, result: Result) -> None:
    writer.write(_who(writer, result), Text("  "), writer.text("no mark", "bold magenta"), marked=True)
    said = no_mark_text(result)
    writer.write(writer.text(f"{said.happened[0].upper()}{said.happened[1:]}. No points were given or taken."))
    writer.columns(
        [(writer.text(result.no_mark, "dim"), writer.text(result.fault or "no more is known", "magenta"))], "ll"
    )
    writer.write(writer.text(said.to_do))
    _remarks(writer, result)
    _footer(writer, result)


def _remarks(writer: TerminalWriter, result: Result) -> None:
    rows = [(writer.text("note", "dim"), writer.text(note)) for note in result.notes]
    rows += [
        (writer.text("by hand", "dim"), writer.text(f"{given.title}: {said}"))
        for given in filled_in(result)
        if (said := ", ".join(part for part in (given.mark.comment, given_text(given.mark)) if part))
    ]
    rows += [
        (writer.text("changed", "dim"), writer.text(f"{change.title}: {change.change_text}"))
        for change in changes(result)
    ]
    rows += [(writer.text("time", "dim"), writer.text(f"near its limit: {call}")) for call in result.timing.near_limit]
    for output in result.observed.output:
        rows.append((writer.text("printed", "dim"), writer.text(f"{output.characters:,} characters in {output.where}")))
        tail = [line for line in output.tail.split("\n") if line.strip()][-SHOWN_OUTPUT_LINES:]
        rows += [(Text(""), Text(MARK, "dim") + writer.verbatim(line, "dim")) for line in tail]
    if rows:
        writer.blank()
        writer.columns(rows, "ll")


def _footer(writer: TerminalWriter, result: Result) -> None:
    grader, rubric = result.grader, result.rubric
    writer.blank()
    versions = f"grader {grader.version}, Python {grader.python}"
    writer.write(writer.text(f"{rubric.title} ({rubric.sha256[:HASH_SHOWN]}); {versions}", "dim"))
    if search := shortcut_sentence(result.shortcut):
        writer.write(writer.text(search, "dim"), marked=True)
    writer.write(writer.text(isolation_sentence(grader.isolation), "dim"))
