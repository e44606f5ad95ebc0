"""The student's page: the mark, each rubric line with its evidence, and the AI to play against."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.observed import Output
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.reports.pages.class_links import class_links
from grader.reports.pages.code_listing import CodeListing
from grader.reports.pages.code_references import CodeReferences
from grader.reports.pages.evidence import page_text
from grader.reports.pages.hand_marks import hand_marks
from grader.reports.pages.mark_summary import mark_summary
from grader.reports.pages.playable_board import playable_board
from grader.reports.pages.rubric_items import rubric_section
from grader.reports.pages.templating import render
from grader.story.finding_groups import finding_groups
from grader.text.hand_in_text import hand_in_text
from grader.text.isolation_text import isolation_sentence
from grader.text.no_mark_text import no_mark_text
from grader.text.reproduction_text import python_names
from grader.text.shortcut_text import shortcut_sentence

SCRIPTS = ("playable_board.js", "copy_buttons.js", "code_listing.js", "refresh.js")
STYLES = ("first_steps.css", "playable_board.css", "code_listing.css", "class_links.css")
MARKING_SCRIPTS = ("marks_table.js", "mark_fields.js", "kept_marks.js", "student_marking.js")
MARKING_STYLES = ("marking.css",)
HASH_SHOWN = 12
"""Characters of a hash."""
FEW_LINES = 12
"""Lines of printed text that are shown before somebody clicks on them."""
MIN_SECONDS = 0.1
"""Shorter computing times are not shown as a number."""
MAX_OUTPUT = 20_000
"""Characters of printed text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedOutput:
    """The end of what the submission printed."""

    where: str
    text: str
    characters: str
    """How many it printed in all."""
    open: bool
    """Whether the text is shown before somebody clicks on it."""


def student_page(result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
    """
    Return the page as HTML; with `refresh` above 0 it loads itself again every `refresh` seconds.

    With `in_class` it leads to the page of the class, one folder above, and from there to the other students.
    """
    by_hand = hand_marks(result) if in_class else None
    criteria, code = result.criteria if result.score else (), CodeListing(result.source)
    rubric = rubric_section(criteria, finding_groups(result) if result.score else [])
    rubric = CodeReferences(code).section(rubric, criteria)
    return render(
        "student_page",
        {
            "student": page_text(result.submission.student),
            "main": page_text(result.submission.main),
            "handed_in": page_text(hand_in_text(result.submission)),
            "title": page_text(result.rubric.title),
            "mark": mark_summary(result, result.score) if result.score else None,
            "fault": page_text(result.fault) or "no more is known",
            "no_mark": result.no_mark,
            "no_mark_text": None if result.score else no_mark_text(result),
            "first_steps": rubric.first,
            "shared_findings": rubric.shared,
            "rubric_items": rubric.items,
            "code_files": code.files,
            "playable_board": playable_board(result) if result.score else None,
            "notes": [page_text(note) for note in result.notes],
            "printed": [_printed_output(output) for output in result.observed.output],
            "footer": _footer(result),
            "near_limit": [page_text(call) for call in result.timing.near_limit],
            "refresh": max(refresh, 0),
            "class_links": class_links(result) if in_class else [],
            "by_hand": by_hand,
        },
        scripts=(*SCRIPTS, *(MARKING_SCRIPTS if by_hand else ())),
        styles=(*STYLES, *(MARKING_STYLES if by_hand else ())),
    )


def _printed_output(output: Output) -> PrintedOutput:
    text = sanitize(output.tail.rstrip("\n"), MAX_OUTPUT, keep="\n")
    return PrintedOutput(
        where=page_text(output.where),
        text=text,
        characters=f"{output.characters:,}",
        open=text.count("\n") < FEW_LINES,
    )


def _footer(result: Result) -> list[str]:
    grader, timing = result.grader, result.timing
    first = timing.first_move_seconds
    times = [f"Computing time: {_seconds(timing.cpu_seconds)} in all"]
    times += [f"the first move of a game takes {_seconds(first)}"] if first is not None else []
    versions = [
        f"Grader {grader.version}",
        f"Python {grader.python}",
        f"submission {result.submission.sha256[:HASH_SHOWN]}",
        f"rubric {result.rubric.sha256[:HASH_SHOWN]}",
    ]
    texts = [
        python_names(result),
        isolation_sentence(grader.isolation),
        shortcut_sentence(result.shortcut),
        f"{'; '.join(times)}.",
        f"{'; '.join(versions)}.",
    ]
    return [page_text(text) for text in texts if text]


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value >= MIN_SECONDS else f"less than {MIN_SECONDS} s"
