"""The class's page shows every student, finds them, and never runs what a student wrote."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from grader.batch.compact import compact
from grader.model.class_row import ClassInfo, ClassRow, NotGraded, Skipped
from grader.model.result import Result, import_failure
from grader.story.classes.statistics import class_statistics
from tests.fixture_folders import SLOW
from tests.render.pages.accessibility import PHONE, unreadable
from tests.render.pages.browser_tabs import Opens
from tests.render.pages.large_class import large_class
from tests.render.payloads import PAYLOADS, PLACES, TRIED, class_info, classroom, graded, put
from tests.render.rendering import class_page
from tests.render.samples import MINIMAX, QUALITY, WINNER, failing, faulty, result

STUDENTS = 40
LARGEST = 5_000_000
MISSING = NotGraded(id="99-two", student="Noor", reason="two files could be meant: a.py, b.py")
EVERYBODY = STUDENTS + 2
VISIBLE = "#rows tr"
ID, STATUS = 2, 4
"""Columns."""


@pytest.fixture(scope="module")
def rows() -> list[ClassRow]:
    """Return a class with a fault and a student who is not graded."""
    return [*large_class(STUDENTS), faulty(), MISSING]


@pytest.fixture(scope="module")
def page_bytes(rows: list[ClassRow]) -> bytes:
    """Return its page."""
    return class_page(rows)


@pytest.fixture
def page(opens: Opens, page_bytes: bytes) -> Page:
    """Return the page in a browser."""
    return opens(page_bytes)


def column(page: Page, number: int) -> list[str]:
    """Return the texts of a column, from the top."""
    return page.locator(f"{VISIBLE} > :nth-child({number})").all_text_contents()


def ids(page: Page) -> list[str]:
    """Return the ids that are shown."""
    return column(page, ID)


def values(page: Page, number: int) -> list[float]:
    """Return the numbers in a column; students without a mark come before all others."""
    return [-1.0 if text in {"", "no mark"} else float(text) for text in column(page, number)]


@SLOW
def test_a_column_sorts_both_ways(page: Page) -> None:
    """The heading shows the direction, and the first click puts the interesting rows on top."""
    for name, number, first_down in (("mark", 3, False), ("item-winner", 8, False), ("time", 14, True)):
        header = page.locator(f"th[data-sort={name}]")
        for down in (first_down, not first_down):
            header.locator("button").click()
            found = [value for value in values(page, number) if name != "time" or value >= 0]
            assert found == sorted(found, reverse=down)
            assert header.get_attribute("aria-sort") == ("descending" if down else "ascending")
    assert page.locator("[aria-sort]").count() == 1
    assert len(ids(page)) == EVERYBODY


@SLOW
def test_the_status_sorts_what_is_urgent_to_the_top(page: Page) -> None:
    """Who has no mark comes before everybody else."""
    page.click("th[data-sort=status] button")

    assert column(page, STATUS)[:2] == ["internal error", "not graded"]


@SLOW
def test_students_sort_both_ways(page: Page) -> None:
    """By name; that is how the page opens."""
    assert column(page, 1) == sorted(column(page, 1), key=str.casefold)
    page.click("th[data-sort=student] button")
    assert column(page, 1) == sorted(column(page, 1), key=str.casefold, reverse=True)
    page.click("th[data-sort=id] button")
    assert ids(page) == sorted(ids(page))


def test_search_finds_names_and_ids(page: Page, rows: list[ClassRow]) -> None:
    """Every word must occur; case and accents do not matter."""
    named = [(one.id, one.student) for one in (row if isinstance(row, NotGraded) else row.submission for row in rows)]
    folded = {one: f"{one} {name}".lower().replace("ë", "e") for one, name in named}
    for text in ("student-0007", "ZOE", "zoë 00", "mira 3", "noor"):
        page.fill("#q", text)
        words = text.lower().replace("ë", "e").split()
        wanted = [one for one, said in folded.items() if all(word in said for word in words)]

        assert sorted(ids(page)) == sorted(wanted) != []
        expect(page.locator("#shown")).to_contain_text(f"{len(wanted)} of {EVERYBODY} shown")


def test_search_finds_letters_that_a_keyboard_does_not_have(opens: Opens) -> None:
    """Some of them are letters of their own, not letters with an accent."""
    page = opens(class_page([result(WINNER, student="Łukasz Ørsted-Großmann I\u015f\u0131k"), failing()]))
    for text in ("lukasz", "ŁUKASZ", "orsted", "Grossmann", "großmann", "isik"):
        page.fill("#q", "nobody")
        expect(page.locator("#shown")).to_contain_text("0 of 2 shown")
        page.fill("#q", text)
        expect(page.locator("#shown")).to_contain_text("1 of 2 shown")


def failed(rows: list[ClassRow], check: str) -> list[str]:
    """Return who failed a check, of those whose file could be imported."""
    return [
        one.submission.id
        for one in rows
        if isinstance(one, Result)
        and one.score
        and not import_failure(one)
        and any(found.id == check and found.verdict.value != "pass" for item in one.criteria for found in item.checks)
    ]


def test_filters_combine_and_reset(page: Page, rows: list[ClassRow]) -> None:
    """Filters work together; one button resets them all."""
    page.select_option("#check", "minimax.keeps_draw")
    assert sorted(ids(page)) == failed(rows, "minimax.keeps_draw")
    page.select_option("#item", "actions")
    both = set(failed(rows, "minimax.keeps_draw")) & set(failed(rows, "actions.set_of_tuples"))
    assert set(ids(page)) == both != set()
    page.fill("#q", "nobody is called so")
    assert ids(page) == []
    expect(page.locator("#nobody")).to_be_visible()
    page.click("#reset")
    assert len(ids(page)) == EVERYBODY
    expect(page.locator("#nobody")).to_be_hidden()


def test_no_filter_hides_what_needs_a_person(page: Page) -> None:
    """It stands above the roster: who it is, what happened, what to do."""
    page.fill("#q", "no such name")
    attention = page.locator(".attention")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for text in ("Noor", "two files could be meant", "Put right what is named", "did not finish", "Code quality"):
        expect(attention).to_contain_text(text)


@SLOW
def test_the_reasons_filter_the_roster(page: Page) -> None:
    """One choice finds everybody who needs a person, one for each reason its students."""
    labels = page.locator("#status option").evaluate_all("options => options.map(one => [one.value, one.textContent])")
    assert [value for value, _ in labels][:4] == ["", "any", "internal_error", "not_graded"]
    for value, label in labels[1:]:
        page.select_option("#status", value)
        assert f"({len(ids(page))})" in label
    page.select_option("#status", "not_graded")
    assert ids(page) == [MISSING.id]


@SLOW
def test_a_reason_leads_to_its_students(page: Page) -> None:
    """By a button beside it."""
    page.click(".attention button[data-to=internal_error]")

    assert column(page, STATUS) == ["internal error"]
    assert page.evaluate("document.activeElement.id") == "students"


@SLOW
def test_a_check_and_a_mistake_filter_the_table(page: Page, rows: list[ClassRow]) -> None:
    """A button beside each shows exactly its students, and the way back is the browser's."""
    first = page.locator("button[data-set=check]").first
    check = first.get_attribute("data-to") or ""
    first.click()
    assert sorted(ids(page)) == failed(rows, check)
    page.go_back()
    assert len(ids(page)) == EVERYBODY
    card = page.locator(".mistakes .shared", has=page.locator("button")).first
    wanted = card.locator("a").evaluate_all("links => links.map(link => link.textContent)")
    card.locator("button").first.click()
    assert column(page, 1) == wanted
    assert page.evaluate("document.activeElement.id") == "students"


