"""A student's page says the mark, what was lost and why, and shows the smallest board for it."""

from __future__ import annotations

import dataclasses

import pytest
from playwright.sync_api import Page, expect

from grader.model.result import Observed, Output, Timing
from grader.model.verdict import Verdict
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.players import EXCERPT, crash
from tests.render.rendering import student_page
from tests.render.samples import ROWS, SAMPLES, check, line, result


def words(page: Page, selector: str) -> list[str]:
    """Return the texts of elements, each in one line."""
    return [" ".join(text.split()) for text in page.locator(selector).all_inner_texts()]


def test_items_open_at_a_click(opens: Opens) -> None:
    """And then show their checks, each that failed with a link to what was lost by it."""
    page = opens(student_page(SAMPLES["fail"]()))
    assert page.locator("details.line[open]").count() == 0

    page.locator("details.line").first.locator("summary").click()

    expect(page.get_by_text("detect a full column")).to_be_visible()
    page.get_by_role("link", name="detect a full row", exact=True).click()
    assert page.evaluate("document.querySelector(':target').querySelector('h3').textContent").startswith("winner:")


def test_findings_about_code_quality_start_open(opens: Opens) -> None:
    """What is proposed, who confirms it, and each finding with its line."""
    page = opens(student_page(SAMPLES["pending"]()))

    assert words(page, "details.line[open] .assessed, details.line[open] .say") == [
        "Proposed 3.5 of 5, to be confirmed by hand.",
        "9 findings of 3 kinds.",
    ]
    assert words(page, ".folded summary")[0] == "Unused imports and names: 1 finding, -0.5 points"
    assert words(page, ".found li")[0] == "tictactoe.py:3: 'copy' is imported but never used. Remove the import."
    assert words(page, ".found li")[4:] == ["and 4 more", "There is no comment of your own."]


def test_the_mark_comes_first_with_its_parts(opens: Opens) -> None:
    """Out of what is marked, then what is to be marked by hand, what to fix first, the bonus and the second scale."""
    page = opens(student_page(SAMPLES["fail"]()))
    assert words(page, ".total, .still-open") == [
        "7 of 16 automatic points",
        "5 points and the bonus (10) are marked by a person",
    ]
    assert words(page, ".key li") == ["7 earned", "9 lost"]
    assert words(page, ".parts a") == [
        "winner: wrong on 18 of 5,478 boards (check: detect a full row)",
        "minimax: lost 12 of 569 games as O (check: never lose as O)",
    ]
    assert words(page, ".parts dt") == ["Fix this first", "Fix next", "Such as", "Lost", "Scaled"]
    assert words(page, "summary .points")[2:] == ["5 to be marked", "10 to be marked"]

    page = opens(student_page(SAMPLES["pending"]()))
    assert words(page, ".full .total, .full .still-open") == [
        "16 of 16 automatic points",
        "5 points and the bonus (10) are marked by a person",
    ]
    assert page.locator(".mark .lost, .mark .pending, .mark .parts a").count() == 0

    page = opens(student_page(SAMPLES["marked"]()))
    assert words(page, ".total") == ["19.5 of 21 points, plus 10 bonus"]
    assert words(page, ".comment blockquote") == ["names like `a1` say little"]
    expect(page.get_by_text("Well done!")).to_be_visible()


def test_nothing_earned_is_not_listed(opens: Opens) -> None:
    """What is lost says it."""
    page = opens(student_page(result(line("winner", check("winner.rows", "4", Verdict.FAIL), verdict=Verdict.FAIL))))

    assert words(page, ".key li") == ["4 lost"]


def test_our_fault_is_said_first_and_gives_no_mark(opens: Opens) -> None:
    """No points, no lines, nothing to play."""
    page = opens(student_page(SAMPLES["harness_fault"]()))

    assert words(page, "h2") == ["How this was graded"]
    assert words(page, ".fault .fail") == ["No mark: the grader failed, not the submission. This costs no points."]
    expect(page.get_by_text("did not finish within 20 seconds")).to_be_visible()


def test_a_failed_check_draws_its_smallest_board(opens: Opens) -> None:
    """The position with its full line, what came back, what is asked for, and the sheet's own words."""
    page = opens(student_page(SAMPLES["fail"]()))
    first = page.locator(".shared").first

    assert first.locator("svg[role=img]").get_attribute("aria-label") == (
        "row 0: X (in a line), X (in a line), X (in a line); row 1: O, O, empty; row 2: empty, empty, empty"
    )
    assert words(page, ".seen dd")[:3] == ["winner(board)", "None", "X"]
    expect(first.locator(".sheet")).to_contain_text("Return X if X has three in a row")
    expect(first.locator("h3")).to_contain_text("winner: wrong on 18 of 5,478 boards")
    expect(first.locator(".message")).to_have_text("fail: check: detect a full row")
    assert words(page, ".board figcaption") == ["before", "after", "O to move"]
    assert words(page, ".game figcaption") == ["1: X", "2: O, you", "3: X", "4: O, you", "5: X"]


def test_the_students_own_lines_are_quoted(opens: Opens) -> None:
    """With their numbers; the line that raised the exception is marked for the eye and for screen readers."""
    failed = crash("winner.columns", excerpt=EXCERPT, wrong=3, of=9, pattern="every board with a gap")
    page = opens(student_page(result(line("winner", failed, verdict=Verdict.ERROR))))

    assert words(page, ".source")[0] == "40 for row in board:"
    assert words(page, ".source.raised") == ["41 if row[3] == X: (raised here)"]
    assert words(page, ".message") == ["error: check: detect a full column (crashed, 3 of 9)"]


