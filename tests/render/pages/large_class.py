"""A large class of varied results, and what its page costs: ``python -m tests.render.pages.large_class [COUNT]``."""

from __future__ import annotations

import dataclasses
import hashlib
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from grader.batch.compact import compact
from grader.model.class_row import ClassRow, NotGraded
from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult, ItemResult, Result
from grader.model.verdict import Verdict
from tests.render.pages.browser_tabs import browser_path
from tests.render.rendering import class_page
from tests.render.samples import BONUS, QUALITY, result
from tests.words import words

LINES = {
    "player": {"first_move": 2, "alternates": 7, "board_unchanged": 1},
    "actions": {"right_cells": 6, "set_of_tuples": 3, "board_unchanged": 1},
    "result": {
        "new_board": 5,
        "original_unchanged": 4,
        "no_shared_rows": 1,
        "rejects_occupied": 3,
        "rejects_out_of_range": 1,
        "rejects_negative": 1,
    },
    "winner": {"rows": 4, "columns": 4, "diagonals": 4, "none_otherwise": 2, "board_unchanged": 1},
    "terminal": {"won": 3, "full": 3, "in_progress": 2, "returns_bool": 1, "board_unchanged": 1},
    "utility": {"x_wins": 3, "o_wins": 3, "tie": 3, "board_unchanged": 1},
    "minimax": {
        "none_when_over": 3,
        "legal_move": 3,
        "keeps_win": 4,
        "keeps_draw": 4,
        "never_loses_as_x": 4,
        "never_loses_as_o": 4,
        "board_unchanged": 1,
        "in_time": 2,
    },
}
MISTAKES = (
    (("winner.diagonals", "terminal.won", "utility.x_wins", "minimax.keeps_win"), "misses the anti-diagonal", 9),
    (("winner.columns", "terminal.won", "utility.o_wins"), "misses the right column", 17),
    (("actions.set_of_tuples",), "on every open board", 5),
    (("result.original_unchanged", "result.no_shared_rows", "minimax.board_unchanged"), "", 7),
    (("result.rejects_negative",), "", 3),
    (("terminal.returns_bool",), "", 11),
    (("minimax.keeps_draw", "minimax.never_loses_as_o"), "", 8),
    (("player.alternates",), "whenever O is to move", 23),
)
"""Checks that fail together, the pattern of their answers, and how many students share one such mistake."""
BOARDS = ("..X.X.XOO", "X.OXO.X..", ".........", "XOXOXO...", "O.X.X....", "OOX.X.X..")


def large_class(students: int) -> list[ClassRow]:
    """Return a class with equal and different mistakes; the same class every time."""
    return [_row(number) for number in range(students)]


def _row(number: int) -> ClassRow:
    name = f"student-{number:04}"
    if number % 500 == 499:
        return NotGraded(id=name, student=f"Student {number}", reason="two files could be meant: a.py, b.py")
    failed = dict(_import_failed(number) if _draw(number, "import") % 40 == 0 else _failed(number))
    one = result(*(_line(line, failed) for line in LINES), QUALITY, BONUS, student=name)
    who = dataclasses.replace(
        one.submission,
        student=f"{('Ana', 'Bo', 'Zoë', 'Mira', 'Jun')[number % 5]} {name[-4:]}",
        sha256=f"same {number // 2 if number % 150 == 1 else number}",
    )
    seconds = 0.2 + (_draw(number, "time") % 1000) ** 3 / 2e7
    timing = dataclasses.replace(
        one.timing, cpu_seconds=round(seconds, 3), near_limit=("minimax(board)",) if seconds > 49 else ()
    )
    whole = dataclasses.replace(one, submission=who, timing=timing)
    if number % 700 == 699:
        return dataclasses.replace(whole, status="harness_fault", score=None, fault="the worker ended early")
    return whole


def _draw(*what: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:6], "big")


def _import_failed(number: int) -> Iterator[tuple[str, CheckResult]]:
    said = ("SyntaxError: invalid syntax", "NameError: name 'deepcopy' is not defined")[number % 2]
    for line, checks in LINES.items():
        for check in checks:
            message = f"the file cannot be imported: {said} at tictactoe.py:{number % 90}"
            yield f"{line}.{check}", _check(f"{line}.{check}", Verdict.ERROR, reasons=words(message))


def _failed(number: int) -> Iterator[tuple[str, CheckResult]]:
    for at, (checks, pattern, often) in enumerate(MISTAKES):
        if _draw(number, at) % often == 0:
            for check in checks:
                # One in four makes the mistake in a different way.
                own = number if _draw(number, at, "own") % 4 == 0 else 0
                yield check, _wrong(check, pattern if check == checks[0] else "", _draw(at, check, own))


