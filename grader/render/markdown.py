"""A story as Markdown. Text from students never becomes markup, a link or a mention."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import singledispatch

from grader import blocks
from grader.blocks import MAX_TEXT, Block, Status, Story, Text, Word, plain, words
from grader.model.sanitize import sanitize
from grader.render.letters import drawn, title_of
from grader.text.line_breaks import visible_blanks

# The last two keep GitHub and GitLab from turning a plain address into a link.
SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#$]|:(?=//)|(?<=[wW]{3})\.)")
STARTS_A_BLOCK = re.compile(r"^(\d*)((?<!\d)[-+=]|(?<=\d)[.)](?=\s|$))")
BACKTICKS = re.compile(r"`+")
MENTION = "@\N{ZERO WIDTH SPACE}"
"""An invisible character keeps GitHub from notifying the person in @name. No Markdown escape does."""


def escape(text: str) -> str:
    """Return `text` for a sentence, a list item, a heading or a table cell."""
    shown = SPECIAL.sub(r"\\\1", visible_blanks(sanitize(text, MAX_TEXT).strip()))
    return STARTS_A_BLOCK.sub(r"\1\\\2", shown).replace("@", MENTION)


def code_span(text: str) -> str:
    """Return `text` as inline code. Not for table cells: a bar ends a cell even inside code."""
    shown = visible_blanks(sanitize(text, MAX_TEXT))
    if not shown.strip():
        return "(nothing)" if not shown else "(blank)"
    fence = "`" * (_longest_run(shown) + 1)
    padding = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{padding}{shown}{padding}{fence}"


def code_block(lines: Iterable[str]) -> list[str]:
    """Return `lines` as a fenced code block, with a fence longer than any in `lines`."""
    shown = [sanitize(line, MAX_TEXT) for line in lines]
    fence = "`" * max(3, _longest_run("\n".join(shown)) + 1)
    return [fence, *shown, fence]


def table(header: Iterable[str], alignment: str, rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the lines of a table of escaped cells; `alignment` has ``l`` or ``r`` for each column."""
    rules = ["---:" if side == "r" else "---" for side in alignment]
    return [f"| {' | '.join(cells)} |" for cells in (header, rules, *rows)]


def join_blocks(*parts: Iterable[str]) -> str:
    """Return blocks of lines as one text, with a blank line between non-empty blocks."""
    texts = ("\n".join(lines) for lines in parts)
    return "\n\n".join(text for text in texts if text) + "\n"


def _longest_run(text: str) -> int:
    return max((len(run) for run in BACKTICKS.findall(text)), default=0)


Paragraph = list[str]
MAX_DEPTH = 6
UNKNOWN = "no more is known"


def markdown(story: Story) -> str:
    return join_blocks(
        [f"# {escape(story.title)}"],
        [f"For {escape(story.who)}: {_text(story.about)}" if story.who else _text(story.about)],
        *_every((*story.answer, *story.blocks), depth=2),
    )


@singledispatch
def paragraphs(block: Block, depth: int) -> Iterator[Paragraph]:
    """Yield a block as paragraphs; `depth` is the number of signs before a heading."""
    raise TypeError(f"no Markdown for {type(block).__name__}")


@paragraphs.register
def _say(block: blocks.Say, depth: int) -> Iterator[Paragraph]:
    yield [f"**{_text(block.text)}**" if block.status is Status.FAIL else _text(block.text)]


@paragraphs.register
def _score(block: blocks.TotalMark, depth: int) -> Iterator[Paragraph]:
    yield [f"**Mark: {escape(block.sentence)}**"]
    yield [escape(block.praise)] if block.praise else []


@paragraphs.register
def _facts(block: blocks.Facts, depth: int) -> Iterator[Paragraph]:
    yield [f"- {escape(label)}: {_text(text)}" for label, text in block.facts]


@paragraphs.register
def _table(block: blocks.Table, depth: int) -> Iterator[Paragraph]:
    sides = "".join("r" if at in block.right else "l" for at in range(len(block.header)))
    yield [f"{escape(block.title)}:"]
    yield table(map(escape, block.header), sides, (map(_cell, row) for row in block.rows))


