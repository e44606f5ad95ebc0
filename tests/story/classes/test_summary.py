"""The reports on a class show every student and what the class got wrong."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable, Mapping
from decimal import Decimal

from markdown_it import MarkdownIt
from rich.console import Console

from grader.capabilities.lateness.capability import LateRules, with_lateness
from grader.model.class_row import ClassInfo, ClassRow, NotGraded, Skipped
from grader.model.reason import reason
from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.story.classes.statistics import class_statistics, histogram, spread
from tests.render.rendering import class_markdown, render_class
from tests.render.samples import QUALITY, check, line, result


def rendered(rows: list[ClassRow]) -> str:
    """Return what a plain terminal shows."""
    console = Console(file=io.StringIO(), width=80, force_terminal=False, color_system=None)
    with console.capture() as capture:
        render_class(rows, console)
    return capture.get()


def named(result: Result, name: str, sha256: str | None = None) -> Result:
    """Return the result as another student's."""
    other = dataclasses.replace(result.submission, id=name, student=name, sha256=sha256 or name)
    return dataclasses.replace(result, submission=other)


def test_the_summary_is_as_agreed(classroom: list[ClassRow], golden: Callable[[str, str], None]) -> None:
    """A class with every verdict."""
    golden("summary.md", class_markdown(classroom))


def test_the_class_on_the_terminal_is_as_agreed(classroom: list[ClassRow], golden: Callable[[str, str], None]) -> None:
    """The same class."""
    golden("class.txt", rendered(classroom))


def test_the_terminal_calls_students_by_name(samples: Mapping[str, Result]) -> None:
    """With the id; a name for which there is no room is cut, so that the table stays one."""
    called = {"b-1": "Bo Li", "b-2": "Bo Li", "c-3": f"Charlotte {'Anne ' * 9}Smith", "o-4": "Ørjan"}
    rows: list[ClassRow] = [
        dataclasses.replace(one, submission=dataclasses.replace(one.submission, student=student))
        for one, student in ((named(samples["fail"], identity), student) for identity, student in called.items())
    ]
    table = rendered(rows).partition("points lost\n")[2].split("\n\n")[0].splitlines()

    assert [line.split("  ")[1] for line in table] == [
        "Bo Li (b-1)",
        "Bo Li (b-2)",
        "Charlotte Anne Anne Anne Ann… (c-3)",
        "Ørjan (o-4)",
    ]
    assert all(line.endswith("winner -5, minimax -4") for line in table)


def test_the_order_of_results_does_not_matter(classroom: list[ClassRow]) -> None:
    """Workers may finish in any order."""
    assert class_markdown(classroom[::-1]) == class_markdown(classroom)


def test_who_has_no_mark_comes_first(classroom: list[ClassRow]) -> None:
    """Before all marks, and not counted in any average."""
    text = class_markdown(classroom)

    assert text.index("did not finish") < text.index("two files") < text.index("## Students")


def test_who_handed_in_nothing_takes_few_lines_on_the_terminal(samples: Mapping[str, Result]) -> None:
    """However many they are; they are students, and no submissions. The summary has a line for each."""
    absent = [NotGraded(id=f"s{at}", student=f"Bo-{at}", reason="nothing handed in", missing=True) for at in range(60)]
    text, shown = class_markdown([samples["pass"], *absent]), " ".join(rendered([samples["pass"], *absent]).split())

    assert "61 students, 1 submission: 1 graded, 60 handed in nothing" in shown
    assert "Nothing handed in: 60 - Bo-0 - Bo-1 -" in shown
    assert "and 50 more: all of them are in summary.md" in shown
    assert text.count("- Bo-") == len(absent)


def test_work_that_is_late_by_an_unknown_time_is_to_be_marked_without_full_marks(samples: Mapping[str, Result]) -> None:
    """The item takes points off and has none to earn."""
    info = dataclasses.replace(samples["pass"].submission, late=True)
    rules = LateRules(per_day=Decimal(2), due="2026-09-01 23:59:00 +02:00")
    rows: list[ClassRow] = [with_lateness(dataclasses.replace(samples["pass"], submission=info), rules)]

    assert "-  Handed in late: 1 student\n" in rendered(rows)
    assert "- Handed in late: 1 student\n" in class_markdown(rows)


def test_the_summary_says_how_the_class_was_read_and_who_was_late(samples: Mapping[str, Result]) -> None:
    """With all files that are part of no submission, and with what a person must know."""
    late = dataclasses.replace(samples["pass"].submission, late=True)
    info = ClassInfo(
        source="Moodle download, 3 submissions",
        skipped=(Skipped(name="a_b.rar", reason="unpack it"),),
        notes=("zed: not in the roster",),
        double_claims=("a and A name the same student",),
    )
    text = class_markdown([dataclasses.replace(samples["pass"], submission=late)], info)

    assert "Read from: Moodle download, 3 submissions." in text
    assert "## Who needs you?\n\n### Not certain whose it is: 1\n" in text
    assert "run the same command again.\n\n- a and A name the same student\n" in text
    assert "## About the class\n\n- zed: not in the roster\n" in text
    assert "### Skipped files: 1\n\n- a\\_b.rar: unpack it\n" in text
    assert "student-07, late" in text


