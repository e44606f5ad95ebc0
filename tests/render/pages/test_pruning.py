"""What was seen of a search's pruning, and the picture of a cut: the way to it, and what was never tried."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console

from grader.blocks import Table
from grader.capabilities.alpha_beta.capability import AlphaBeta, PruningReport
from tests.capabilities.alpha_beta.prunings import edited, pruned
from tests.render.pages.accessibility import unreadable
from tests.render.pages.browser_tabs import Opens
from tests.render.rendering import render_terminal, student_markdown, student_page
from tests.render.samples import HOSTILE, WINNER, result


def test_the_page_draws_the_way_to_the_cut(opens: Opens) -> None:
    """
    At once, since a person is to decide; also on a phone and in the dark.

    What the moves lead to that were never tried stands below them.
    """
    page = opens(student_page(result(WINNER, pruned())))

    assert page.locator(".game figcaption").all_inner_texts() == ["cut here", "X wins", "O wins"]
    assert [] == unreadable(page)


def test_an_edited_picture_comes_to_an_end() -> None:
    """Boards may be any text, and moves may lie outside of them."""
    report = edited(HOSTILE).found_as(PruningReport)

    assert report is not None
    told = list(AlphaBeta().tell(report))
    assert all(len(one.rows) <= 12 for one in told if isinstance(one, Table))
    assert b"</html>" in student_page(result(WINNER, edited(HOSTILE)))


def test_the_cut_is_drawn_as_agreed(golden: Callable[[str, str], None]) -> None:
    """The sentence, the way to the cut, what was never tried, and in Markdown the numbers of each board."""
    shown, terminal = result(WINNER, pruned()), StringIO()

    render_terminal(shown, Console(file=terminal, width=80))

    golden("pruning.txt", terminal.getvalue())
    golden("pruning.md", student_markdown(shown))
