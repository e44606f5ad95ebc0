"""A story on a terminal of 80 columns or more, trimmed to the reader's level of detail. The answer comes last."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import zip_longest
from typing import TypeAlias

from msgspec import structs
from rich.console import Console
from rich.text import Text as Styled

from grader import blocks
from grader.blocks import Block, Status, Story, Text, plain, words
from grader.render.letters import drawn, title_of
from grader.render.terminal_writer import TerminalWriter
from grader.text.line_breaks import MARK, quoted_name
from grader.text.number_text import count_text

STYLES = {Status.PLAIN: "", Status.PASS: "green", Status.FAIL: "red", Status.OPEN: "yellow", Status.MUTED: "dim"}
SIGNS = {Status.PASS: ("✓", "+"), Status.FAIL: ("✗", "x"), Status.OPEN: ("…", "?"), Status.MUTED: ("-", "-")}
"""The sign of a status, and its ASCII substitute."""
SCREEN = 23
"""The rows of a student's report below `Detail.ALL`. The line about the grading stands above."""
Room: TypeAlias = "tuple[int, int, int, bool, int]"
LIMITS: tuple[Room, ...] = (
    *((4, 4, 2, True, 2), (4, 4, 2, False, 2), (3, 3, 2, False, 2), (2, 2, 2, False, 2)),
    *((2, 2, 2, False, 1), (1, 2, 2, False, 1), (1, 2, 2, False, 0), (1, 3, 2, False, -1), (1, 2, 2, False, -1)),
    *((1, 1, 2, False, -1), (1, 1, 1, False, -1), (1, 1, 0, False, -1)),
)
"""
The room for a report, from most to least: the first that fits the screen is taken.

Lines of one text; lines of a text in the answer; which corrections may have one line more (2: all, also above the
first one's evidence; 1: the first one in the answer); whether consequences are told; which facts are told (2: all,
1: without closing ones, 0: without `LEAST_NEEDED` ones, too, -1: also without the lines to reproduce a failure).
"""
NO_PAGE = "--out DIR writes it, with boards to look at and to play on"
"""In the place of the page's path, if there is no page; left out of a report without much room."""
INSIDE = 2
"""The columns before text below a heading, and the additional columns before drawings."""
DRAWING_MARGIN = 6
"""The columns around a drawing with facts beside it."""
MIN_FACTS_WIDTH = 40
"""The columns that facts need beside a drawing. In fewer columns they stand below it."""


def shown_at(level: blocks.Detail, story: Story) -> Story:
    """Return the story with the blocks for a reader at `level`."""
    shown = _shown(level, story.blocks) if level > blocks.Detail.BRIEF else ()
    left_out = _findings(story.blocks) - _findings(shown)
    closing = story.closing if level < blocks.Detail.ALL else ()
    answer = _shown(level, story.answer)
    return structs.replace(story, answer=answer, blocks=shown, closing=closing, left_out=left_out, level=level)


