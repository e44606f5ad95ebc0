"""The form for marks by hand writes the file that `grader report --manual` reads, and is on no student's page."""

from __future__ import annotations

import csv
import dataclasses
import io
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grader.batch.compact import compact
from grader.capabilities.by_hand.capability import MarkHistory
from grader.capabilities.by_hand.marks import marks_given, with_manual, with_marks_to_confirm
from grader.capabilities.by_hand.marks_file import MAX_COMMENT, parse_manual
from grader.cli import main
from grader.errors import UserError
from grader.model.class_row import ClassRow
from grader.model.result import ManualMark, Result
from grader.model.verdict import Verdict
from grader.store.class_record import ClassRecord, write_class_record
from grader.store.marks_template import share_of
from grader.store.report_files import write_class_reports, write_student_reports
from grader.store.result_folder import load_result
from tests.fixture_folders import SLOW
from tests.render.pages.accessibility import PHONE, serious_violations
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.large_class import large_class
from tests.render.rendering import class_page, student_page
from tests.render.samples import (
    BONUS,
    MINIMAX,
    QUALITY,
    SAMPLES,
    WINNER,
    check,
    failing,
    faulty,
    line,
    regraded,
    result,
)
from tests.words import words

PROPOSED = dataclasses.replace(QUALITY, proposed=Decimal("4.5"), reasons=words("two unused imports"))
MARKED = {"quality": ManualMark(points=Decimal(3), comment="=short, names; so", by="May", when="1 June")}


def called(name: str, one: Result) -> Result:
    """Return a result under another name."""
    info = dataclasses.replace(one.submission, id=name, student=name.title())
    return dataclasses.replace(one, submission=info)


def reload(page: Page) -> None:
    """Load the page again when the browser has stored what was typed: another process does that, a moment later."""
    page.wait_for_timeout(5000)  # nothing tells when; a machine with both processors busy needs more than 1.5 seconds
    page.reload()


@pytest.fixture
def results() -> dict[str, Result]:
    """Return a class: two with a proposal, one without, one marked, one with changed points, one with a fault."""
    plain = failing()
    proposing = dataclasses.replace(
        plain, criteria=tuple(PROPOSED if one.id == "quality" else one for one in plain.criteria)
    )
    made = {
        "ada": proposing,
        "bob": result(WINNER, MINIMAX, dataclasses.replace(PROPOSED, proposed=Decimal("1.25")), BONUS),
        "cleo": result(WINNER, MINIMAX, QUALITY, BONUS),
        "dan": with_manual(result(WINNER, MINIMAX, PROPOSED, BONUS), MARKED),
        "eve": regraded(),
        "fay": faulty(),
    }
    return {name: called(name, one) for name, one in made.items()}


@pytest.fixture
def folder(results: Mapping[str, Result], tmp_path: Path) -> Path:
    """Return the class's folder of reports."""
    for name, one in results.items():
        write_student_reports(one, tmp_path / "reports" / name, in_class=True)
    write_class_record(ClassRecord(graded=tuple(results), not_graded=()), tmp_path / "reports")
    write_class_reports(list(results.values()), tmp_path / "reports")
    return tmp_path / "reports"


@pytest.fixture
def page(opens: Opens, results: Mapping[str, Result]) -> Page:
    """Return the class's page in a browser."""
    return opens(class_page(list(results.values())), alone=True)


def saved(page: Page, name: str = "marks.csv") -> bytes:
    """Return the file that the page saves."""
    with page.expect_download() as download:
        page.click("#marking-save")
    assert download.value.suggested_filename == name
    return Path(download.value.path()).read_bytes()


