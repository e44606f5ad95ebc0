"""A student's page serves everybody: on a phone, on paper, by keyboard, without script, while it follows a file."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from playwright.sync_api import expect

from grader.model.verdict import Verdict
from grader.render.pages.story_page import Shown
from grader.story.student import tell_student
from tests.fixture_folders import SLOW
from tests.render.pages.accessibility import PHONE, unreadable
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.players import EXCERPT, crash, first_free, plays
from tests.render.rendering import student_page
from tests.render.samples import SAMPLES, SOURCE, line, with_items

FOCUSABLE = "a[href], button, summary, input, select, textarea, [tabindex='0']"


@SLOW
def test_it_fits_a_phone(opens: Opens, tmp_path: Path) -> None:
    """For each result nothing is wider than 360 pixels, the console is silent and no request is made."""
    page = opens(b"", viewport=PHONE)
    for name, make in SAMPLES.items():
        file = tmp_path / f"{name}.html"
        file.write_bytes(student_page(make()))
        page.goto(file.as_uri())
        assert (name, page.evaluate("document.documentElement.scrollWidth")) == (name, 360)


@SLOW
def test_everybody_can_read_it(opens: Opens) -> None:
    """No serious finding of axe-core in any look: a game, a dialogue, one cause of several lines, everything opened."""
    shared = [crash("winner.columns", excerpt=EXCERPT, pattern="misses the anti-diagonal")]
    failed = [line(name, *shared, verdict=Verdict.ERROR) for name in ("winner", "minimax")]
    game = plays(first_free)
    every = (*game.criteria, *SAMPLES["fail"]().criteria[:1], *SAMPLES["dialogue"]().criteria, *failed)
    page = opens(student_page(dataclasses.replace(with_items(game, *every), source=(SOURCE,))), alone=True)
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    # Of the many lines of a dialogue that look alike, a few are enough.
    page.evaluate(
        "document.querySelectorAll('.turn:nth-child(n+9):not(.gap, :last-child)').forEach((one) => one.remove())"
    )
    page.get_by_role("button", name="Start again").click()
    page.locator("[data-cell='4']").click()
    page.locator("[data-cell='8']").click()

    assert [page.locator(one).count() for one in (".shared", ".dialogue", ".excerpt", ".game", "#moves tr")] == [
        6, 2, 2, 1, 4,
    ]  # fmt: skip
    assert unreadable(page) == []


def test_an_example_stands_below_its_own_entry() -> None:
    """Two corrections in a row share a label; an edit or a board follows the correction that it belongs to."""
    told = [
        ("Fix next", "a"),
        ("such as", "of a"),
        ("Fix next", "b"),
        ("Fix next", "c"),
        ("in your file", "of c"),
    ]

    assert Shown(tell_student(SAMPLES["fail"]())).facts(told) == [
        ("Fix next", ["a"]),
        ("such as", ["of a"]),
        ("Fix next", ["b", "c"]),
        ("in your file", ["of c"]),
    ]


def test_tab_reaches_everything(opens: Opens) -> None:
    """Every link, line and button, in their order on the page."""
    page = opens(student_page(plays(first_free)))
    page.evaluate(f"document.querySelectorAll({FOCUSABLE!r}).forEach((one, at) => {{ one.dataset.at = at; }})")
    order = "filter((one) => one.checkVisibility()).map((one) => one.dataset.at)"
    visible = page.evaluate(f"[...document.querySelectorAll({FOCUSABLE!r})].{order}")
    reached = []
    for _ in visible:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.at"))

    assert len(visible) > 20
    assert reached == visible


def test_without_script_all_but_playing_and_copying_is_there(opens: Opens) -> None:
    """One sentence says so."""
    page = opens(student_page(plays(first_free)), java_script_enabled=False)

    expect(page.get_by_text("Playing and copying need JavaScript")).to_be_visible()
    expect(page.locator(".squares")).to_be_hidden()
    expect(page.locator(".copy").first).to_be_hidden()
    page.locator("#line-0 > summary").click()
    expect(page.get_by_text("detect a full column")).to_be_visible()


def test_on_paper_nothing_is_to_press_and_consequences_stay_folded(opens: Opens) -> None:
    """Boards stay; buttons, the game and the listing go; afterwards the page is as it was."""
    page = opens(student_page(plays(first_free)))
    closed = page.locator("details:not([open])").count()
    assert closed
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    assert page.locator("details:not([open], .folded, .run, .line)").count() == 0
    assert not page.locator("#code").is_visible()
    assert page.locator("button:visible").count() == 0
    expect(page.locator(".board").first).to_be_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details:not([open])").count() == closed


def test_nothing_moves(opens: Opens) -> None:
    """There is no animation and no transition to reduce."""
    page = opens(student_page(plays(first_free)))
    page.locator("[data-cell='4']").click()
    page.locator("#line-0 > summary").click()

    assert page.evaluate("document.getAnimations().length") == 0


@SLOW
def test_a_page_that_follows_the_file_stays_as_the_reader_left_it(opens: Opens) -> None:
    """It loads itself again with the same lines open, at the same place."""
    page = opens(student_page(plays(first_free), refresh=2), clock=True)
    expect(page.get_by_text("This page follows the file")).to_be_visible()
    page.locator("#line-0 > summary").click()
    page.evaluate("scrollTo(0, 300); window.seen = true")
    with page.expect_navigation():
        page.clock.run_for(2500)

    expect(page.locator("#line-0")).to_have_attribute("open", "")
    expect(page.locator("#line-1")).not_to_have_attribute("open", "")
    assert page.evaluate("[scrollY, window.seen]") == [300, None]


MEANWHILE = (
    "document.querySelector('[data-cell=\"4\"]').click()",
    "document.querySelector('.replay').click()",
    "document.querySelector('[data-board]').click()",
    "getSelection().selectAllChildren(document.querySelector('h1'))",
    "Object.defineProperty(document, 'hidden', { value: true })",
)


@SLOW
def test_it_does_not_reload_under_the_reader(opens: Opens) -> None:
    """Not while a game is under way, text is selected or the tab is hidden."""
    page = opens(student_page(plays(first_free), refresh=2), clock=True)
    for meanwhile in MEANWHILE:
        page.reload()
        page.evaluate(f"{meanwhile}; window.seen = true")
        page.clock.run_for(9000)

        assert (meanwhile, page.evaluate("window.seen")) == (meanwhile, True)


def test_without_refresh_nothing_reloads() -> None:
    """The page has neither the sentence on it nor a number of seconds."""
    page = student_page(SAMPLES["fail"]()).decode()

    assert "follows the file" not in page
    assert "data-refresh" not in page