def _shown(level: blocks.Detail, told: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(_trimmed(level, block) for block in told if block.level <= level)


def _trimmed(level: blocks.Detail, block: Block) -> Block:
    if isinstance(block, blocks.Fold) and block.inside > level:
        return structs.replace(block, children=())
    if isinstance(block, blocks.Items) and level < blocks.Detail.ALL:
        return structs.replace(block, items=tuple(structs.replace(one, children=()) for one in block.items))
    if isinstance(block, blocks.Lines) and block.enough and level < blocks.Detail.ALL:
        return structs.replace(block, lines=tuple(one for one in block.lines if one.text.strip())[-block.enough :])
    if isinstance(block, blocks.Section | blocks.Failure | blocks.Fold):
        return structs.replace(block, children=_shown(level, block.children))
    if isinstance(block, blocks.Widget):
        return structs.replace(block, otherwise=_shown(level, block.otherwise))
    return block


def _without_commands(block: Block) -> Block:
    if not isinstance(block, blocks.Section | blocks.Failure | blocks.Fold):
        return block
    left = (_without_commands(one) for one in block.children if not isinstance(one, blocks.Command))
    return structs.replace(block, children=tuple(left))


def _findings(told: Iterable[Block]) -> int:
    return sum(
        isinstance(block, blocks.Failure) + _findings(block.children)
        for block in told
        if isinstance(block, blocks.Section | blocks.Failure | blocks.Fold)
    )


def write(story: Story, console: Console, page: str = "") -> None:
    """
    Write `story`: first the details, last the answer, just above the next prompt.

    `page` is the path of the page, written without a line break for copying, or `NO_PAGE`.
    """
    is_screen = story.who and story.level < blocks.Detail.ALL
    writer = _written(story, console, page, LIMITS[0] if is_screen else (0, 0, 0, True, 2))
    for limits in LIMITS[1:] if is_screen else ():
        if writer.rows > SCREEN:
            writer = _written(story, console, page, limits)
    writer.flush()


def _written(story: Story, console: Console, page: str, limits: Room) -> TerminalWriter:
    limit, of_answer, more, folds, told = limits
    writer = TerminalWriter(console, limit, folds, more)
    if story.who:
        name = writer.text(quoted_name(story.who), "bold")
        writer.write(name, Styled("  "), writer.text(story.mark, "bold cyan"), marked=True)
    else:
        writer.write(writer.text(story.title, "bold"))
        writer.write(_styled(story.about, writer))
    for block in story.blocks if told >= 0 else map(_without_commands, story.blocks):
        if isinstance(block, blocks.Say):
            writer.blank()
        show(block, writer, 0)
    writer.blank()
    # The first correction is cut off last.
    told_of = story if told > 1 else structs.replace(story, closing=())
    _answer(told_of, replace(writer, limit=of_answer), page, is_whole=told > 0)
    return writer


def as_text(told: Iterable[Block], width: int) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        writer = TerminalWriter(console)
        _show_all(told, writer, 0)
        writer.flush()
    return captured.get().rstrip("\n")


@singledispatch
def show(block: Block, writer: TerminalWriter, indent: int) -> None:
    raise TypeError(f"no terminal format for {type(block).__name__}")


@show.register
def _say(block: blocks.Say, writer: TerminalWriter, indent: int) -> None:
    writer.write(_styled(block.text, writer, STYLES[block.status]), indent=indent, marked=not block.ours)


@show.register
def _score(block: blocks.TotalMark, writer: TerminalWriter, indent: int) -> None:
    writer.columns([(Styled("Mark", "dim"), writer.text(block.sentence, "bold cyan"))], "ll", indent)


@show.register
def _facts(block: blocks.Facts, writer: TerminalWriter, indent: int) -> None:
    writer.columns(_fact_rows(block, writer), "ll", indent + INSIDE)


@show.register
def _table(block: blocks.Table, writer: TerminalWriter, indent: int) -> None:
    last = len(block.header) - 1
    shown = block.rows[: block.enough or None]
    rows = [tuple(writer.text(title, "dim") for title in block.header)]
    rows += [tuple(_styled(cell, writer) for cell in row) for row in shown]
    sides = "".join("r" if at in block.right and at < last else "l" for at in range(last + 1))
    writer.columns(rows, sides, indent + INSIDE)
    _left_out(len(block.rows) - len(shown), block.whole, writer, indent + INSIDE)


@show.register
def _bullets(block: blocks.Bullets, writer: TerminalWriter, indent: int) -> None:
    shown = block.items[: block.enough or None]
    writer.columns([(writer.text("-", "dim"), _styled(item, writer)) for item in shown], "ll", indent + INSIDE)
    _left_out(len(block.items) - len(shown), block.whole, writer, indent + INSIDE)


@show.register
def _quote(block: blocks.Quote, writer: TerminalWriter, indent: int) -> None:
    writer.columns([(writer.text(block.source, "dim"), writer.text(block.text, "italic"))], "ll", indent)


@show.register
def _command(block: blocks.Command, writer: TerminalWriter, indent: int) -> None:
    if block.title:
        writer.write(writer.text(f"{block.title}:", "dim"), indent=indent)
    writer.write_unwrapped(block.text, "cyan")


@show.register
def _lines(block: blocks.Lines, writer: TerminalWriter, indent: int) -> None:
    if block.title:
        writer.write(_styled(block.title, writer, "dim"), indent=indent + INSIDE, marked=True)
    writer.columns(
        [
            (
                writer.text("" if line.gap else line.margin or MARK.strip(), "dim"),
                writer.verbatim(line.text, "bold" if line.marked else "dim" if line.gap else ""),
            )
            for line in block.lines
        ],
        "ll",
        indent + INSIDE,
    )


@show.register
def _boards(block: blocks.Boards, writer: TerminalWriter, indent: int) -> None:
    lines = drawn(block)
    if lines and (title := title_of(block)):
        writer.write(writer.text(title, "dim"), indent=indent + INSIDE)
    writer.columns([[Styled(line, "bold")] for line in lines], "l", indent + INSIDE)


@show.register
def _beside(block: blocks.Beside, writer: TerminalWriter, indent: int) -> None:
    drawing = [Styled(line, "bold") for line in drawn(block.boards)]
    facts = _fact_rows(block.facts, writer)
    width_beside = writer.console.width - max((line.cell_len for line in drawing), default=0) - DRAWING_MARGIN
    if not drawing or width_beside < MIN_FACTS_WIDTH:
        writer.columns([[line] for line in drawing], "l", indent + INSIDE)
        writer.columns(facts, "ll", indent + INSIDE)
        return
    beside = writer.lay_out(facts, "ll", width_beside)
    writer.columns(zip_longest(drawing, beside, fillvalue=Styled()), "ll", indent + INSIDE)


@show.register
def _failure(block: blocks.Failure, writer: TerminalWriter, indent: int) -> None:
    writer.blank()
    cost = writer.text(block.points, STYLES[block.status])
    writer.write(writer.text(block.title, "bold"), Styled("  "), cost, marked=True, longer=writer.more > 1)
    if block.text:
        writer.columns([(writer.text(block.word, "dim"), _styled(block.text, writer))], "ll", INSIDE)
    _show_all(block.children, writer, INSIDE)


@show.register
def _items(block: blocks.Items, writer: TerminalWriter, indent: int) -> None:
    writer.blank()
    writer.columns([_item_row(item, writer) for item in block.items], "llrl")
    for item in block.items:
        if item.children:
            writer.blank()
            decided = writer.text(item.decided, STYLES[item.status])
            writer.write(writer.text(item.title, "bold"), Styled("  "), decided, marked=True)
            _show_all(item.children, writer, INSIDE)


@show.register
def _section(block: blocks.Section, writer: TerminalWriter, indent: int) -> None:
    if not writer.limit:  # without much room only one section is shown
        writer.blank()
        writer.write(writer.text(block.title, "bold underline"), indent=indent)
    _show_all(block.children, writer, indent)


@show.register
def _fold(block: blocks.Fold, writer: TerminalWriter, indent: int) -> None:
    if not writer.folds:
        return
    summary = _styled(block.summary, writer, STYLES[block.status])
    writer.write(summary, indent=indent, marked=True)
    _show_all(block.children, writer, indent)


@show.register
def _widget(block: blocks.Widget, writer: TerminalWriter, indent: int) -> None:
    _show_all(block.otherwise, writer, indent)


def _left_out(count: int, whole: str, writer: TerminalWriter, indent: int) -> None:
    if count:
        writer.write(writer.text(f"and {count:,} more: all of them are in {whole}", "dim"), indent=indent)


def _show_all(told: Iterable[Block], writer: TerminalWriter, indent: int) -> None:
    for block in told:
        show(block, writer, indent)


def _answer(story: Story, writer: TerminalWriter, page: str, *, is_whole: bool) -> None:
    facts: list[tuple[str, Styled]] = []
    longer: list[int] = []
    for block in story.answer:
        if isinstance(block, blocks.TotalMark):
            if block.praise:
                writer.write(writer.text(block.praise, "bold green"))
                writer.blank()
            facts.append(("Mark", writer.text(block.sentence, "bold cyan")))
        elif isinstance(block, blocks.Facts):
            left_out = frozenset[str]() if is_whole else blocks.LEAST_NEEDED
            left_out |= {blocks.WHERE} if writer.more == 0 else set()
            kept = [(label, text) for label, text in block.facts if label not in left_out]
            links = [at for at, (_, text) in enumerate(kept, len(facts)) if isinstance(text, blocks.Link)]
            longer += links if writer.more > 1 else links[: writer.more]
            facts += [(label, _styled(text, writer)) for label, text in kept]
        else:
            show(block, writer, 0)
    facts += [(label, _styled(text, writer)) for label, text in story.closing]
    if story.left_out and story.who:
        facts.append(("More", writer.text(f"{count_text(story.left_out, 'finding')}; --all shows every one.")))
    writer.columns(_labelled(facts, writer), "ll", indent=0, longer=longer)
    if page and (page != NO_PAGE or is_whole):
        width = max((len(label) for label, _ in facts), default=0)
        writer.write_unwrapped(page, label=f"{'Page':{width}}  ")


def _item_row(item: blocks.Item, writer: TerminalWriter) -> tuple[Styled, ...]:
    sign = Styled(SIGNS[item.status][0 if writer.unicode else 1], STYLES[item.status])
    possible = f" / {item.possible}" if item.possible else ""
    note = f" ({item.note})" if item.note else ""
    points = writer.text(f"{item.earned or '-'}{possible}")
    return sign, writer.text(item.word, STYLES[item.status]), points, writer.text(f"{item.title}{note}")


def _fact_rows(block: blocks.Facts, writer: TerminalWriter) -> list[tuple[Styled, Styled]]:
    return _labelled([(label, _styled(text, writer)) for label, text in block.facts], writer)


def _labelled(facts: Sequence[tuple[str, Styled]], writer: TerminalWriter) -> list[tuple[Styled, Styled]]:
    """Return facts as rows. Equal labels in a row are shown once."""
    above = ["", *(label for label, _ in facts)]
    return [
        (writer.text("" if label == before else label, "dim"), text)
        for before, (label, text) in zip(above, facts, strict=False)
    ]


def _styled(text: Text, writer: TerminalWriter, style: str = "") -> Styled:
    shown = Styled("", style)
    for word in words(text):
        shown += writer.text(
            plain(word), style if isinstance(word, str) else "cyan" if isinstance(word, blocks.Verbatim) else ""
        )
    return shown
