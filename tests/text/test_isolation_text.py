"""The sentence on isolation says what the self-test found and promises no more."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Callable, Mapping

import pytest
from rich.console import Console

from grader.model.class_row import ClassRow, NotGraded
from grader.model.isolation import EscapeAttempt, Isolation, Level
from grader.model.result import Result
from grader.text.isolation_text import REACH, isolation_sentence, isolation_sentences
from grader.text.number_text import join_words
from tests.render.rendering import class_markdown, gradebook, render_class, render_terminal, student_markdown
from tests.sandbox.isolations import ATTEMPTS, FULL, LEVELS, NO_NAMESPACES, UNTRIED, isolation


def test_the_sentences_are_as_agreed(golden: Callable[[str, str], None]) -> None:
    """Each names what was open, which layers are on, and whose code to grade; one golden file has all of them."""
    no_filter = {**NO_NAMESPACES, "seccomp": "no table for riscv64"}
    found: dict[str, Isolation | None] = {
        "full+": LEVELS[Level.FULL_PLUS],
        "full": FULL,
        "partial, files open": LEVELS[Level.PARTIAL],
        "partial, several open": isolation(Level.PARTIAL, no_filter, ["socket", "fork", "exec"]),
        "partial, nothing open": isolation(Level.PARTIAL, no_filter),
        "partial, off without bearing": isolation(Level.PARTIAL, {"capabilities": "capset: EPERM"}),
        "basic": LEVELS[Level.BASIC],
        "basic, one blocked": isolation(Level.BASIC, {"landlock": "", "seccomp": "", **NO_NAMESPACES}, ATTEMPTS[1:]),
        "basic, nothing tried": UNTRIED,
        "nothing run": None,
    }

    golden("isolation.txt", "".join(f"{name}\n  {isolation_sentence(one)}\n" for name, one in found.items()))


@pytest.mark.parametrize("level", Level)
def test_what_is_open_is_said_at_any_level(level: Level) -> None:
    """A file that claims level full but has an open attempt is not called closed."""
    for attempt in ATTEMPTS:
        said = isolation_sentence(isolation(level, opened=[attempt]))
        assert f"COULD {REACH[attempt]}" in said
        assert "no file" not in said
        assert "code you trust" in said


@pytest.mark.parametrize("level", Level)
def test_without_a_self_test_nothing_is_promised(level: Level) -> None:
    """Even if all layers are said to be on."""
    assert "was not tried. Run only code you trust." in isolation_sentence(
        dataclasses.replace(FULL, level=level, self_test=())
    )


def test_an_attempt_of_another_version_is_named_as_it_is() -> None:
    """A result may come from a grader that tried more."""
    found = dataclasses.replace(FULL, self_test=(*FULL.self_test, EscapeAttempt(name="open_raw_disk", blocked=False)))

    assert "The code COULD open raw disk (Landlock, seccomp, limits; 6 of 7 attempts" in isolation_sentence(found)


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_listed_as_people_do(words: list[str], said: str) -> None:
    """Commas and one "and"."""
    assert said == join_words(words)


def test_a_class_at_one_level_needs_one_sentence() -> None:
    """Those whose code was not run say nothing."""
    assert [isolation_sentence(FULL)] == isolation_sentences([FULL, None, FULL])
    assert [] == isolation_sentences([None])


def test_a_class_at_several_levels_has_a_sentence_each_weakest_first() -> None:
    """With the number of submissions; a sentence says nothing about another level."""
    partial = LEVELS[Level.PARTIAL]
    other = isolation(Level.PARTIAL, {"seccomp": "EINVAL"}, ["socket"])

    assert [
        f"1 submission: {isolation_sentence(partial)}",
        f"1 submission: {isolation_sentence(other)}",
        f"2 submissions: {isolation_sentence(FULL)}",
    ] == isolation_sentences([FULL, partial, FULL, other])


def with_isolation(result: Result, found: Isolation | None, name: str = "ada") -> Result:
    """Return the result as if its code had run under this isolation."""
    info = dataclasses.replace(result.submission, id=name)
    return dataclasses.replace(result, submission=info, grader=dataclasses.replace(result.grader, isolation=found))


def on_paper(render: object, shown: object) -> str:
    """Return what a terminal shows, with its lines joined."""
    console = Console(file=io.StringIO(), width=80, color_system=None)
    with console.capture() as capture:
        render(shown, console)  # type: ignore[operator]
    return " ".join(capture.get().split())


@pytest.mark.parametrize("name", ["pass", "fail", "harness_fault"])
@pytest.mark.parametrize("level", Level)
def test_every_report_of_a_result_has_the_sentence(samples: Mapping[str, Result], name: str, level: Level) -> None:
    """Terminal, page, class page, class terminal: once; the gradebook has the level."""
    result = with_isolation(samples[name], LEVELS[level])
    said = isolation_sentence(LEVELS[level])
    pages = [
        on_paper(render_terminal, result),
        student_markdown(result).replace("\\", ""),
        class_markdown([result]).replace("\\", ""),
        on_paper(render_class, [result]),
    ]

    assert [1, 1, 1, 1] == [page.count(said) for page in pages]
    (row,) = csv.DictReader(io.StringIO(gradebook([result]).decode("utf-8-sig")))
    assert level.value == row["isolation"]


def test_a_class_that_ran_at_two_levels_is_told_so(samples: Mapping[str, Result]) -> None:
    """On the page as a list, on the terminal in lines; the gradebook has it student by student."""
    rows: list[ClassRow] = [
        with_isolation(samples["pass"], FULL, "ada"),
        with_isolation(samples["fail"], LEVELS[Level.PARTIAL], "bob"),
        with_isolation(samples["harness_fault"], None, "eve"),
        NotGraded(id="zoe", student="zoe", reason="no file"),
    ]
    page = class_markdown(rows)
    cells = [row["isolation"] for row in csv.DictReader(io.StringIO(gradebook(rows).decode("utf-8-sig")))]

    assert "\n1 submission: Isolation: partial. The code COULD read" in page
    assert "\n1 submission: Isolation: full. The code could" in page
    assert "1 submission: Isolation: partial. The code COULD read" in on_paper(render_class, rows)
    assert ["full", "partial", "", ""] == cells


def test_the_level_stands_behind_the_notes_and_hides_no_line(samples: Mapping[str, Result]) -> None:
    """Earlier columns keep their places for programs; an item called isolation gets another column."""
    result = samples["pass"]
    lines = tuple(dataclasses.replace(item, id="isolation") for item in result.criteria[:1])
    (row,) = csv.DictReader(io.StringIO(gradebook([dataclasses.replace(result, criteria=lines)]).decode("utf-8-sig")))

    assert ["isolation (item)", "notes", "isolation"] == list(row)[-5:-2]
    assert ("9", "full") == (row["isolation (item)"], row["isolation"])


def test_hostile_layers_stay_text(samples: Mapping[str, Result], hostile_text: str) -> None:
    """A result may come from a file that somebody edited."""
    found = dataclasses.replace(FULL, self_test=(EscapeAttempt(name=hostile_text, blocked=False),))
    result = with_isolation(samples["pass"], found)
    shown = student_markdown(result) + on_paper(render_terminal, result) + class_markdown([result])

    assert not any(char in shown for char in "\x00\x1b\ud800")
    assert "<script>" not in student_markdown(result).replace("\\<", "")
