"""Causes stand below the mark; what may follow from them is folded, and opens by keyboard."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import expect

from grader.model.cause import Cause
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.reports.pages.student_page import student_page
from tests.reports.pages.accessibility import serious_violations, unreadable
from tests.reports.pages.browser_tabs import Opens
from tests.reports.samples import check, line, result


def losing() -> Result:
    """Return a result in which a failure of `minimax` may follow from `winner`."""
    wrong = check("winner.rows", "4", Verdict.FAIL, message="wrong on 3 of 9 boards", pattern="misses the top row")
    loses = check("minimax.never_loses_as_o", "5", Verdict.FAIL, message="loses 2 of 9 games as O")
    cause = Cause(
        function="winner",
        checks=(loses.id,),
        seen_in="minimax(board)",
        seen_on="." * 9,
        board="XXXOO....",
        call="winner(board)",
        got="None",
        expected="X",
    )
    lines = (
        line("winner", wrong, check("winner.columns", "4"), verdict=Verdict.FAIL),
        line("minimax", check("minimax.legal_move", "6"), loses, verdict=Verdict.FAIL),
    )
    return dataclasses.replace(result(*lines), causes=(cause,))


def test_the_first_step_leads_to_its_item(opens: Opens) -> None:
    """It says how much may follow from it, and what was seen."""
    page = opens(student_page(losing()))
    steps = page.locator(".first-steps")

    assert steps.locator("p").all_inner_texts() == [
        "winner: misses the top row",
        "Seen in a call of minimax that fails: winner(board) on [X X X] [O O .] [. . .] gave None; expected: X.",
        "Fix winner first: 1 further failure may follow from it (-5 points).",
    ]
    steps.get_by_role("link").click()
    assert page.evaluate("document.querySelector(':target').id") == "line-0"
    assert (serious_violations(page), unreadable(page)) == ([], [])


def test_an_item_that_only_follows_starts_closed_and_opens_by_keyboard(opens: Opens) -> None:
    """With all that is known of its failure."""
    page = opens(student_page(losing()))
    assert page.locator("details.line").evaluate_all("all => all.map((one) => one.open)") == [True, False]
    expect(page.locator("#line-1 .tag")).to_have_text("may follow from winner")

    page.locator("#line-1 > summary").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_text("loses 2 of 9 games as O")).to_be_visible()


def test_a_result_without_losses_has_no_first_step(opens: Opens) -> None:
    """There is nothing to fix."""
    page = opens(student_page(result(line("winner", check("winner.rows", "4")))))

    assert page.locator(".first-steps").count() == 0