@SLOW
def test_the_address_holds_the_view(opens: Opens, page_bytes: bytes) -> None:
    """A link opens the same view; values that the page does not offer are ignored."""
    page = opens(page_bytes)
    page.select_option("#check", "minimax.keeps_draw")
    page.click("th[data-sort=mark] button")
    view = ids(page)
    page.goto("about:blank")
    page.go_back()
    assert "check=minimax.keeps_draw&sort=mark" in page.url
    assert ids(page) == view
    page.goto(page.url.split("#")[0] + "#check=%3Cscript%3E&sort=__proto__&mistake=x&item=%00&q=%3Cimg%20src=x%3E")
    page.reload()
    assert page.input_value("#q") == "<img src=x>"
    assert [page.input_value(f"#{name}") for name in ("item", "check", "mistake")] == ["", "", ""]
    assert page.locator("th[data-sort=student]").get_attribute("aria-sort") == "ascending"


@SLOW
def test_the_keyboard_reaches_everything(opens: Opens) -> None:
    """Tab comes to each link, button, field and fold once, in their order."""
    page = opens(class_page([*large_class(4), failing(), MISSING]))
    wanted = page.evaluate(
        "[...document.querySelectorAll('a[href], button, input, select, summary, [role=region]')]"
        ".filter(one => one.checkVisibility()).map((one, at) => one.dataset.at = String(at))"
    )
    reached = []
    for _ in wanted:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.at"))

    assert reached == wanted


