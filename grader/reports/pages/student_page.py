"""A result as the student's page."""

from __future__ import annotations

from dataclasses import replace

from grader.model.result import Result
from grader.render.pages.student import page
from grader.reports.pages.class_links import class_links
from grader.reports.pages.hand_marks import marking_bar
from grader.story.student import tell_student


def student_page(result: Result, *, refresh: int = 0, in_class: bool = False) -> bytes:
    """
    Return the page as HTML; with `refresh` above 0 it loads itself again every `refresh` seconds.

    With `in_class` it leads to the page of the class, one folder above, and from there to the other students.
    """
    story = tell_student(result)
    if in_class and (bar := marking_bar(result)) is not None:
        story = replace(story, blocks=(*story.blocks, bar))
    return page(story, links=class_links(result) if in_class else (), refresh=max(refresh, 0))
