"""A result on the student's terminal."""

from __future__ import annotations

from rich.console import Console

from grader.blocks import Detail, shown_at
from grader.model.result import Result
from grader.render.terminal import write
from grader.story.student import tell_student
from grader.text.isolation_text import short_isolation

NO_PAGE = "--out DIR writes it, with boards to look at and to play on"


def render_terminal(result: Result, console: Console, *, everything: bool = True, page: str = "") -> None:
    """Write the result on `console`: without `everything` some findings are only counted. `page` says where it is."""
    closing = [("Sandbox", short_isolation(result.grader.isolation)), *([] if page else [("Page", NO_PAGE)])]
    story = shown_at(Detail.ALL if everything else Detail.NORMAL, tell_student(result))
    write(story, console, closing if result.score else (), page if result.score else "")