def _wrong(check: str, pattern: str, seed: int) -> CheckResult:
    function, board = check.partition(".")[0], BOARDS[seed % len(BOARDS)]
    example = Counterexample(
        function=function,
        board=board,
        call=f"{function}(board)",
        got=words(f"({seed % 3}, 0)"),
        expected=words("one of (0, 1), (1, 1)"),
    )
    message = f"wrong on {seed % 5000:,} of 5,478 boards"
    more = {"wrong": seed % 5000, "of": 5478, "counterexample": example, "pattern": words(pattern) if pattern else ()}
    behaviour = hashlib.sha256(repr(seed).encode()).hexdigest()[:32]
    return _check(check, Verdict.FAIL, reasons=words(message), behaviour=behaviour, **more)


@cache
def _passed(name: str) -> CheckResult:
    return _check(name, Verdict.PASS)


def _line(name: str, failed: dict[str, CheckResult]) -> ItemResult:
    if not any(f"{name}.{one}" in failed for one in LINES[name]):
        return _whole(name)
    return _judged(name, failed)


@cache
def _whole(name: str) -> ItemResult:
    return _judged(name, {})


def _judged(name: str, failed: dict[str, CheckResult]) -> ItemResult:
    checks = [failed.get(f"{name}.{one}") or _passed(f"{name}.{one}") for one in LINES[name]]
    worst = next((one.verdict for one in checks if one.verdict is not Verdict.PASS), Verdict.PASS)
    return ItemResult(
        id=name,
        title=f"{name}(board)",
        points=sum((one.points for one in checks), Decimal(0)),
        earned=sum((one.earned for one in checks), Decimal(0)),
        verdict=worst,
        checks=tuple(checks),
    )


def _check(name: str, verdict: Verdict, **more: object) -> CheckResult:
    line, _, check = name.partition(".")
    points = Decimal(LINES[line][check])
    earned = points if verdict is Verdict.PASS else Decimal(0)
    title = f"{check.replace('_', ' ')} as the sheet says"
    plain = CheckResult(id=name, title=title, points=points, earned=earned, verdict=verdict)
    return dataclasses.replace(plain, **more)  # type: ignore[arg-type] # handed on as they are


def _measured(page: Page, what: str) -> float:
    """Return the milliseconds from an action to the next painted frame."""
    script = f"""() => new Promise((done) => {{
        const start = performance.now();
        {what};
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    }})"""
    return float(page.evaluate(script))


def _typed(text: str) -> str:
    return f"q.value = '{text}'; q.dispatchEvent(new Event('input', {{bubbles: true}}))"


def _in_browser(data: bytes) -> Iterator[tuple[str, float]]:
    named = browser_path()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "index.html"
        file.write_bytes(data)
        browser = playwright.chromium.launch(executable_path=named)
        page = browser.new_page()
        page.goto(file.as_uri())
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        yield "first paint, ms", page.evaluate(paint)
        yield "loaded, ms", page.evaluate("performance.timing.loadEventEnd - performance.timing.navigationStart")
        yield "jump to the table, ms", _measured(page, "document.getElementById('students').scrollIntoView()")
        for column in ("mark", "time", "student"):
            yield (
                f"sort by {column}, ms",
                _measured(page, f"document.querySelector('[data-sort={column}] button').click()"),
            )
        yield "search, ms", _measured(page, _typed("zoe 12"))
        yield "search undone, ms", _measured(page, _typed(""))
        yield "filter, ms", _measured(page, "document.querySelector('[data-set=check]').click()")
        browser.close()


def _kept(students: int) -> float:
    """Return the KiB that the coordinator keeps for each student."""
    tracemalloc.start()
    rows = [compact(row) if isinstance(row, Result) else row for row in map(_row, range(students))]
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / 1024 / len(rows)


def main(students: int) -> None:
    """Print what the page of a class of this size costs."""
    rows = large_class(students)
    start = time.process_time()
    data = class_page(rows)
    seconds = time.process_time() - start
    figures = [
        ("page, MB", len(data) / 1e6),
        ("rendered, CPU s", seconds),
        ("per student, CPU ms", seconds * 1e3 / students),
    ]
    for name, value in [*figures, ("memory per student, KiB", _kept(students)), *_in_browser(data)]:
        sys.stdout.write(f"{name:28}{value:10.2f}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
