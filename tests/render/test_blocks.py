"""Each format knows each block, and a level leaves out what it says it leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from grader import blocks, widgets
from grader.blocks import (
    Bar,
    Block,
    Bullets,
    Detail,
    Facts,
    Failure,
    FilterButton,
    Fold,
    PageLink,
    Say,
    Section,
    Status,
    Story,
    TotalMark,
    Verbatim,
    Widget,
)
from grader.render.markdown import paragraphs
from grader.render.pages import story_page
from grader.render.terminal import as_text, show, shown_at
from grader.widgets import MarkField


def kinds() -> Iterator[type[Block]]:
    """Yield each kind of block."""
    for one in vars(blocks).values():
        if isinstance(one, type) and issubclass(one, Block) and one is not Block:
            yield one


def is_widget(one: object) -> bool:
    """Tell whether `one` is a kind of widget."""
    return isinstance(one, type) and issubclass(one, Widget) and one is not Widget


@pytest.mark.parametrize("render", [show, paragraphs])
def test_a_format_knows_every_block(render: Any) -> None:  # noqa: ANN401 - a function with dispatch
    """A widget at least as one that it skips."""
    unknown = render.dispatch(object)

    assert [kind for kind in kinds() if render.dispatch(kind) is unknown] == []


def test_the_page_knows_every_block_and_widget() -> None:
    """By a macro of its name; the mark and the fields for points stand in others."""
    macros = (Path(story_page.__file__).parent / "templates" / "story.html").read_text(encoding="utf-8")
    every = {*kinds(), *(one for one in vars(widgets).values() if is_widget(one))}

    assert {kind for kind in every if f"macro {kind.__name__.lower()}(" not in macros} == {TotalMark, Widget, MarkField}


def story(*told: Block) -> Story:
    """Return a story of these blocks."""
    return Story(title="t", who="w", about="a", mark="7 of 9", answer=(Say("7 of 9", level=Detail.BRIEF),), blocks=told)


def failure(level: Detail, *children: Block) -> Failure:
    """Return something that failed."""
    return Failure("winner", Status.FAIL, "1 point lost", "fail", "wrong", children=children, level=level)


def test_a_level_leaves_blocks_out_and_counts_the_failures() -> None:
    """In sections and in folds, too."""
    below = Fold("1 may follow", (failure(Detail.ALL),))
    told = story(Section("lost", (failure(Detail.NORMAL, below), failure(Detail.ALL))), Say("more", level=Detail.ALL))

    every, some, answer = (shown_at(level, told) for level in (Detail.ALL, Detail.NORMAL, Detail.BRIEF))

    assert every == told
    assert (some.left_out, some.blocks) == (
        2,
        (Section("lost", (failure(Detail.NORMAL, structs.replace(below, children=())),)),),
    )
    assert (answer.left_out, answer.answer, answer.blocks) == (3, told.answer, ())


def test_a_text_is_made_safe_when_its_block_is() -> None:
    """In one line, without control characters or long blanks; in a command all blanks stay."""
    facts = Facts((("call", Verbatim(f"a\x1b[2J\n{' ' * 20}b")), ("note", "\u202e")))

    assert facts.facts == (("call", Verbatim("a\\x1b[2J\\x0a [20 spaces] b")), ("note", "\\u202e"))
    assert blocks.Command(f"a{' ' * 20}b").text == f"a{' ' * 20}b"
    assert Widget(otherwise=(Say("x" * 9000),)).otherwise == (Say("x" * 1999 + "…"),)


def test_a_text_leaves_out_what_only_a_page_can_do() -> None:
    """A button and a bar; the name that leads to another page stays. A list that is cut says where it is whole."""
    show_them = FilterButton("Show", "check", "winner.rows", "who failed")
    told = Bullets((("70 % ", Bar(70), show_them), (PageLink("Ada", "ada/report.html"),)), enough=1, whole="all.md")

    assert as_text([told], 80).splitlines() == ["  -  70 %", "  and 1 more: all of them are in all.md"]
    assert [*paragraphs(told, 2)] == [["- 70 %", "- Ada"]]
