"""`report.md` tells a student everything once, and shows their text without letting it do anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.model.counterexample import DifferingLine
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.render.markdown import MENTION, code_block, code_span, escape, table
from tests.render.rendering import student_markdown
from tests.render.samples import check, line, result

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
HARMLESS = {"text", "code_inline", "strong_open", "strong_close", "softbreak"}


def inline(text: str) -> list[Token]:
    """Return the inline parts of a Markdown text."""
    return [part for token in PARSER.parse(text) for part in token.children or []]


def test_the_page_is_as_agreed(sample: tuple[str, Result], golden: Callable[[str, str], None]) -> None:
    """One golden file per verdict."""
    name, result = sample
    if name != "hostile":
        golden(f"{name}.md", student_markdown(result))


def test_hostile_text_starts_nothing(samples: Mapping[str, Result]) -> None:
    """No HTML, no link, no heading, no block from a student's text, and no mention of a person."""
    text = student_markdown(samples["hostile"])
    friendly = student_markdown(samples["fail"])
    blocks = [token.type for token in PARSER.parse(text)]

    assert {part.type for part in inline(text)} <= HARMLESS
    assert "html_block" not in blocks
    assert [one for one in text.splitlines() if one.startswith("#")][:1] == ["# CS3081 Assignment 1"]
    assert blocks.count("heading_open") == 7
    assert not any("@e" in part.content for part in inline(text) if part.type == "text")
    assert not any(char in text for char in "\x00\x1b\ud800")
    assert {part.type for part in inline(friendly)} <= HARMLESS


def test_the_same_reason_is_told_once(samples: Mapping[str, Result]) -> None:
    """A failed import, a missing function: one paragraph, with all the points it cost; the answer says it, too."""
    failed, gone = (student_markdown(samples[name]).partition("## Fix this first")[2] for name in ("error", "missing"))

    assert failed.count("cannot be imported") == 1
    assert "### every function (11.5 points lost)" in failed
    assert gone.count("no function minimax") == 1
    assert "### minimax (7 points lost)" in gone


def test_a_page_without_a_mark_has_no_points(samples: Mapping[str, Result]) -> None:
    """A harness fault is named as our fault, and nothing looks like a zero."""
    text = student_markdown(samples["harness_fault"])

    assert "No mark: the grader failed, not the submission." in text
    assert " of " not in text.partition("## How")[0]


def test_the_page_does_not_depend_on_the_time_it_took(samples: Mapping[str, Result]) -> None:
    """Two runs give the same bytes."""
    assert "near" not in student_markdown(samples["timeout"])


@settings(max_examples=150)
@given(st.text(alphabet=st.sampled_from("ab1 `*_[]()<>|#&;-+=.~!\\\n@\x1b:/x"), max_size=20))
def test_escaped_text_shows_as_it_is(text: str) -> None:
    """In a list item it is one paragraph of plain text; in a cell, one cell."""
    shown = escape(text)
    tokens = PARSER.parse(f"- {shown}")
    inner = [token for token in tokens if token.type == "inline"]

    assert {token.type for token in tokens} <= {
        "bullet_list_open", "list_item_open", "paragraph_open", "inline",
        "paragraph_close", "list_item_close", "bullet_list_close",
    }  # fmt: skip
    assert {part.type for token in inner for part in token.children or []} <= {"text", "text_special"}
    assert "@" not in shown.replace(MENTION, "")
    rows = PARSER.parse("\n".join(table(["a", "b"], "lr", [[shown, "x"]])))
    assert [token.type for token in rows].count("td_open") == 2


@settings(max_examples=150)
@given(st.text(alphabet=st.sampled_from("a `\\<\n"), min_size=1, max_size=12))
def test_code_shows_as_it_is(text: str) -> None:
    """A span has exactly the text, and a block is closed by its own fence only."""
    parts = inline(f"x {code_span(text)} y")
    blocks = PARSER.parse("\n".join(code_block([text, "```"])))

    assert [part.type for part in parts] in (["text", "code_inline", "text"], ["text"])
    assert [token.type for token in blocks] == ["fence"]


@pytest.mark.parametrize(("text", "shown"), [("", "(nothing)"), ("  ", "(blank)"), ("`", "`` ` ``"), ("a", "`a`")])
def test_code_can_hold_anything(text: str, shown: str) -> None:
    """What Markdown cannot hold is described."""
    assert code_span(text) == shown


def test_the_lines_of_a_changed_file_stand_behind_words_of_ours() -> None:
    """A line of the student's file cannot be taken for one of the report."""
    lines = (
        DifferingLine(file="runner.py", handed_in=False, number=9, text="SIZE = 150"),
        DifferingLine(file="runner.py", handed_in=True, number=12, text="1000 of 1000"),
    )
    text = student_markdown(result(line("winner", check("winner.rows", "1", Verdict.FAIL, difference=lines))))

    assert (
        "Where `runner.py` differs:\n\n```\nhanded out, line 9: SIZE = 150\nhanded in, line 12: 1000 of 1000\n```"
        in text
    )