@SLOW
def test_axe_finds_nothing_serious(opens: Opens) -> None:
    """In every look, with all that can be opened open."""
    page = opens(class_page([*large_class(6), failing(), faulty(), MISSING]), alone=True)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.locator("#marking-rows [name=points]").first.fill("much")

    assert unreadable(page) == []


@SLOW
@pytest.mark.parametrize("make", [lambda rows: rows, lambda _rows: classroom("a" * 5000)], ids=["class", "long words"])
def test_a_phone_scrolls_one_way(
    opens: Opens, rows: list[ClassRow], make: Callable[[list[ClassRow]], list[ClassRow]]
) -> None:
    """Nothing is wider than 360 pixels."""
    page = opens(class_page(make(rows)), viewport=PHONE)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")

    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@SLOW
def test_a_large_roster_begins_with_its_first_rows(opens: Opens) -> None:
    """The rest is a click away, and search and order are of everybody; on paper and without script all are there."""
    data = class_page(large_class(140))
    page = opens(data)
    assert page.locator(VISIBLE).count() == 100
    expect(page.locator("#shown")).to_have_text("100 of 140 shown")
    page.click("th[data-sort=student] button")
    assert column(page, 1)[0] == "Zoë 0137"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(VISIBLE).count() == 140
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.click("text=Show all 140")
    assert page.locator(VISIBLE).count() == 140
    assert page.evaluate("document.activeElement.closest('tr').sectionRowIndex") == 100
    assert opens(data, java_script_enabled=False).locator("#table tbody tr:visible").count() == 140


def test_a_note_of_most_students_is_said_once() -> None:
    """Above the roster, with how many have it; other notes stand in their rows."""
    rows = [result(WINNER, student=f"s{at}", notes=("there is no README",) * (at < 6)) for at in range(8)]
    rows[7] = dataclasses.replace(rows[7], notes=("two parameters",))
    page = class_page(rows).decode()

    assert page.count("there is no README") == 1
    assert "6 of 8 students: there is no README" in page
    assert "<small>two parameters</small>" in page


@SLOW
def test_without_script_everybody_is_there(opens: Opens, page_bytes: bytes) -> None:
    """And nothing that would need one."""
    page = opens(page_bytes, java_script_enabled=False)

    assert page.locator(VISIBLE).count() == EVERYBODY
    assert page.locator(":is(button, input, select):visible").count() == 0


@SLOW
def test_paper_has_the_whole_table(opens: Opens, page_bytes: bytes) -> None:
    """Controls are left out; heads of columns are text, since a browser repeats no buttons on each page of paper."""
    page = opens(page_bytes)
    heads = page.locator("#table thead").all_inner_texts()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    assert page.locator(VISIBLE).last.is_visible()
    assert page.locator(":is(#q, .done, #table button):visible").count() == 0
    assert page.locator("#attention details:not([open]):not(.folded)").count() == 0
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#table thead").all_inner_texts() == heads
    page.click("th[data-sort=mark] button")


