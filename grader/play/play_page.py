"""The page of `grader play`: the board of the student's page, against an AI that is asked for every move."""

from __future__ import annotations

from grader.model.isolation import Isolation
from grader.model.sanitize import sanitize
from grader.render.pages.templating import render
from grader.text.isolation_text import isolation_sentence
from grader.widgets import PlayableBoard


def play_page(main: str, function: str, sides: str, seconds: float, isolation: Isolation) -> bytes:
    """
    Return the page as HTML, on which one plays against `function` of the file `main`.

    `sides` are those that the AI plays, `seconds` is the CPU time that a move may take.
    """
    return render(
        "play_page",
        {
            "main": sanitize(main),
            "function": function,
            "seconds": f"{seconds:g}",
            "playable_board": PlayableBoard(policy="", games=(), sides=sides, is_live=True),
            "footer": [isolation_sentence(isolation)],
        },
        scripts=("playable_board.js", "live_opponent.js"),
        styles=("playable_board.css",),
        asks_its_server=True,
    )