def rows_of(data: bytes) -> list[dict[str, str]]:
    """Return the rows of the file."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., int]:
    """Return a function that runs `grader report`."""

    def call(*arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["grader", "report", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code

    return call


def test_what_is_typed_and_confirmed_counts_after_the_report(
    page: Page, folder: Path, results: Mapping[str, Result], report: Callable[..., int], tmp_path: Path
) -> None:
    """One key confirms a proposal; other keys give points, a reason, who and when; the totals are those."""
    page.click("[data-marks=quality]")
    page.keyboard.press("Enter")  # ada: the proposal
    page.keyboard.type("2")  # bob
    page.keyboard.press("Tab")
    page.keyboard.type('one letter names, e.g. "l"; see line 3')
    page.keyboard.press("Enter")
    page.keyboard.type("3,5")  # cleo
    page.keyboard.press("Enter")
    page.fill("#marking-student", "ada")
    page.select_option("#marking-item", "winner.rows")
    page.click("#marking-add")
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    page.keyboard.type("-0.5: row order clarified")
    page.fill("#marking-by", "Dr. May")
    page.fill("#marking-when", "Friday")
    page.get_by_label("Points for eve, winner(board)").fill("auto")
    (tmp_path / "marks.csv").write_bytes(saved(page))

    assert report(folder, "--manual", tmp_path / "marks.csv") == 0
    said = {"by": "Dr. May", "when": "Friday"}
    wanted: dict[str, dict[str, ManualMark | None]] = {
        "ada": {
            "quality": ManualMark(points=Decimal("4.5"), **said),
            "winner.rows": ManualMark(points=Decimal(4), comment="-0.5: row order clarified", **said),
        },
        "bob": {"quality": ManualMark(points=Decimal(2), comment='one letter names, e.g. "l"; see line 3', **said)},
        "cleo": {"quality": ManualMark(points=Decimal("3.5"), **said)},
        "eve": {"winner": None},
    }
    for name, one in results.items():
        stored, expected = load_result(folder / name), with_manual(one, wanted.get(name, {}))
        assert (stored.criteria, stored.score) == (expected.criteria, expected.score)
    history = load_result(folder / "eve").found_as(MarkHistory)
    assert history is not None
    assert (history.changes[-1].item, history.changes[-1].new) == ("winner", None)


@SLOW
def test_a_page_that_is_saved_as_it_is_changes_nothing(
    page: Page, folder: Path, results: Mapping[str, Result], report: Callable[..., int], tmp_path: Path
) -> None:
    """It holds what was given so far, to the letter, and empty rows for what is open."""
    data = saved(page)
    (tmp_path / "marks.csv").write_bytes(data)
    rows = {(row["student"], row["item"]): row for row in rows_of(data)}

    assert parse_manual(data, "marks.csv", results).marks == {
        name: marks_given(results[name]) for name in ("dan", "eve")
    }
    assert report(folder, "--manual", tmp_path / "marks.csv") == 0
    assert {name: load_result(folder / name) for name in results} == results
    assert (rows["ada", "quality"]["points"], rows["ada", "quality"]["proposed"]) == ("", "4.5")
    assert {line for student, line in rows if student == "ada"} == {"quality", "alpha_beta"}
    # The apostrophe keeps a spreadsheet from running the comment.
    assert rows["dan", "quality"]["comment"] == "'=short, names; so"
    assert "fay" not in {student for student, _ in rows}


@SLOW
def test_a_proposal_is_confirmed_by_its_button_too(page: Page) -> None:
    """The next row is ready then, and the grader's words stand beside it; any number can be confirmed."""
    row = page.locator("#marking-rows tr").first
    expect(row).to_contain_text("proposed: 4.5; two unused imports")
    row.get_by_role("button").click()

    expect(row.get_by_role("button")).to_be_hidden()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Points for bob, Code quality"
    page.get_by_role("button", name="OK: 1.25").click()
    assert [row["points"] for row in rows_of(saved(page)) if row["item"] == "quality"] == ["4.5", "1.25", "", "3", ""]


REFUSED = [
    ("bob", "winner", "10", "why", "at most 9 points"),
    ("bob", "winner", "1.234", "why", "points are a number such as 4.5, with at most 2 decimals"),
    ("bob", "winner", "-1", "why", "points are a number such as 4.5, with at most 2 decimals"),
    ("bob", "winner", "1", "", "say in the comment why the grader's points are changed"),
    ("bob", "winner", "", "why", "a comment, but no points"),
    ("bob", "winner", "ok", "why", "no points are proposed; write a number"),
    ("eve", "winner.rows", "1", "why", "the item winner has points by hand already; take them back first"),
]
TYPED = """([student, item, points, comment]) => {
    const part = name => document.getElementById(`marking-${name}`);
    const type = (input, text) => {
        input.value = text;
        input.dispatchEvent(new Event("input", {bubbles: true}));
    };
    type(part("student"), student);
    part("item").value = item;
    part("add").click();
    const row = document.activeElement.closest("tr");
    type(row.querySelector("[name=points]"), points);
    type(row.querySelector("[name=comment]"), comment);
    document.activeElement.blur();
    part("save").click();
    const focused = row.contains(document.activeElement);
    const found = [part("status").textContent, row.querySelector(".fail").textContent, focused];
    row.querySelector("button").click();
    return found;
}"""


