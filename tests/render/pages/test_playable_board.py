"""On the page a student plays against the recorded moves: by mouse, by keyboard, with a screen reader."""

from __future__ import annotations

import dataclasses
import re

import pytest
from playwright.sync_api import Page, expect

from grader.game.tree import table
from grader.model.counterexample import Counterexample, Question, Wanted
from grader.model.verdict import Verdict
from grader.story.boards import DAMAGED, NEVER_MOVES, NOT_IMPORTED, NOT_RECORDED, playable_board
from tests.fixture_folders import SLOW
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.players import first_best, first_free, only, plays, policy
from tests.render.rendering import student_page
from tests.render.samples import SAMPLES, check, line, result, with_items
from tests.words import words

POSITIONS = "[...solvedPositions()].map(([board, one]) => [board, one.value, one.best])"

MISSED_WIN = Counterexample(
    function="minimax",
    board="XX.OO....",
    call="minimax(board)",
    got=words("(2, 2)"),
    expected=words("(0, 2)"),
    played=8,
    wanted=Wanted(question=Question.MOVE, cells=(2,)),
)


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def square(page: Page, cell: int) -> str:
    """Return how a cell is labelled."""
    return page.locator(f"[data-cell='{cell}']").get_attribute("aria-label") or ""


@SLOW
def test_the_page_knows_every_board_and_its_best_moves(opens: Opens) -> None:
    """All 5,478 boards in the table's order, with the table's values; so its 4,520 open boards are the policy's."""
    found = opens(student_page(plays(first_best))).evaluate(POSITIONS)

    assert found == [[one.board, one.value, list(one.best)] for one in table().positions]


def test_the_ai_answers_with_its_recorded_moves(opens: Opens) -> None:
    """By mouse: as O it takes the first empty cell, and loses."""
    page = opens(student_page(plays(first_free, "pass")))
    for cell in (4, 2, 6):
        page.locator(f"[data-cell='{cell}']").click()

    assert [square(page, cell)[15:] for cell in range(9)] == [
        ", O",
        ", O, your AI's mistake",
        ", X, in the winning line",
        ", empty",
        ", X, in the winning line",
        ", empty",
        ", X, in the winning line",
        ", empty",
        ", empty",
    ]
    expect(page.locator("#says")).to_contain_text("You win: your AI has lost.")
    expect(page.locator("#moves tr")).to_have_count(5)


def test_every_move_of_the_ai_is_judged(opens: Opens) -> None:
    """What was best, what it chose, and what that gave away, in the words and on the board."""
    page = opens(student_page(plays(first_free, "pass")))
    page.locator("[data-cell='4']").click()
    expect(page.locator("#says")).to_contain_text("Your AI (O) played (0, 0), one of the best moves.")
    page.locator("[data-cell='2']").click()

    expect(page.locator("#says")).to_contain_text("Your AI (O) played (0, 1): this gives away the draw. Best: (2, 0).")
    expect(page.locator("#says")).to_contain_text("Your turn, as X. You can win at once at (2, 0).")
    assert square(page, 1) == "row 0, column 1, O, your AI's mistake"
    assert square(page, 6) == "row 2, column 0, empty, was best"
    expect(page.locator("#moves tr").nth(3)).to_have_text("4O, your\u00a0AI(0,\u00a01), gives away the draw(2,\u00a00)")


def test_a_whole_game_needs_no_mouse(opens: Opens) -> None:
    """Arrow keys move between cells, Enter plays, R starts again."""
    page = opens(student_page(plays(first_free, "pass")))
    page.locator("[data-cell='0']").focus()
    press(page, "ArrowUp", "ArrowRight", "ArrowDown", "Enter", "ArrowRight", "ArrowUp", "Space")
    assert square(page, 4) == "row 1, column 1, X"
    press(page, "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter")
    expect(page.locator("#says")).to_contain_text("You win")

    press(page, "r")

    expect(page.locator("#step")).to_have_text("no move yet")
    assert square(page, 4) == "row 1, column 1, empty"


def test_the_ai_begins_as_x(opens: Opens) -> None:
    """The student chooses its side; clicking a taken cell, or out of turn, does nothing."""
    page = opens(student_page(plays(first_best, "pass")))
    page.locator("[data-ai='X']").click()
    expect(page.locator("[data-ai='X']")).to_have_attribute("aria-pressed", "true")
    assert square(page, 0) == "row 0, column 0, X"

    page.locator("[data-cell='0']").dispatch_event("click")

    expect(page.locator("#step")).to_have_text("move 1 of 1")
    expect(page.locator("#says")).to_have_attribute("role", "status")


def test_an_ai_that_plays_one_side_is_offered_that_side(opens: Opens) -> None:
    """There is nothing to choose; as X it begins at once."""
    page = opens(student_page(plays(only("O", first_free), "pass")))
    assert page.locator("[data-ai]").count() == 0
    expect(page.get_by_text("Your AI plays O")).to_be_visible()
    expect(page.locator("#says")).to_have_text("Your turn, as X. Every move is equally good.")
    page.locator("[data-cell='4']").click()
    expect(page.locator("#says")).to_contain_text("Your AI (O) played (0, 0), one of the best moves.")
    press(page, "r")
    expect(page.locator("#step")).to_have_text("no move yet")

    page = opens(student_page(plays(only("X", first_best), "pass")))
    expect(page.get_by_text("Your AI plays X")).to_be_visible()
    assert square(page, 0) == "row 0, column 0, X"