ELEMENTS = """
    html head meta title link style body a header p h1 h2 h3 dl div dt dd nav main section ul ol li b button span code
    figure figcaption svg rect text line path circle details summary table thead tbody tr th td label input select
    option optgroup small script kbd datalist bdi article h4 dl
"""
LINK = r"#[a-z]+|data:,|[^:/]+/report\.html|gradebook\.csv|summary\.md"
LOOK = """pages => pages.map(text => {
    const every = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("*")];
    return {
        names: [...new Set(every.map(one => one.localName))],
        scripts: every.filter(one => one.localName === "script").length,
        acting: every.flatMap(one => [...one.attributes]).filter(one => /^(on|style|src)/i.test(one.name)).length,
        links: every.filter(one => one.hasAttribute("href")).map(one => one.getAttribute("href")),
        text: every[0].textContent,
    };
})"""


def test_hostile_text_makes_no_part_of_the_page(opens: Opens) -> None:
    """In every place at once, as a browser reads it: only our elements, one script, links to our own pages."""
    page = opens(class_page([]))
    for look in page.evaluate(
        LOOK, [class_page(classroom(text), class_info(text)).decode() for text in TRIED.values()]
    ):
        assert set(look["names"]) <= set(ELEMENTS.split())
        assert (look["scripts"], look["acting"]) == (1, 0)
        assert all(re.fullmatch(LINK, link) for link in look["links"])


SHOWN = ("student", "message", "call", "got", "expected", "title of a check", "title of a line", "title of the rubric")


@SLOW
def test_a_script_in_any_place_is_text(opens: Opens) -> None:
    """It is read and not run."""
    script = PAYLOADS["script"]
    page = opens(class_page(classroom(script), class_info(script)))
    for look in page.evaluate(LOOK, [class_page([put(graded("x"), PLACES[one], script)]).decode() for one in SHOWN]):
        assert script in look["text"]
        assert look["scripts"] == 1


def test_a_link_leads_to_the_student_s_folder() -> None:
    """Any id is one name of a folder in the link; an id that cannot be one has no link."""
    for name, wanted in {
        "a b/c?d#e": b'href="a%20b%2Fc%3Fd%23e/report.html"',
        "..": None,
        "\ud800": b'href="%3F/',
    }.items():
        one = result(WINNER)
        data = class_page([dataclasses.replace(one, submission=dataclasses.replace(one.submission, id=name))])
        assert wanted in data if wanted else b"report.html" not in data


CLASSES: dict[str, list[ClassRow]] = {
    "nobody": [],
    "one": [failing()],
    "one with full marks": [result(WINNER, MINIMAX)],
    "only faults": [faulty()],
    "nobody graded": [MISSING],
    "nothing pending": [result(WINNER, student="a"), result(WINNER, student="b")],
    "nothing automatic": [result(QUALITY)],
}


SECTIONS = """pages => pages.map(text => {
    const page = new DOMParser().parseFromString(text, "text/html");
    return {
        headings: page.querySelectorAll("main h2").length,
        header: page.querySelector("header").textContent,
        bodies: [...page.querySelectorAll("section")].map(one => one.textContent.replace(/\\s+/g, " ").length
            - one.querySelector("h2").textContent.length),
    };
})"""


def test_no_heading_stands_alone(opens: Opens) -> None:
    """A section without content is left out."""
    page = opens(class_page([]))
    for look in page.evaluate(SECTIONS, [class_page(rows).decode() for rows in CLASSES.values()]):
        assert all(length > 10 for length in look["bodies"])
        assert look["headings"] == len(look["bodies"])
        assert "None" not in look["header"]


def test_identical_files_are_named(opens: Opens) -> None:
    """Beside each of them, and as a group."""
    pair = [result(WINNER, student="a"), result(WINNER, student="b")]
    same = [dataclasses.replace(one, submission=dataclasses.replace(one.submission, sha256="x")) for one in pair]
    page = opens(class_page(same))

    assert column(page, 3) == ["graded same code as b", "graded same code as a"]
    expect(page.locator(".suspicious")).to_contain_text("a; b")


