"""
The links from a student's page to the page of the class, and through it to the students before and after.

The page names no other student: it may be sent to the one whom it is about. The page of the class knows the order, and
leads on (`class_page.js`).
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from grader.model.result import Result

CLASS_PAGE = "../index.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassLink:
    """A link to another page of the class."""

    label: str
    href: str


def class_links(result: Result) -> list[ClassLink]:
    """Return the links of the page about `result`."""
    own = quote(result.submission.id.encode("utf-8", "replace"), safe="")
    places = {"All students": "back", "\u2190 Previous": "previous", "Next \u2192": "next"}
    return [ClassLink(label=label, href=f"{CLASS_PAGE}#go={where}&student={own}") for label, where in places.items()]
