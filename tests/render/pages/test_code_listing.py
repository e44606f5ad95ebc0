"""The student's code on the page: findings find their lines in it, in files, helper modules and notebooks."""

from __future__ import annotations

import dataclasses

from playwright.sync_api import expect

from grader.capabilities.quality.capability import QualityFinding, QualityReport
from grader.model.result import Result
from grader.model.source import LinesRun, SourceCopy
from grader.model.verdict import Verdict
from grader.render.pages.code_listing import ListedCode
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.players import EXCERPT, crash
from tests.render.rendering import student_page
from tests.render.samples import SAMPLES, WINNER, check, line, result
from tests.words import words

MAIN = "def winner(board):\n    return row\n\n\ndef winner(board):\n    return 1\n"
SCRIPT = ListedCode(
    [
        SourceCopy(path="tictactoe.py", text=MAIN, lines=7),
        SourceCopy(path="rows.py", text="async def first():\n    def winner(): pass\n", lines=3),
    ]
)
NOTEBOOK = ListedCode([SourceCopy(path="game.ipynb", text="x = 1\n\ndef winner():\n    pass", lines=9, cells=(1, 3))])


def test_a_place_in_words_is_a_line_of_the_listing() -> None:
    """Of a file or of a cell; empty for what is not shown."""
    assert SCRIPT.target("tictactoe.py:6") == "code-0-6"
    assert SCRIPT.target("rows.py:1") == "code-1-1"
    assert NOTEBOOK.target("cell 2, line 2") == "code-0-4"
    for unknown in ("", "tictactoe.py:8", "tictactoe.py:0", "other.py:1", "cell 1, line 1", "tictactoe.py:" + "9" * 99):
        assert SCRIPT.target(unknown) == ""
    for unknown in ("cell 0, line 1", "cell 3, line 1", "cell 2, line 3"):
        assert NOTEBOOK.target(unknown) == ""


def test_the_definition_that_counts_is_the_last_one_in_the_graded_file() -> None:
    """Not one inside another function; a helper module's only if the graded file has none."""
    assert SCRIPT.definition("winner") == ("line 5", "code-0-5")
    assert SCRIPT.definition("first") == ("line 1 of rows.py", "code-1-1")
    assert NOTEBOOK.definition("winner") == ("cell 2, line 1", "code-0-3")
    assert SCRIPT.definition("minimax") is None


def test_lines_that_ran_are_shown_in_the_order_of_the_file() -> None:
    """The one that ran last is marked; a cell is named; nothing is shown if a line is unknown."""
    runs = [LinesRun(file="tictactoe.py", lines=(6, 5)), LinesRun(file="rows.py", lines=(1,))]
    runs.append(LinesRun(file="tictactoe.py", lines=(2,)))

    found = SCRIPT.lines_run(runs)
    assert [(one.number, one.target, one.last) for one in found] == [
        ("2", "code-0-2", True),
        ("5", "code-0-5", False),
        ("6", "code-0-6", False),
        ("1", "code-1-1", False),
    ]
    assert [one.number for one in NOTEBOOK.lines_run([LinesRun(file="game.ipynb", lines=(1, 4))])] == ["1:1", "2:2"]
    assert SCRIPT.lines_run([LinesRun(file="tictactoe.py", lines=(1, 99))]) == ()


def test_a_file_that_is_too_long_says_how_much_is_missing() -> None:
    """An edited record may hold anything: cells in no order, the same path twice, more lines than it says."""
    long, edited, empty = ListedCode(
        [
            SourceCopy(path="a.py", text="x\ny", lines=1000),
            SourceCopy(path="a.py", text="x\ny", lines=1, cells=(9, 2, -1)),
            SourceCopy(path="b.py", text="", lines=1),
        ]
    ).files

    assert (long.length, long.left_out) == ("1,000 lines", "998 more lines, too long to be shown")
    assert [[one.number for one in cell.lines] for cell in edited.cells] == [[1], [1]]
    assert [len(cell.lines) for cell in empty.cells] == [1]


def with_code(made: Result) -> Result:
    """Return `made` with a file of 60 lines."""
    text = "\n".join(["def winner(board):", *["    row = board[0]  # <b>"] * 58, "    return row"])
    return dataclasses.replace(made, source=(SourceCopy(path="t.py", text=text, lines=60),))


def test_findings_lead_to_their_lines(opens: Opens) -> None:
    """A click opens the folded code at the line: of the definition, of what raised, and of what ran last."""
    runs = (LinesRun(file="t.py", lines=(41, 2, 60)),)
    failed = crash("winner.columns", excerpt=EXCERPT, lines_run=runs)
    again = check("winner.rows", "4.5", Verdict.FAIL, message="wrong", lines_run=runs, reproduce="python -c 1")
    page = opens(student_page(with_code(result(line("winner", failed, again, verdict=Verdict.ERROR)))), alone=True)
    listing = page.locator("details.listing")
    assert not listing.evaluate("one => one.open")
    page.locator("#line-0 > summary").click()

    for name, target in (("winner: line 1", "code-0-1"), ("t.py:41", "code-0-41")):
        listing.evaluate("one => { one.open = false; }")
        page.get_by_role("link", name=name).first.click()
        assert page.evaluate("document.querySelector(':target').id") == target
        expect(page.locator(f"#{target}")).to_be_in_viewport()
    page.get_by_text("Your lines that this call ran last").click()
    assert page.locator(".run .source").all_inner_texts()[-1].split() == ["60", "return", "row"]
    expect(page.get_by_text("The last line that it reached is line 60.")).to_be_visible()
    expect(page.get_by_role("link", name="The lines it ran last")).to_have_count(1)


def test_findings_about_code_quality_lead_to_their_lines() -> None:
    """Those of the whole file lead nowhere; without the code nothing is a link."""
    made = SAMPLES["pending"]()
    item = next(one for one in made.criteria if one.capability == "quality")
    assert isinstance(item.found, QualityReport)
    place = QualityFinding(at="t.py:3", why=words("m"))
    kinds = (dataclasses.replace(item.found.kinds[0], findings=(place, QualityFinding(at="", why=words("n")))),)
    changed = dataclasses.replace(item, found=dataclasses.replace(item.found, kinds=kinds))
    made = dataclasses.replace(made, criteria=(changed,))

    assert b'<li><a href="#code-0-3"><code>t.py:3</code></a>: m</li>' in student_page(with_code(made))
    assert b'<a href="#code-' not in student_page(made)
    assert b"Your code" not in student_page(made)


def test_the_code_is_text() -> None:
    """What looks like HTML in it is escaped, inside a comment too."""
    page = student_page(with_code(result(WINNER))).decode()

    assert "<b>" not in page
    assert '<i class="c"># &lt;b&gt;</i>' in page