@SLOW
def test_what_the_report_would_refuse_is_not_saved(page: Page, results: Mapping[str, Result]) -> None:
    """The row says why and has the cursor, and the page and `grader report` agree."""
    for student, item, points, comment, problem in REFUSED:
        said = page.evaluate(TYPED, [student, item, points, comment])
        table = f"student,item,points,comment\n{student},{item},{points},{comment}\n"

        assert said == [f"Not saved: {student}, {item}: {problem}", problem, True]
        with pytest.raises(UserError, match=r"marks\.csv:2"):
            parse_manual(table.encode(), "marks.csv", results)


@SLOW
def test_a_row_that_was_added_can_be_removed(page: Page) -> None:
    """And points that were given are taken back, or kept after all."""
    page.fill("#marking-student", "bob")
    page.select_option("#marking-item", "winner")
    page.click("#marking-add")
    page.get_by_role("button", name="Remove for bob").click()
    assert "bob" not in page.locator("#marking-rows").inner_text()
    take_back = page.get_by_role("button", name="Take back for eve").first
    take_back.click()
    assert page.get_by_label("Points for eve, winner(board)").input_value() == "auto"
    page.get_by_role("button", name="Keep for eve").click()
    assert page.get_by_label("Points for eve, winner(board)").input_value() == "8"


@SLOW
def test_a_check_that_could_not_be_made_needs_points_and_no_reason(opens: Opens) -> None:
    """The grader gave none that could be changed."""
    readme = dataclasses.replace(check("winner.rows", "2", Verdict.PENDING), id="files.readme", title="a README")
    files = dataclasses.replace(line("files", readme, verdict=Verdict.PENDING), by_hand=True)
    one = result(WINNER, files, student="gus")
    page = opens(class_page([one]), alone=True)
    page.fill("#marking-student", "gus")
    page.select_option("#marking-item", "files.readme")
    page.click("#marking-add")
    page.keyboard.type("2")

    assert "the grader gave" not in page.locator("#marking-rows").inner_text()
    assert parse_manual(saved(page), "marks.csv", {"gus": one}).marks == {
        "gus": {"files.readme": ManualMark(points=Decimal(2))}
    }


@SLOW
def test_a_student_who_is_not_there_is_said(page: Page) -> None:
    """Also one without a mark: there is nothing to change."""
    for name in ("nobody", "fay"):
        page.fill("#marking-student", name)
        page.click("#marking-add")
        expect(page.locator("#marking-status")).to_have_text("No student with a mark has this id.")


@SLOW
def test_the_whole_class_is_in_the_file_whatever_is_shown(opens: Opens) -> None:
    """A filter of the table hides students, and a long list of rows is cut: the file has all."""
    rows: list[ClassRow] = large_class(120)
    students = sum(isinstance(row, Result) and row.score is not None for row in rows)
    page = opens(class_page(rows), alone=True)
    page.goto(f"{page.url}#check=winner.diagonals")
    page.reload()
    assert page.locator("#marking-rows tr").count() == page.locator("#rows tr").count() < students
    page.click("#reset")
    assert page.locator("#marking-rows tr").count() == 100
    page.locator("#marking-rows [name=points]").last.press("Enter")
    assert page.locator("#marking-rows tr").count() == students
    assert (
        page.evaluate(
            "[...document.querySelectorAll('#marking-rows tr')].indexOf(document.activeElement.closest('tr'))"
        )
        == 100
    )

    assert len(rows_of(saved(page))) == 2 * students


def test_what_a_large_class_keeps_is_enough_for_the_form(results: Mapping[str, Result]) -> None:
    """The page of compact results is the same."""
    assert class_page([compact(one) for one in results.values()]) == class_page(list(results.values()))


def test_a_page_that_is_handed_out_has_no_form() -> None:
    """One that was made for the student alone, or in a class when nothing is left to be marked."""
    for make in SAMPLES.values():
        assert b"studentMarking() {" not in student_page(make())
    done = with_manual(failing(), {name: ManualMark(points=Decimal(1)) for name in ("quality", "alpha_beta")})
    assert b"studentMarking() {" not in student_page(done, in_class=True)