def test_the_same_lines_are_quoted_once(opens: Opens) -> None:
    """Another failure on the same lines links to them."""
    other = crash("winner.rows", message="crashed as well", excerpt=EXCERPT, reproduce="python -c 1")
    passed = check("winner.board_unchanged", "1")
    page = opens(student_page(result(line("winner", crash("winner.columns", excerpt=EXCERPT), other, passed))))

    assert words(page, ".source.raised") == ["41 if row[3] == X: (raised here)"]
    page.get_by_role("link", name="quoted above").click()
    assert page.evaluate("document.querySelector(':target').className") == "excerpt"


def test_what_several_lines_share_is_said_once(opens: Opens) -> None:
    """Above the rubric's items; every check links to it; the head names it as what to fix first."""
    page = opens(student_page(SAMPLES["error"]()))

    assert words(page, ".shared h3") == ["every function error 11.5 points lost"]
    assert page.content().count("&#39;deepcopy&#39;") + page.content().count("'deepcopy'") == 1
    assert page.content().count("from copy import deepcopy") == 1
    links = page.locator(".check a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert links == ["#finding-winner.rows"] * 3
    expect(page.locator("[id='finding-winner.rows']")).to_be_visible()


def test_a_dialogue_is_shown_as_it_went(opens: Opens) -> None:
    """What was typed differs for eyes and ears, drawings keep their columns, a long one has a gap in the middle."""
    page = opens(student_page(SAMPLES["dialogue"]()))
    short, long = page.locator(".dialogue").all()

    assert short.locator(".turn").all_text_contents() == [
        *ROWS.splitlines(),
        "Your move (row column): ",
        "> You type: 0 0",
        "O has won!",
    ]
    assert short.locator("kbd").all_text_contents() == ["0 0"]
    bold = "(all) => all.map((one) => Number(getComputedStyle(one).fontWeight) > 500)"
    assert [short.locator(one).evaluate_all(bold) for one in ("kbd", ".turn")] == [[True], [False] * 8]
    assert long.locator(".turn.gap").all_text_contents() == ["... 80 lines left out ..."]
    assert long.locator(".turn").last.text_content() == "> You type: (an empty line)"
    assert page.locator(".board").count() == 1
    heights = short.locator(".turn").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert len(set(heights)) == 1


def test_the_command_is_copied_at_a_click(opens: Opens) -> None:
    """The clipboard holds it, and a live region says so."""
    page = opens(student_page(SAMPLES["fail"]()), permissions=["clipboard-read", "clipboard-write"])
    button = page.locator(".copy").first
    button.click()

    expect(page.locator("#copied[role=status]")).to_have_text("copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".command code").first.text_content()
    assert words(page, ".copy")[0].startswith("Copied")


def test_where_nothing_can_be_copied_the_command_is_selected(opens: Opens) -> None:
    """Then Ctrl+C is left to the reader."""
    page = opens(student_page(SAMPLES["fail"]()))
    page.evaluate(
        "navigator.clipboard.writeText = () => Promise.reject(new Error()); document.execCommand = () => false"
    )
    page.locator(".copy").first.click()

    expect(page.locator("#copied")).to_contain_text("selected")
    assert page.evaluate("String(getSelection())").split() == words(page, ".command code")[0].split()


def test_the_end_says_how_it_was_graded(opens: Opens) -> None:
    """Isolation, time and what came close to a limit, versions and hashes."""
    page = opens(student_page(SAMPLES["timeout"]()))
    end = page.locator("main").inner_text()

    for text in (
        "near its limit: minimax(.........)",
        "130.2 s in all",
        "Isolation: ",
        "Python 3.11",
        "bbbbbbbbbbbb",
    ):
        assert text in end


@pytest.mark.parametrize(
    ("seconds", "first", "said"),
    [
        (0.04, None, "computing time: less than 0.1 s in all."),
        (12.34, 0.0, "computing time: 12.3 s in all; the first move of a game takes less than 0.1 s."),
    ],
)
def test_times_are_no_more_exact_than_they_need_be(seconds: float, first: float | None, said: str) -> None:
    """A time below 0.1 s is not shown as 0.0."""
    timing = Timing(cpu_seconds=seconds, wall_seconds=seconds, first_move_seconds=first)

    assert said in student_page(dataclasses.replace(SAMPLES["pass"](), timing=timing)).decode()


def test_a_long_output_is_closed_at_first() -> None:
    """A short one is open."""
    outputs = tuple(Output(where="import", tail="line\n" * many, characters=5 * many) for many in (3, 300))
    page = student_page(dataclasses.replace(SAMPLES["pass"](), observed=Observed(output=outputs))).decode()

    assert '<details class="printed" id="printed-1" open>' in page
    assert '<details class="printed" id="printed-2">' in page


def test_notes_and_printed_text_are_shown(opens: Opens) -> None:
    """The end of it, with how much there was."""
    page = opens(student_page(SAMPLES["fail"]()))

    expect(page.locator("main")).to_contain_text("the constant EMPTY is ' ' here")
    assert words(page, ".printed summary") == ["Printed in import: 1,234 characters in all; the end"]
    assert words(page, ".printed pre") == ["Tic-Tac-Toe your move?"]


@pytest.mark.parametrize("name", SAMPLES)
def test_equal_results_make_equal_pages(name: str) -> None:
    """Byte for byte."""
    assert student_page(SAMPLES[name]()) == student_page(SAMPLES[name]())
