"""The page of `grader play`: the board of the student's page, against an AI that is asked for every move."""

from __future__ import annotations

from grader.model.isolation import Isolation
from grader.reports.pages.evidence import page_text
from grader.reports.pages.playable_board import PlayableBoard
from grader.reports.pages.templating import render
from grader.text.isolation_text import isolation_sentence


def play_page(main: str, function: str, sides: str, seconds: float, isolation: Isolation) -> bytes:
    """
    Return the page as HTML, on which one plays against `function` of the file `main`.

    `sides` are those that the AI plays, `seconds` is the CPU time that a move may take.
    """
    return render(
        "play_page",
        {
            "main": page_text(main),
            "function": function,
            "seconds": f"{seconds:g}",
            "playable_board": PlayableBoard(policy="", games=(), sides=sides, is_live=True),
            "footer": [isolation_sentence(isolation)],
        },
        scripts=("playable_board.js", "live_opponent.js"),
        styles=("playable_board.css",),
        asks_its_server=True,
    )