def test_the_game_it_loses_is_open_at_the_move_that_loses_it(opens: Opens) -> None:
    """Before anything is pressed; step by step, forward and back; from any position the student may play on."""
    page = opens(student_page(plays(first_best)))
    losing = "Your AI (O) played (0, 1): this gives away the draw. Best: (1, 1)."
    said = f"{losing}\nX is to move. X can win with 3 more moves, starting at "
    expect(page.locator("#opened")).to_have_text(
        "A game in which your AI loses as O, opened at the move that loses it."
    )
    expect(page.locator("#says")).to_contain_text(said)
    expect(page.locator("#step")).to_have_text("move 2 of 5")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#opened")).to_be_hidden()
    expect(page.locator("#step")).to_have_text("no move yet")

    page.get_by_role("button", name="See how it loses as O").click()
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#says")).to_contain_text(said)
    press(page, "Enter")
    expect(page.locator("#says")).to_contain_text(re.compile(r"^X played \(1,\s1\)"))
    press(page, "Enter", "Enter", "Enter")
    expect(page.locator("#step")).to_have_text("move 5 of 5")
    expect(page.locator("#says")).to_contain_text("Your AI has lost.")

    page.locator("#previous").click()
    page.locator("[data-cell='3']").click()

    expect(page.locator("#says")).to_contain_text("You (X) played (1, 0)")
    expect(page.locator("#opened")).to_be_hidden()
    expect(page.locator("#step")).to_have_text("move 6 of 6")


def test_one_plays_on_from_a_board_of_the_report(opens: Opens) -> None:
    """By keyboard, after the wrong move; an AI without a lost game is open there already."""
    found = check("minimax.legal_move", "3", Verdict.FAIL, counterexample=MISSED_WIN)
    ai = dataclasses.replace(result(line("minimax", found, verdict=Verdict.FAIL)), observed=plays(first_best).observed)
    page = opens(student_page(ai))
    expect(page.locator("#step")).to_have_text("move 5 of 5")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#step")).to_have_text("move 1 of 1")
    page.get_by_role("link", name=re.compile("^Play on from here ?: X played \\(2, 2\\)$")).focus()
    press(page, "Enter")

    expect(page.locator("#says")).to_have_text(
        "Your AI (X) played (2, 2): this turns a win into a loss. Best: (0, 2).\n"
        "Your turn, as O. You can win at once at (1, 2)."
    )
    assert [square(page, cell)[15:] for cell in (2, 8)] == [", empty, was best", ", X, your AI's mistake"]
    page.locator("[data-cell='2']").click()
    expect(page.locator("#says")).to_contain_text("Your AI (X) played (1, 2).")
    expect(page.locator("#step")).to_have_text("move 7 of 7")

    one_side = dataclasses.replace(ai, observed=plays(only("O", first_best)).observed)
    assert opens(student_page(one_side)).get_by_text("Play on from here").is_hidden()


def test_where_it_gave_no_move_the_game_stops(opens: Opens) -> None:
    """The page says so, and what the best move was."""
    moves = policy(lambda one: "-" if one.board == "....X...." else first_best(one))
    page = opens(student_page(plays(moves, "pass")))
    page.locator("[data-cell='4']").click()

    expect(page.locator("#says")).to_contain_text(
        "Your AI gives no legal move here. Best: (0,\u00a00), (0,\u00a02), (2,\u00a00) or (2,\u00a02)."
    )


@pytest.mark.parametrize(
    ("moves", "why_not"),
    [
        ("", NOT_RECORDED),
        ("-" * 4520, NEVER_MOVES),
        ("0" * 4520, DAMAGED),
        ("4" * 4519, DAMAGED),
        ("-" * 4519 + "x", DAMAGED),
        ("-" * 4519 + "٣", DAMAGED),
        (policy(first_best) + "0", DAMAGED),
        ("." * 4520, NOT_RECORDED),
        (policy(only("O", lambda _: "-")), NEVER_MOVES),
        (policy(only("O", first_best))[:-1], DAMAGED),
        (policy(only("O", first_best)) + ".", DAMAGED),
        (policy(only("O", first_best)).replace("8", ".", 1), DAMAGED),
        (policy(lambda one: "." if one.board == "....X...." else first_best(one)), DAMAGED),
    ],
)
def test_moves_that_fit_no_board_are_not_played(moves: str, why_not: str) -> None:
    """One sentence stands for the board, and none of the moves is on the page."""
    page = student_page(plays(moves)).decode()

    assert why_not in page
    assert "data-policy" not in page
    assert f"\n<p>{why_not}</p>\n" in page


def test_a_file_that_cannot_be_imported_has_nothing_to_play() -> None:
    """The sentence names what is to be mended, not the moves that were never asked for."""
    assert playable_board(SAMPLES["error"]()).reason == NOT_IMPORTED


def test_the_shortest_lost_game_of_each_side_is_offered() -> None:
    """A game against the rules, a tie or a win of the AI is not offered as a lost game."""

    def lost(*moves: int, board: str = "X........") -> Counterexample:
        return Counterexample(function="f", board=board, call="", got=words(""), expected=words(""), moves=moves)

    games = [lost(0, 1, 3, 2, 4, 5, 6), lost(0, 1, 3, 2, 6), lost(0, 0, 1), lost(0, 3, 1, 4, 8, 5)]
    games += [lost(0, 8, board="XO......."), lost(0, 1, 2, 4, 3, 5, 7, 6, 8), lost(0, 3, 1, 4, 2, 5)]
    checks = [check("winner.rows", "1", Verdict.FAIL, counterexample=one) for one in games]
    found = with_items(plays(first_best), line("winner", *checks))

    as_o = dataclasses.replace(found, observed=plays(only("O", first_best)).observed)
    assert [one.ai for one in playable_board(as_o).games] == ["O"]
    assert [(one.ai, one.moves, one.title) for one in playable_board(found).games] == [
        ("O", (0, 1, 3, 2, 6), "See how it loses as O"),
        ("X", (0, 8), "See how it gets stuck as X"),
    ]