def test_members_of_a_group_hand_in_one_file() -> None:
    """Others with the same file are named, and the group with them."""
    members = [known(result(WINNER, student=name), group="Team 4") for name in ("a", "b")]
    same = [dataclasses.replace(one, submission=dataclasses.replace(one.submission, sha256="x")) for one in members]
    other = dataclasses.replace(same[0], submission=dataclasses.replace(same[0].submission, id="c", group=""))

    assert class_statistics(same).same_code == []
    assert [len(found) for found in class_statistics([*same, other]).same_code] == [3]
    namesake = known(same[0], id="c", upload="B/Team 4", section="B")
    assert [len(found) for found in class_statistics([*same, namesake]).same_code] == [3]


def known(one: Result, **facts: object) -> Result:
    """Return the result of a student of whom more is known."""
    return dataclasses.replace(one, submission=dataclasses.replace(one.submission, **facts))  # type: ignore[arg-type]


ABSENT = NotGraded(id="77", student="Tom", reason="nothing handed in", missing=True, section="AI-2", email="tom@x.edu")
KNOWN: list[ClassRow] = [
    known(result(WINNER, student="ada"), login="al99", section="AI-1", group="Team 4", late=True),
    known(result(WINNER, student="bob"), source_id="4711"),
    ABSENT,
]


def test_a_student_is_found_by_all_that_is_known(opens: Opens) -> None:
    """Login, e-mail address, the platform's id, group, section, lateness; who handed in nothing has a row."""
    page = opens(class_page(KNOWN))
    ada, bob, tom = "ada Team 4, AI-1", "bob", "Tom AI-2"
    assert page.locator("tr", has_text=tom).locator("td").nth(2).text_content() == "missing"
    for text, wanted in {"AL99": ada, "4711": bob, "tom@x": tom, "team 4": ada, "ai-2": tom}.items():
        page.fill("#q", text)
        assert column(page, 1) == [wanted]
    page.fill("#q", "")
    page.select_option("#status", "late")
    assert column(page, 1) == [ada]
    page.select_option("#status", "")
    page.select_option("#section", "AI-2")
    assert column(page, 1) == [tom]


def test_the_page_says_what_the_class_was_read_from() -> None:
    """With the files that are part of no submission, and what a person must know."""
    info = ClassInfo(
        source="Moodle download, 3 submissions",
        skipped=(Skipped(name="a.rar", reason="unpack it"),),
        notes=("zed: not in the roster",),
        double_claims=("a and A name the same student",),
    )
    page = class_page(KNOWN, info).decode()
    attention, rest = page.split('id="about"')

    assert "Read from: Moodle download, 3 submissions." in attention
    assert "<li>a and A name the same student</li>" in attention
    assert "<li>a.rar: unpack it</li>" in rest
    assert "<li>zed: not in the roster</li>" in rest


def test_several_rubrics_are_said() -> None:
    """Marks given by different rubrics are hard to compare."""
    one, other = result(WINNER, student="a"), result(WINNER, student="b")
    rubric = dataclasses.replace(other.rubric, title="Resit", sha256="r")

    assert b"different rubrics: CS3081 Assignment 1, Resit" in class_page(
        [one, dataclasses.replace(other, rubric=rubric)]
    )


def test_the_chart_says_its_numbers(page: Page) -> None:
    """Screen readers read them."""
    said = [one.get_attribute("aria-label") or "" for one in page.locator(".chart svg").all()]

    assert len(said) == 1
    assert all(sum(int(number) for number in re.findall(r": (\d+) student", one)) == STUDENTS for one in said)


def test_equal_results_give_equal_pages(rows: list[ClassRow], page_bytes: bytes) -> None:
    """The order of the rows does not matter."""
    assert class_page(rows[::-1]) == page_bytes


def test_what_a_large_class_keeps_is_enough(rows: list[ClassRow], page_bytes: bytes) -> None:
    """The page of compact results is the same."""
    lean = [compact(row) if isinstance(row, Result) else row for row in rows]

    assert class_page(lean) == page_bytes


@SLOW
def test_a_class_of_three_thousand_fits() -> None:
    """The page is small enough to be sent by mail."""
    assert len(class_page(large_class(3000))) < LARGEST