def test_very_many_skipped_files_do_not_fill_the_summary() -> None:
    """All of them are in `class.json`."""
    skipped = tuple(Skipped(name=f"junk-{at}", reason="not Python") for at in range(5000))
    text = class_markdown([], ClassInfo(skipped=skipped))

    assert "- junk-999: not Python\n- and 4,000 more: all of them are in class.json\n" in text


def test_an_empty_class_has_a_summary() -> None:
    """Nothing is divided by zero."""
    assert class_markdown([]) == "# Class report\n\n0 submissions: 0 graded.\n"
    assert rendered([]).split("\n")[:2] == ["Class report", "0 submissions: 0 graded."]


def test_a_class_of_faults_has_a_summary(samples: Mapping[str, Result]) -> None:
    """Without marks there are neither averages nor a distribution."""
    text = class_markdown([samples["harness_fault"]])

    assert "1 internal error" in text
    assert "## Students" in text
    assert "Mean" not in text


def test_marks_lie_in_tenths_by_their_exact_value(samples: Mapping[str, Result]) -> None:
    """89.96 of 100 is not 90; full marks are in the last tenth."""
    result = samples["pass"]
    assert result.score is not None
    marks = ["0", "9.99", "10", "89.96", "90", "100"]
    rows = [
        dataclasses.replace(
            named(result, mark),
            score=dataclasses.replace(result.score, earned=Decimal(mark), possible=Decimal(100)),
        )
        for mark in marks
    ]

    assert class_statistics(rows).distribution == (2, 1, 0, 0, 0, 0, 0, 0, 1, 2)


def test_a_rubric_of_bonuses_only_has_a_distribution(samples: Mapping[str, Result]) -> None:
    """0 of 0 points is in the first tenth."""
    result = samples["pass"]
    assert result.score is not None
    score = dataclasses.replace(result.score, earned=Decimal(0), possible=Decimal(0))

    assert class_statistics([dataclasses.replace(result, score=score)]).distribution[0] == 1


def test_every_student_is_seen_in_the_distribution() -> None:
    """The longest bar fills the width, and one student among hundreds still has a bar."""
    lines = histogram([1, 0, 300, 0, 0, 0, 0, 0, 0, 0])

    assert [line.text.count("#") for line in lines[:3]] == [1, 0, 40]


def test_the_check_that_most_failed_comes_first(samples: Mapping[str, Result]) -> None:
    """Rates are over graded submissions, a check that was not judged counts as not passed."""
    rates = class_statistics([samples["pass"], named(samples["fail"], "a"), named(samples["blocked"], "b")]).pass_rates

    assert [(rate.check, rate.passed, rate.of) for rate in rates][:2] == [
        ("winner.board_unchanged", 1, 3),
        ("winner.rows", 2, 3),
    ]


def test_identical_submissions_are_named(samples: Mapping[str, Result]) -> None:
    """Those with a harness fault too."""
    rows: list[ClassRow] = [
        named(samples["pass"], "b", "same"),
        named(samples["harness_fault"], "a", "same"),
        named(samples["pass"], "c", "other"),
    ]

    assert [[result.submission.id for result in same] for same in class_statistics(rows).same_code] == [["a", "b"]]
    assert "### Same code: 1\n" in class_markdown(rows)
    assert "-  a; b: to the byte\n" in rendered(rows)


def test_code_that_differs_in_comments_is_the_same_and_what_was_handed_out_is_nobodys_copy(
    samples: Mapping[str, Result],
) -> None:
    """The files differ to the byte; of a starter nobody has written a line."""

    def handed_in(sample: str, who: str, sha256: str) -> Result:
        one = named(samples[sample], who, sha256)
        return dataclasses.replace(one, submission=dataclasses.replace(one.submission, code_sha256="equal"))

    copies = [handed_in("pass", "a", "one"), handed_in("pass", "b", "other")]
    missing = reason("no_functions")
    starters = [
        dataclasses.replace(
            one,
            criteria=tuple(
                dataclasses.replace(
                    item,
                    checks=tuple(
                        dataclasses.replace(check, verdict=Verdict.MISSING, reasons=(missing,)) for check in item.checks
                    ),
                )
                for item in one.criteria
            ),
        )
        for one in copies
    ]

    assert [["a", "b"]] == [[one.submission.id for one in same] for same in class_statistics(copies).same_code]
    assert "-  a; b\n" in rendered([*copies])
    assert [] == class_statistics(starters).same_code


def test_pending_lines_say_how_to_fill_them(samples: Mapping[str, Result]) -> None:
    """With the command; when all are filled, nothing is said."""
    assert "grader report DIR --manual marks.csv" in class_markdown([samples["pending"]])
    assert "marks.csv" not in class_markdown([samples["marked"]])


