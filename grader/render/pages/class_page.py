"""The story of a class as a page: the table and the form of its widgets, around them the blocks of any story."""

from __future__ import annotations

from grader.blocks import Section, Story
from grader.render.pages.student import Shown
from grader.render.pages.templating import render

SCRIPTS = ("marks_table.js", "mark_fields.js", "kept_marks.js", "marking_form.js")
STYLES = ("blocks.css", "roster.css", "marking.css")
EXPORTS = ("gradebook.csv", "summary.md")
"""The other reports on the class, in the same folder."""


def class_page(story: Story) -> bytes:
    """Return the page as HTML."""
    values = {
        "story": story,
        "shown": Shown(story),
        "parts": [block for block in story.blocks if isinstance(block, Section)],
        "exports": EXPORTS,
        "by_hand": None,
    }
    return render("class_page", values, scripts=SCRIPTS, styles=STYLES)