@pytest.fixture
def marking(opens: Opens, folder: Path) -> Callable[[str], Page]:
    """Return a function that opens a page of the folder in another window of the same browser."""
    first = opens(class_page([]), alone=True)

    def call(name: str) -> Page:
        page = first.context.new_page()
        page.goto(f"{folder.as_uri()}/{name}")
        return page

    return call


@SLOW
def test_marks_filled_in_beside_the_code_are_in_the_table_of_the_class(
    marking: Callable[[str], Page], folder: Path, results: Mapping[str, Result]
) -> None:
    """They are kept when pages are closed, and forgotten when the reports have them."""
    students_own = marking("ada/report.html")
    expect(students_own.get_by_label("Points for ada, Code quality")).to_be_hidden()
    overview = marking("index.html")
    beside_the_code = marking("ada/report.html#marking")
    beside_the_code.get_by_label("Points for ada, Code quality").press("Enter")  # the proposal
    beside_the_code.get_by_label("Comment for ada, Bonus").fill("cuts only as X")
    expect(beside_the_code.get_by_text("1 of 2 filled in; 1 not right yet")).to_be_visible()
    beside_the_code.get_by_label("Points for ada, Bonus").fill("7,5")
    beside_the_code.close()

    expect(overview.locator("#marking-status")).to_contain_text("not in the reports yet, but kept in this browser")
    again = marking("index.html")
    ada: dict[str, ManualMark | None] = {
        "quality": ManualMark(points=Decimal("4.5")),
        "alpha_beta": ManualMark(points=Decimal("7.5"), comment="cuts only as X"),
    }
    for page in (overview, again):
        assert parse_manual(saved(page), "marks.csv", results).marks["ada"] == ada
    expect(marking("bob/report.html").get_by_label("Points for bob, Code quality")).to_be_visible()
    taken = {**results, "ada": with_manual(results["ada"], ada)}
    write_class_reports(list(taken.values()), folder)
    again.reload()
    assert parse_manual(saved(again), "marks.csv", taken).marks["ada"] == ada
    expect(again.locator("#marking-status")).not_to_contain_text("not in the reports yet")


@SLOW
def test_what_is_typed_is_kept_beside_the_longest_comment(opens: Opens, results: Mapping[str, Result]) -> None:
    """The mark that it replaces is kept with it, to be compared."""
    given = {"quality": ManualMark(points=Decimal(3), comment="x" * MAX_COMMENT)}
    page = opens(class_page([with_manual(results["cleo"], given)]), alone=True)
    page.get_by_label("Points for cleo, Code quality").fill("2")
    reload(page)

    expect(page.get_by_label("Points for cleo, Code quality")).to_have_value("2")