def test_marks_by_different_rubrics_are_called_that(samples: Mapping[str, Result]) -> None:
    """An old result in the folder is noticed."""
    old = named(samples["pass"], "z-old")
    old = dataclasses.replace(old, rubric=dataclasses.replace(old.rubric, title="CS50", sha256="d" * 64))

    assert "by different rubrics: CS3081 Assignment 1, CS50." in class_markdown([samples["pass"], old])


def test_a_large_class_does_not_flood_the_terminal(samples: Mapping[str, Result]) -> None:
    """The table ends after 40 lines, other lists after 10, and name the file with the rest; the summary has all."""
    rows: list[ClassRow] = [named(samples["fail"], f"s{number:03}") for number in range(100)]
    rows += [NotGraded(id=f"z{number:03}", student="z", reason="no file") for number in range(100)]
    text = rendered(rows)

    assert "and 60 more: all of them are in gradebook.csv" in text
    assert "and 90 more: all of them are in summary.md" in text
    assert len(text.splitlines()) < 130
    assert "z099" in class_markdown(rows)


def test_hostile_text_starts_nothing(samples: Mapping[str, Result], hostile_text: str) -> None:
    """Neither on the page nor on the terminal."""
    rows: list[ClassRow] = [samples["hostile"], NotGraded(id="z", student=hostile_text, reason=hostile_text)]
    text, shown = class_markdown(rows), rendered(rows)
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    parts = {part.type for token in parser.parse(text) for part in token.children or []}

    assert parts <= {"text", "text_special", "code_inline", "softbreak"}
    assert not any(char in text + shown for char in "\x00\x1b\ud800")
    assert "[red]" in shown


def test_rates_are_of_the_files_that_could_be_imported(samples: Mapping[str, Result]) -> None:
    """A bracket that is missing says nothing about any check; the reports say how many were left out."""
    rows: list[ClassRow] = [samples["pass"], named(samples["fail"], "a"), named(samples["error"], "b")]
    rates = {rate.check: (rate.passed, rate.of) for rate in class_statistics(rows).pass_rates}

    assert rates["winner.rows"] == (1, 2)
    assert "Of the 2 that could be imported; 1 could not" in class_markdown(rows)
    assert "Of the 2 that could be imported" in rendered(rows)


def test_a_file_whose_import_is_refused_is_not_among_those_that_could_be_imported(
    samples: Mapping[str, Result],
) -> None:
    """Nobody knows anything about its checks, but for those of other files."""
    refused = (reason("not_judged"), reason("refused_import", what="starts a thread"))
    waiting = check("winner.rows", "4", Verdict.PENDING, reasons=refused)
    judged = check("files.readme", "1", Verdict.FAIL)
    rows: list[ClassRow] = [samples["fail"], result(line("winner", waiting), line("files", judged), student="z")]

    assert "Of the 1 that could be imported; 1 could not" in class_markdown(rows)


def test_a_file_that_is_open_as_a_whole_is_called_that(samples: Mapping[str, Result]) -> None:
    """It has no points yet, of none."""
    text = class_markdown([samples["pass"], result(QUALITY, student="z")])

    assert "| z | open |  |" in text
    assert "0 of 0" not in text


def test_averages_are_of_automatic_points_while_most_are_unmarked(samples: Mapping[str, Result]) -> None:
    """Later, those who are unmarked are left out, or they would look worse than the others."""
    waiting, marked = samples["pending"], named(samples["marked"], "a")
    first = class_statistics([waiting, named(waiting, "z"), marked])
    assert (first.are_marks_automatic, first.mean, len(first.marks)) == (True, Decimal(100), 3)
    later = class_statistics([waiting, marked, named(marked, "b")])
    assert (later.are_marks_automatic, len(later.marks)) == (False, 2)
    assert later.mean == class_statistics([marked]).mean < Decimal(100)
    assert "Left out: not marked yet: 1" in class_markdown([waiting, marked, named(marked, "b")])


def test_sections_stand_side_by_side(samples: Mapping[str, Result]) -> None:
    """With the whole class below; in a class of one section it stands alone."""
    of_sections: list[ClassRow] = [
        dataclasses.replace(one, submission=dataclasses.replace(one.submission, section=section))
        for one, section in (
            (samples["pass"], "B"),
            (named(samples["timeout"], "a"), "A"),
            (named(samples["pass"], "b"), "A"),
        )
    ]
    assert [(one.name, one.students) for one in class_statistics(of_sections).spreads] == [
        ("A", 2),
        ("B", 1),
        ("all", 3),
    ]
    assert [one.name for one in class_statistics(of_sections[1:]).spreads] == ["all"]
    assert [int(one) for one in spread("all", list(map(Decimal, [0, 10, 20, 30, 100]))).parts] == [0, 10, 20, 30, 100]


def test_a_class_stands_in_the_order_of_names(samples: Mapping[str, Result]) -> None:
    """As people sort them: without case and accents, and numbers by their value."""
    names = ["Ana", "Åsa", "bo", "Bo Li", "Łukasz", "mia", "Ørjan", "Pál", "student-9", "student-10", "Zoë", "\u5c71"]
    rows = [named(samples["pass"], name) for name in reversed(names)]

    assert [row.result.submission.id for row in class_statistics(rows).graded] == names
