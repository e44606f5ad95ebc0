"""A story as a page, of a student or of a class. Each block is a macro of `story.html`, which escapes all texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from operator import itemgetter

from msgspec.structs import replace

from grader import blocks
from grader.blocks import Block, Status, Story, Text, words
from grader.model.counterexample import SourceLine
from grader.model.sanitize import sanitize
from grader.render.pages.code_listing import CodeLink, LineRun, ListedCode
from grader.render.pages.templating import render
from grader.text.line_names import CELLS, shown_cells
from grader.text.number_text import count_text
from grader.widgets import Chart, ClassLinks, CodeListing, MarkingBar, PlayableBoard, YourLines

SCRIPTS = ("playable_board.js", "copy_buttons.js", "code_listing.js", "refresh.js")
STYLES = ("blocks.css", "playable_board.css", "code_listing.css")
MARKING_SCRIPTS = ("marks_table.js", "mark_fields.js", "kept_marks.js", "student_marking.js")
MARKING_STYLES = ("marking.css",)
CLASS_SCRIPTS = ("copy_buttons.js", "marks_table.js", "mark_fields.js", "kept_marks.js", "marking_form.js")
CLASS_STYLES = ("blocks.css", "roster.css", "marking.css")
WORDS = {"X": "X", "O": "O", ".": "empty"}
KINDS = {"line": "in a line", "asked": "expected", "passed": "passed in"}
MAX_SOURCE_LINE = 300
MAX_SOURCE_LINES = 40
"""The characters and lines of quoted code: somebody may have edited the result file."""


def page(story: Story, *, refresh: int = 0) -> bytes:
    """Return a student's page as one file. With `refresh` the page loads itself again after so many seconds."""
    widgets = {type(block): block for block in story.blocks if isinstance(block, blocks.Widget)}
    bar = widgets.get(MarkingBar)
    return render(
        "student_page",
        {
            "story": story,
            "score": next((block for block in story.answer if isinstance(block, blocks.TotalMark)), None),
            "class_links": widgets.get(ClassLinks),
            "refresh": max(refresh, 0),
            "by_hand": bar,
            "playable_board": widgets.get(PlayableBoard),
            "shown": Shown(story),
        },
        scripts=(*SCRIPTS, *(MARKING_SCRIPTS if bar else ())),
        styles=(*STYLES, *(MARKING_STYLES if bar else ())),
    )


class Shown:
    """The functions for the macros: names of blocks, places in the code, quotations so far."""

    words = staticmethod(words)

    def __init__(self, story: Story) -> None:
        """Show `story`, with links to its listed code."""
        source = (block.source for block in story.blocks if isinstance(block, CodeListing))
        self.code = ListedCode(next(source, ()))
        self._quoted: dict[object, str] = {}
        self.number = count(1).__next__

    def name(self, block: object) -> str:
        return type(block).__name__.lower()

    def facts(self, facts: Sequence[tuple[str, Text]]) -> list[tuple[str, list[Text]]]:
        """Return facts with equal labels in a row under one label; an example stays below its own fact."""
        return [(label, [text for _, text in group]) for label, group in groupby(facts, itemgetter(0))]

    def failed_first(self, items: Sequence[blocks.Item]) -> list[blocks.Item]:
        return sorted(items, key=lambda item: item.status is not Status.FAIL)

    def cells(self, board: blocks.Board) -> list[tuple[str, str, str]]:
        """Return for each cell: `X`, `O`, `.` or `?`, the mark, and the played move in a free cell."""
        marks = [mark.value if (mark := board.marks.get(at)) else "" for at in range(CELLS)]
        return [
            (symbol, kind, board.move if symbol == "." and kind == blocks.Mark.PLAYED.value else "")
            for symbol, kind in zip(shown_cells(board.cells), marks, strict=True)
        ]

    def board_in_words(self, board: blocks.Board) -> str:
        """Return a board row by row, for screen readers."""
        cells = [_cell_in_words(*cell) for cell in self.cells(board)]
        text = "; ".join(f"row {row}: {', '.join(cells[3 * row : 3 * row + 3])}" for row in range(3))
        return f"{board.caption}: {text}" if board.caption else text

    def chart_in_words(self, chart: Chart) -> str:
        numbers = (
            f"{low} to {high}: {count_text(count, 'student')}"
            for low, high, count in zip(chart.edges, chart.edges[1:], chart.counts, strict=False)
            if count
        )
        return f"{chart.title}. {'; '.join(numbers)}. The {chart.middle_label}."

    def definitions(self, functions: Sequence[str]) -> Iterator[CodeLink]:
        """Yield links to the known definitions of functions."""
        for function in functions:
            if (link := self.code.definition(function)) is not None:
                yield CodeLink(f"{function}: {link.label}", link.target)

    def lines(self, widget: YourLines) -> tuple[tuple[SourceLine, ...], str, tuple[LineRun, ...], str]:
        """Return the quoted lines of a finding and their id, and those that a call ran; repeated ones only as an id."""
        excerpt = tuple(
            replace(line, text=sanitize(line.text, MAX_SOURCE_LINE)) for line in widget.excerpt[:MAX_SOURCE_LINES]
        )
        run = self.code.lines_run(widget.run)
        if len(run) <= 1:  # a single line shows nothing new
            run = ()
        knows_excerpt, knows_run = excerpt in self._quoted, (run, widget.stopped) in self._quoted
        return (
            () if knows_excerpt else excerpt,
            self._id(excerpt, "excerpt") if excerpt else "",
            () if knows_run else run,
            self._id((run, widget.stopped), "lines-run") if run else "",
        )

    def parted(self, below: Sequence[Block]) -> tuple[list[Block], list[Block], list[Block]]:
        """Return the quotations below the title of a failure, its evidence, and the other text."""
        said: list[Block] = [one for one in below if isinstance(one, blocks.Say | blocks.Fold)]
        quotes: list[Block] = [one for one in below if isinstance(one, blocks.Quote)]
        return quotes, [one for one in below if one not in said and one not in quotes], said

    def _id(self, quoted: object, kind: str) -> str:
        return self._quoted.setdefault(quoted, f"{kind}-{len(self._quoted)}")


def _cell_in_words(symbol: str, kind: str, move: str) -> str:
    word = WORDS.get(symbol, "unknown")
    return f"{word} ({f'{move} ' if move else ''}{KINDS.get(kind, kind)})" if kind else word


def class_page(story: Story) -> bytes:
    return render("class_page", _in_sections(story), scripts=CLASS_SCRIPTS, styles=CLASS_STYLES)


def similar_page(story: Story) -> bytes:
    return render("similar_page", _in_sections(story), styles=("blocks.css",))


def _in_sections(story: Story) -> dict[str, object]:
    parts = [block for block in story.blocks if isinstance(block, blocks.Section)]
    return {"story": story, "shown": Shown(story), "parts": parts}