@SLOW
def test_a_student_s_marks_can_be_saved_alone(marking: Callable[[str], Page], results: Mapping[str, Result]) -> None:
    """For browsers that keep nothing for all files of a folder: a link with #marking shows the fields, readably."""
    page = marking("bob/report.html#marking")
    page.get_by_label("Points for bob, Code quality").fill("1")
    page.get_by_label("Comment for bob, Code quality").fill("names")
    page.get_by_label("Comment for bob, Code quality").press("Tab")
    expect(page.get_by_role("button", name="1 1: names")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    assert serious_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save these marks").click()

    page.get_by_role("link", name="Next").click()
    expect(page.get_by_label("Points for cleo, Code quality")).to_be_visible()
    assert download.value.suggested_filename == "marks-bob.csv"
    data = Path(download.value.path()).read_bytes()
    assert parse_manual(data, "marks.csv", results).marks == {
        "bob": {"quality": ManualMark(points=Decimal(1), comment="names")}
    }


@SLOW
def test_a_comment_used_before_is_one_key_away(page: Page, results: Mapping[str, Result]) -> None:
    """With its points; those in the reports and those typed now, by key or by a click."""
    page.click("[data-marks=quality]")
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    page.keyboard.type("two names say nothing")
    page.keyboard.press("Enter")
    page.keyboard.press("Alt+2")  # bob
    page.get_by_role("button", name="1 3: =short, names; so").click()  # cleo

    marks = parse_manual(saved(page), "marks.csv", results).marks
    again = ManualMark(points=Decimal(2), comment="two names say nothing")
    assert [marks[name]["quality"] for name in ("ada", "bob")] == [again, again]
    assert marks["cleo"]["quality"] == ManualMark(points=Decimal(3), comment="=short, names; so")


@SLOW
def test_what_an_earlier_version_was_given_is_kept_by_one_key(opens: Opens, results: Mapping[str, Result]) -> None:
    """For an item that waits and for points that were changed; what is not confirmed does not count."""
    before = ManualMark(points=Decimal(2), comment="two names say nothing", by="May")
    again = {
        name: with_marks_to_confirm(results[name], {"quality": before, "winner.rows": before})
        for name in ("ada", "bob")
    }
    page = opens(class_page(list(again.values())), alone=True)
    expect(page.locator("#marking-rows tr").first).to_contain_text(
        "marked 2 for an earlier version: two names say nothing"
    )
    assert parse_manual(saved(page), "marks.csv", again).marks == {}
    page.click("[data-marks=quality]")
    page.keyboard.press("Enter")
    page.select_option("#marking-view", "changed")
    page.get_by_role("button", name="Keep: 2 for bob").click()

    assert parse_manual(saved(page), "marks.csv", again).marks == {
        "ada": {"quality": before},
        "bob": {"winner.rows": before},
    }


@SLOW
def test_what_was_typed_for_another_version_of_the_file_is_told_and_not_taken(
    marking: Callable[[str], Page], folder: Path, results: Mapping[str, Result]
) -> None:
    """A person looks at the new one."""
    page = marking("index.html")
    page.get_by_label("Points for cleo, Code quality").fill("2")
    info = dataclasses.replace(results["cleo"].submission, sha256="f" * 64)
    new = {**results, "cleo": dataclasses.replace(results["cleo"], submission=info)}
    write_class_reports(list(new.values()), folder)
    reload(page)

    assert "cleo" not in parse_manual(saved(page), "marks.csv", new).marks
    expect(page.locator("#marking-rows")).to_contain_text("typed here for an earlier version of the file: 2")


@SLOW
def test_the_form_fits_a_phone(opens: Opens, results: Mapping[str, Result]) -> None:
    """Nothing is wider than the window."""
    page = opens(class_page(list(results.values())), viewport=PHONE)
    for view in ("quality", "changed"):
        page.select_option("#marking-view", view)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@SLOW
def test_all_who_made_one_mistake_get_points_with_one_reason(page: Page) -> None:
    """From its card: the list shows them, the form has the check, and gives to nobody else."""
    page.locator("button[data-checks]").first.click()
    name = page.locator("#marking-item").input_value()
    expect(page.locator("#marking-points")).to_be_focused()
    shown = page.locator("#rows tr").count()
    expect(page.locator("#marking-many")).to_have_text(f"Give to all {shown} in the list")

    page.click("#marking-many")
    expect(page.locator("#marking-status")).to_contain_text("Points are a number")
    page.fill("#marking-points", "+0,5")
    page.click("#marking-many")
    expect(page.locator("#marking-status")).to_contain_text("Give a reason")
    page.fill("#marking-comment", "the sheet was not clear")
    page.click("#marking-many")
    page.click("#reset")

    given = [row for row in rows_of(saved(page)) if row["item"] == name and row["points"] == "0.5"]
    assert shown == len(given) + 1 > 1, "Eve has points for the whole item"
    assert {"the sheet was not clear"} == {row["comment"] for row in given}


@SLOW
@pytest.mark.parametrize(
    ("failed", "chosen"),
    [(("winner.rows", "winner.columns"), "winner"), (("winner.rows", "minimax.legal_move"), "")],
    ids=["one item", "several"],
)
def test_who_failed_many_checks_at_once_gets_points_for_what_these_are_of(
    opens: Opens, failed: tuple[str, ...], chosen: str
) -> None:
    """An item, or what a person chooses: such as for a file that cannot be imported; never just the first check."""
    checks = [check(name, "4", Verdict.ERROR, message="broken") for name in failed]
    by_item = {one.function: [other for other in checks if other.function == one.function] for one in checks}
    lost = [line(name, *of_item) for name, of_item in by_item.items()]
    page = opens(class_page([result(*lost, student=name) for name in ("ada", "bob")]))
    page.locator("button[data-checks]").click()

    assert page.locator("#marking-item").input_value() == chosen
    expect(page.locator("#marking-points" if chosen else "#marking-item")).to_be_focused()


@SLOW
def test_all_proposals_of_the_list_are_accepted_at_once(page: Page) -> None:
    """The form has whom the list shows: the proposal of somebody else stays open."""
    page.select_option("#marking-view", "quality")
    page.fill("#q", "bob")
    page.click("#marking-accept")
    expect(page.locator("#marking-rows tr")).to_have_count(1)
    page.fill("#q", "")

    points = {row["student"]: row["points"] for row in rows_of(saved(page)) if row["item"] == "quality"}
    assert ("1.25", "") == (points["bob"], points["ada"])


def test_a_section_beside_a_name_is_no_part_of_the_id(opens: Opens) -> None:
    """Where names of folders are ids, the page has no column of ids: rows of the file name students all the same."""
    plain = result(WINNER, PROPOSED)
    who = dataclasses.replace(plain.submission, id="ada", student="ada", group="Team 4", section="A")
    page = opens(class_page([dataclasses.replace(plain, submission=who)]), alone=True)

    expect(page.locator("#marking-rows th a, #marking-rows th").first).to_have_text("ada")
    assert {"ada"} == {row["student"] for row in rows_of(saved(page))}


@SLOW
def test_a_sample_is_marked_a_second_time(page: Page) -> None:
    """Who is marked, without the marks; the file says what it is, and what is typed there is apart from the rest."""
    page.fill("#second", "5")
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#rows td:visible")).to_have_text(["dan"])
    expect(page.locator("#marking > p").first).to_contain_text("save them as second.csv")
    expect(page.locator("#marking > p").first).to_contain_text("--manual second.csv")
    points = page.get_by_label("Points for dan, Code quality")
    assert points.input_value() == ""
    points.fill("4")
    (row,) = rows_of(saved(page, "second.csv"))
    assert ("dan", "quality", "4", "second marking") == (row["student"], row["item"], row["points"], row["second"])

    page.click("#reset")
    expect(page.locator("#marking > p").first).to_contain_text("--manual marks.csv")
    page.select_option("#marking-view", "quality")
    assert page.get_by_label("Points for dan, Code quality").input_value() == "3"
    (row,) = [row for row in rows_of(saved(page)) if (row["student"], row["item"]) == ("dan", "quality")]
    assert ("3", None) == (row["points"], row.get("second"))


@SLOW
def test_what_is_dealt_with_is_ticked_and_kept_in_the_journal(
    opens: Opens, folder: Path, report: Callable[..., int]
) -> None:
    """The tick is a row of the table; then the page folds the case away, and the tick can be taken back."""
    page = opens(folder / "index.html", alone=True)
    page.locator("[data-need=internal_error]").check()
    data = saved(page)
    assert [("fay", "needs:internal_error", "done")] == [
        (row["student"], row["item"], row["points"]) for row in rows_of(data) if row["item"].startswith("needs:")
    ]

    table = folder.parent / "marks.csv"
    table.write_bytes(data)
    assert 0 == report(folder, "--manual", table)
    text = (folder / "summary.md").read_text(encoding="utf-8")
    assert ("### Internal error" in text, "### Dealt with: 1" in text) == (False, True)
    table.write_text("student,item,points,by\nfay,needs:internal_error,open,Kim\n", encoding="utf-8")
    assert 0 == report(folder, "--manual", table)
    assert "### Internal error: 1" in (folder / "summary.md").read_text(encoding="utf-8")


@SLOW
def test_enter_leads_from_student_to_student(opens: Opens, folder: Path) -> None:
    """The cursor stands in the first field without points; after the last one the next student's page opens."""
    page = opens(folder / "index.html", alone=True)
    page.locator("#marking-rows a").first.click()
    expect(page.locator(".by-hand input[name=points]").first).to_be_focused()
    count = page.locator(".by-hand input[name=points]").count()
    first = page.url
    for _ in range(count):
        page.keyboard.type("1")
        page.keyboard.press("Enter")
    page.wait_for_function("first => location.href !== first", arg=first)
    expect(page.locator(".by-hand input[name=points]:focus")).to_have_count(1)


@SLOW
def test_each_of_several_people_has_a_share_in_the_page(page: Page, results: Mapping[str, Result]) -> None:
    """The same as in the table to fill in; the address has it, to be sent to whom it is for."""
    graded = [one for one in results.values() if one.score is not None]
    for share in ("1/2", "2/2"):
        page.fill("#mine", share)
        shown = {row.split("\t")[0].lower() for row in page.locator("#rows tr:not(.none) th").all_inner_texts()}
        assert shown == {one.submission.id for one in share_of(graded, share)}
        assert f"mine={share.replace('/', '%2F')}" in page.url
    page.click("#reset")
    expect(page.locator("#rows tr")).to_have_count(len(results))
