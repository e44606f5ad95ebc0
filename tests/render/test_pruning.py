"""What was seen of a search's pruning, on the terminal and in `report.md`."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

from rich.console import Console

from tests.capabilities.alpha_beta.prunings import pruned
from tests.render.rendering import render_terminal, student_markdown
from tests.render.samples import WINNER, result


def test_the_cut_is_drawn_as_agreed(golden: Callable[[str, str], None]) -> None:
    """The sentence, the way to the cut, what was never tried, and in Markdown the numbers of each board."""
    shown, terminal = result(WINNER, pruned()), StringIO()

    render_terminal(shown, Console(file=terminal, width=80))

    golden("pruning.txt", terminal.getvalue())
    golden("pruning.md", student_markdown(shown))
