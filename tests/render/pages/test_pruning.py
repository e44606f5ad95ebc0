"""What was seen of a search's pruning, and the picture of a cut: each move, what was known, what was never tried."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console

from grader.blocks import Table
from grader.capabilities.alpha_beta.capability import AlphaBeta, PruningReport
from grader.render.pages.drawings import drawn_board
from grader.widgets import SearchTree
from tests.capabilities.alpha_beta.prunings import UNSOUND, edited, pruned
from tests.render.pages.accessibility import unreadable
from tests.render.pages.browser_tabs import Opens
from tests.render.rendering import render_terminal, student_markdown, student_page
from tests.render.samples import HOSTILE, WINNER, result


def test_the_page_draws_the_way_to_the_cut(opens: Opens) -> None:
    """
    At once, since a person is to decide; also on a phone and in the dark.

    The boards never tried are marked in words too, not by colour alone.
    """
    page = opens(student_page(result(WINNER, pruned())))

    assert page.locator(".pruning h4").all_inner_texts()[:4] == [
        "The board asked about",
        "Moves of X",
        "Moves of O",
        "Moves of X (already reached above by X: X wins)",
    ]
    assert page.locator(".node.skipped figcaption").all_inner_texts() == ["never tried", "never tried"]
    assert page.locator(".node.cut figcaption").all_inner_texts() == ["cut here"]
    assert [] == unreadable(page)


def test_the_nodes_are_told_apart() -> None:
    """Those on the way, the cut, what was tried before, and what was left out."""
    tree = next(one for one in AlphaBeta().tell(UNSOUND) if isinstance(one, SearchTree))

    assert tree.kinds == (("way",), ("tried", "way"), ("cut",), ("tried", "skipped", "skipped"))


def test_an_edited_picture_comes_to_an_end() -> None:
    """A node may stand above itself or above nothing, and boards may be any text."""
    report = edited(HOSTILE).found_as(PruningReport)

    assert report is not None
    told = list(AlphaBeta().tell(report))
    trees = [one for one in told if isinstance(one, SearchTree)]
    assert all(len(one.rows) <= 12 for one in told if isinstance(one, Table))
    drawn = [drawn_board(board) for tree in trees for level in tree.levels for board in level.boards]
    assert all(cell.symbol in "XO.?" for board in drawn for cell in board.cells)


def test_the_cut_is_drawn_as_agreed(golden: Callable[[str, str], None]) -> None:
    """The sentence, the way to the cut, what was never tried, and in Markdown the numbers of each board."""
    shown, terminal = result(WINNER, pruned()), StringIO()

    render_terminal(shown, Console(file=terminal, width=80))

    golden("pruning.txt", terminal.getvalue())
    golden("pruning.md", student_markdown(shown))
