"""The answer leads to the cause of a failure; what follows from it is folded below."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import expect

from grader.capabilities.causes.judge import judged
from grader.capabilities.causes.report import Cause
from grader.model.result import Result
from grader.model.verdict import Verdict
from tests.render.pages.accessibility import serious_violations, unreadable
from tests.render.pages.browser_tabs import Opens
from tests.render.rendering import student_page
from tests.render.samples import check, line, result


def losing() -> Result:
    """Return a result in which a failure of `minimax` follows from `winner`."""
    wrong = check("winner.rows", "4", Verdict.FAIL, message="wrong on 3 of 9 boards", pattern="misses the top row")
    loses = check("minimax.never_loses_as_o", "5", Verdict.FAIL, message="loses 2 of 9 games as O")
    cause = Cause(functions=("winner",), checks=(loses.id,))
    lines = (
        line("winner", wrong, check("winner.columns", "4"), verdict=Verdict.FAIL),
        line("minimax", check("minimax.legal_move", "6"), loses, verdict=Verdict.FAIL),
    )
    return dataclasses.replace(result(*lines), found={"causes": judged(lines, (cause,))})


def test_the_answer_leads_to_the_cause(opens: Opens) -> None:
    """Below which stands what follows from it."""
    page = opens(student_page(losing()))

    page.get_by_role("link", name="winner: misses the top row", exact=True).click()

    assert page.evaluate("document.querySelector(':target').id") == "finding-winner.rows"
    assert page.locator(":target > .say, :target > .folded > summary").all_inner_texts() == [
        "1 further failure follows from this (-5 points): it passes with a right winner.",
    ]
    assert (serious_violations(page), unreadable(page)) == ([], [])


def test_what_follows_starts_closed_and_opens_by_keyboard(opens: Opens) -> None:
    """With all that is known of its failure; a link of its item opens it, too."""
    page = opens(student_page(losing()))
    expect(page.get_by_text("loses 2 of 9 games as O")).not_to_be_visible()

    page.locator(".folded > summary").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_text("loses 2 of 9 games as O")).to_be_visible()
    page.keyboard.press("Enter")
    page.locator("#line-1 > summary").click()
    page.get_by_role("link", name="never lose as O").click()
    expect(page.get_by_text("loses 2 of 9 games as O")).to_be_visible()


def test_a_result_without_losses_has_nothing_to_fix(opens: Opens) -> None:
    """There is no link to a cause."""
    page = opens(student_page(result(line("winner", check("winner.rows", "4")))))

    assert page.locator(".parts a").count() == 0