@paragraphs.register
def _bullets(block: blocks.Bullets, depth: int) -> Iterator[Paragraph]:
    yield [f"- {_text(item)}" for item in block.items]


@paragraphs.register
def _quote(block: blocks.Quote, depth: int) -> Iterator[Paragraph]:
    yield [f'{escape(block.source[:1].upper() + block.source[1:])}: "{escape(block.text)}"']


@paragraphs.register
def _command(block: blocks.Command, depth: int) -> Iterator[Paragraph]:
    yield [f"{escape(block.title)}:"] if block.title else []
    yield code_block([block.text])


@paragraphs.register
def _lines(block: blocks.Lines, depth: int) -> Iterator[Paragraph]:
    yield [f"{_text(block.title)}:"] if block.title else []
    width = max((len(line.margin) + 1 for line in block.lines if line.margin), default=0)
    yield code_block(line.text if line.gap else f"{line.margin:{width}}{line.text}".rstrip() for line in block.lines)


@paragraphs.register
def _boards(block: blocks.Boards, depth: int) -> Iterator[Paragraph]:
    if lines := drawn(block):
        yield [f"{escape(title)}:"] if (title := title_of(block)) else []
        yield code_block(lines)


@paragraphs.register
def _beside(block: blocks.Beside, depth: int) -> Iterator[Paragraph]:
    yield from _every((block.boards, block.facts), depth)


@paragraphs.register
def _failure(block: blocks.Failure, depth: int) -> Iterator[Paragraph]:
    yield [f"{'#' * depth} {escape(block.title)} ({escape(block.points)})"]
    # The text has words of the student: our verdict begins the first line, the bar of a quote all others.
    yield [f"> **{escape(block.word)}**: {_text(block.text) or UNKNOWN}"]
    yield from _every(block.children, depth + 1)


@paragraphs.register
def _items(block: blocks.Items, depth: int) -> Iterator[Paragraph]:
    yield [f"{'#' * depth} {escape(block.title)}"]
    yield table(["item", "earned", "of", ""], "lrrl", map(_row, block.items))
    for item in block.items:
        if item.children:
            yield [f"{'#' * (depth + 1)} {escape(item.title)} ({escape(item.decided)})"]
            yield from _every(item.children, depth + 2)


@paragraphs.register
def _section(block: blocks.Section, depth: int) -> Iterator[Paragraph]:
    yield [f"{'#' * depth} {escape(block.title)}"]
    yield from _every(block.children, depth + 1)


@paragraphs.register
def _fold(block: blocks.Fold, depth: int) -> Iterator[Paragraph]:
    # Markdown has no folds, so a failure inside a fold is one line.
    yield [f"{'#' * depth} {_text(block.summary)}" if block.heading else _text(block.summary)]
    yield [
        f"- {escape(one.title)} ({escape(one.points)}): {_text(one.text) or UNKNOWN}"
        for one in block.children
        if isinstance(one, blocks.Failure)
    ]
    yield from _every((one for one in block.children if not isinstance(one, blocks.Failure)), depth)


@paragraphs.register
def _widget(block: blocks.Widget, depth: int) -> Iterator[Paragraph]:
    yield from _every(block.otherwise, depth)


def _every(told: Iterable[Block], depth: int) -> Iterator[Paragraph]:
    for block in told:
        yield from paragraphs(block, min(depth, MAX_DEPTH))


def _row(item: blocks.Item) -> list[str]:
    word = f"{item.word} ({item.note})" if item.note else item.word
    return [escape(item.title), escape(item.earned), escape(item.possible), escape(word)]


def _text(text: Text) -> str:
    return "".join(map(_word, words(text))).rstrip()


def _cell(text: Text) -> str:
    # A bar ends a cell even inside code.
    return "".join(_word(plain(word) if "|" in plain(word) else word) for word in words(text))


def _word(word: Word) -> str:
    if isinstance(word, blocks.Verbatim):
        return code_span(word.text)
    if isinstance(word, blocks.Place):
        return code_span(word.at)
    text = plain(word)
    before, after = (" " * text.startswith(" "), " " * text.endswith(" ")) if text.strip() else ("", "")
    return f"{before}{escape(text)}{after}"
