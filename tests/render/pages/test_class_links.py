"""From a student's page the way leads back to the class, and to the students before and after."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grader.model.class_row import NotGraded
from grader.model.result import Result
from grader.store.report_files import write_class_reports, write_student_reports
from tests.fixture_folders import SLOW
from tests.render.pages.browser_tabs import Opens
from tests.render.rendering import class_page, student_page
from tests.render.samples import MINIMAX, WINNER, failing, result

NAMES = {"b+c d": "Åsa", "zz": "bo li", "\u5c71-01": "\u5c71\u7530", "a": "Zoë"}
"""By id, in the order of the names."""


def named(student: str, name: str, plain: Result | None = None) -> Result:
    """Return a result of a student."""
    one = plain or result(WINNER, MINIMAX)
    return dataclasses.replace(one, submission=dataclasses.replace(one.submission, id=student, student=name))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the reports on a class; one of its students has no page."""
    folder = tmp_path_factory.mktemp("class")
    rows = [named(student, name, failing() if name == "bo li" else None) for student, name in NAMES.items()]
    for row in rows:
        write_student_reports(row, folder / row.submission.id, in_class=True)
    write_class_reports([*rows, NotGraded(id="none", student="Carla", reason="no Python file")], folder)
    return folder


@pytest.fixture
def page(opens: Opens, reports: Path) -> Page:
    """Return a page on which that of the class is open."""
    opened = opens(class_page([]))
    opened.goto((reports / "index.html").as_uri())
    opened.evaluate("sessionStorage.clear()")
    return opened


def student(page: Page) -> str:
    """Return whose page is open."""
    return page.locator(".who span").first.inner_text()


@SLOW
def test_one_student_leads_to_the_next(page: Page) -> None:
    """In the order of names, past the one without a page; after the last comes the class."""
    page.click("#rows a")
    walked = [student(page)]
    for _ in range(3):
        page.click("text=Next")
        page.wait_for_url("**/report.html")
        walked.append(student(page))
    assert walked == ["Åsa", "bo li", "Zoë", "\u5c71\u7530"]
    page.click("text=Previous")
    page.wait_for_url("**/report.html")
    assert student(page) == "Zoë"
    page.click("text=Next")
    page.wait_for_url("**/report.html")
    page.click("text=Next")
    expect(page.locator("#shown")).to_contain_text("Last student")


@SLOW
def test_the_way_back_leads_to_the_own_row(page: Page) -> None:
    """The keyboard goes on from there."""
    page.click("#rows a >> nth=2")
    page.click("text=All students")
    page.wait_for_url("**/index.html")

    assert page.evaluate("document.activeElement.textContent") == "Zoë"


@SLOW
def test_the_next_student_is_the_next_in_the_view(page: Page) -> None:
    """Who looks at those that lost points wants the next of them; a student outside the view has all as neighbours."""
    page.click("th[data-sort=student] button")
    page.click("#rows a >> nth=1")
    page.click("text=Next")
    page.wait_for_url("**/report.html")
    assert student(page) == "bo li"
    page.click("text=All students")
    page.wait_for_url("**/index.html#sort=-student")
    page.select_option("#item", "winner")
    assert page.locator("#rows tr").count() == 1
    page.goto(page.url.split("#")[0] + "#go=next&student=b%2Bc%20d")
    page.wait_for_url("**/report.html")
    assert student(page) == "bo li"


@SLOW
def test_a_view_that_an_address_opened_is_the_view(page: Page, reports: Path) -> None:
    """Nothing has to be chosen again after a link, or after the browser's way back."""
    page.goto(f"{(reports / 'index.html').as_uri()}#sort=-student")
    page.reload()
    page.click("#rows a >> nth=1")
    page.wait_for_url("**/report.html")
    assert student(page) == "Zoë"
    page.click("text=Next")
    page.wait_for_url("**/zz/report.html")

    assert student(page) == "bo li"


@SLOW
def test_an_address_that_names_nobody_shows_the_class(page: Page) -> None:
    """Anybody may write one."""
    for address in ("#go=next&student=nobody", "#go=%3Cb%3E", "#go=back&student=..%2F.."):
        page.goto(page.url.split("#")[0] + address)
        assert page.locator("#rows tr").count() == len(NAMES) + 1


def test_a_student_s_page_names_nobody_else(reports: Path) -> None:
    """It may be sent to the one whom it is about; a page that belongs to no class has no links to one."""
    for own in NAMES:
        text = (reports / own / "report.html").read_text(encoding="utf-8")
        assert not any(name in text for other, name in NAMES.items() if other != own)
        assert "../index.html#go=next" in text
    assert b"index.html" not in student_page(failing())
