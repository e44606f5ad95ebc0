"""From findings to points, and what a student is told."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from grader.assignments.tictactoe.functions import MODULE_SPEC
from grader.capabilities.quality.assess import SHOWN, assess_quality
from grader.capabilities.quality.capability import KIND_TITLES, QualityReport, QualityTerms, default_cost
from grader.capabilities.quality.rules import rule_text
from grader.text.reasons import said
from tests.capabilities.quality.sources import LINE, SAMPLES, submission
from tests.fixture_folders import ROOT

if TYPE_CHECKING:
    from grader.model.assessment import Assessment

SAMPLE_POINTS = {"good": "5", "typical": "4.25", "without_a_word": "4", "careless": "3.5", "messy": "1.25"}
SKELETON = (ROOT / "fixtures" / "skeleton" / "tictactoe.py").read_text(encoding="utf-8")


def assess(text: str, cells: tuple[int, ...] = (), **helpers: str) -> Assessment:
    """Return the assessment of a line of 5 points."""
    return assess_quality(submission(text, cells, **helpers), MODULE_SPEC, LINE)


def sample(name: str) -> str:
    """Return one of the samples."""
    return (SAMPLES / f"{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SAMPLE_POINTS)
def test_a_sample_gets_what_a_person_would_give(name: str) -> None:
    """From a careful student to one who cleaned up nothing."""
    assert assess(sample(name)).points == Decimal(SAMPLE_POINTS[name])


def test_every_sample_has_its_points() -> None:
    """No sample is forgotten."""
    assert {path.stem for path in SAMPLES.glob("*.py")} == set(SAMPLE_POINTS)


def test_the_untouched_skeleton_gets_nothing() -> None:
    """Nothing written is nothing to rate, however clean it is."""
    found = assess(SKELETON)

    assert found.points == 0
    assert said(found.reasons) == "No function is written: nothing can be rated."


def test_what_is_not_written_limits_the_points() -> None:
    """Who writes 2 of 7 functions well earns 2 of 7 parts."""
    stub, body = "    raise NotImplementedError\n", "    # a remark\n    return board\n"
    found = assess(SKELETON.replace(stub, body, 2))

    assert found.points == Decimal("1.43")
    assert "2 of 7 functions are written" in said(found.reasons)


def test_each_unused_name_of_a_line_is_told() -> None:
    """Who removes the first would otherwise be told of the next one by the next run."""
    found = assess("# a remark\nimport os, sys\n\n" + sample("good"))
    assert isinstance(found.found, QualityReport)
    kinds = {kind.id: [rule_text(one.why).split()[0] for one in kind.findings] for kind in found.found.kinds}

    assert kinds["unused"] == ["'os'", "'sys'"]


def test_a_kind_costs_once_however_many_findings_it_has() -> None:
    """Each of them is counted, and the first few are shown with their lines."""
    found = assess("# a remark\nimport a\nimport b\nimport c\nimport d\nimport e\n\n" + sample("good"))
    assert isinstance(found.found, QualityReport)
    (kind,) = found.found.kinds

    assert (kind.id, KIND_TITLES[kind.id], kind.count) == ("unused", "Unused imports and names", 5)
    assert kind.cost == 5 - (found.points or 0) == Decimal("0.25")
    assert [one.at for one in kind.findings] == [f"tictactoe.py:{row}" for row in range(2, 2 + SHOWN)]


@pytest.mark.parametrize("kind", KIND_TITLES)
def test_the_rubric_says_what_a_kind_costs(kind: str) -> None:
    """What it leaves out costs a twentieth of the line, comments a fifth."""
    line = dataclasses.replace(
        LINE, points=Decimal(10), terms=QualityTerms(kind_costs=(("naming", Decimal("2.5")), ("unused", Decimal(0))))
    )
    found = assess_quality(submission(sample("messy")), MODULE_SPEC, line)
    assert isinstance(found.found, QualityReport)
    costs = {one.id: one.cost for one in found.found.kinds}
    given = {"naming": Decimal("2.5"), "unused": Decimal(0)}

    assert costs.get(kind) in {None, given.get(kind, default_cost(kind, Decimal(10)))}
    assert found.points == 10 - sum(costs.values())


def test_points_never_fall_below_zero() -> None:
    """However much is found."""
    line = dataclasses.replace(LINE, terms=QualityTerms(kind_costs=tuple((kind, Decimal(5)) for kind in KIND_TITLES)))

    assert assess_quality(submission(sample("messy")), MODULE_SPEC, line).points == 0


@pytest.mark.parametrize("text", ["def player(board:\n", "x" * 6000, "# a remark\n" * 30_000])
def test_what_cannot_be_read_is_left_to_a_person(text: str) -> None:
    """No points, and a sentence that says why; the other lines of the rubric are not touched."""
    found = assess("def player(board):\n    return 1\n" + text)

    assert found.points is None
    assert not found.settled
    assert said(found.reasons).endswith("; to be marked by hand.")


def test_the_places_in_a_notebook_are_lines_of_its_cells() -> None:
    """As everywhere else in the report."""
    found = assess("# a remark\nimport os\n" + sample("good"), cells=(1, 2))
    assert isinstance(found.found, QualityReport)

    assert found.found.kinds[0].findings[0].at == "cell 2, line 1"


def test_helper_modules_count_if_they_are_imported() -> None:
    """The assignment's own files and tests in the same folder do not."""
    main = "from engine import *\n" + sample("good")
    helper = "# a remark\nimport deep\nmaxValue = 1\n"
    found = assess(main, engine=helper, deep="# a remark\nminValue = 1\n", runner="Whatever = 1;\n")
    assert isinstance(found.found, QualityReport)
    places = {kind.id: [one.at for one in kind.findings] for kind in found.found.kinds}

    assert found.found.files == ("tictactoe.py", "engine.py", "deep.py")
    assert places["naming"] == ["engine.py:3", "deep.py:2"]


def test_a_name_in_an_import_statement_may_be_no_module_of_the_students() -> None:
    """What is taken out of a module, or what a module is called here, is not the file of this name."""
    main = "import math as engine\nfrom random import deep\n" + sample("good")
    found = assess(main, engine="maxValue = 1\n", deep="minValue = 1\n")
    assert isinstance(found.found, QualityReport)

    assert found.found.files == ("tictactoe.py",)


def test_functions_of_a_helper_module_count_as_written() -> None:
    """The file that is graded may hold nothing but imports."""
    found = assess("# all in the helper module\nfrom engine import *\n", engine=sample("good"))

    assert isinstance(found.found, QualityReport)
    assert found.found.written == 7


def test_the_same_file_gets_the_same_findings() -> None:
    """Twice in a row, and under another name of the student."""
    first = assess(sample("messy"))
    again = assess_quality(dataclasses.replace(submission(sample("messy")), id="bob"), MODULE_SPEC, LINE)

    assert first == again


def test_a_name_that_speaks_as_the_grader_stays_a_name() -> None:
    """It stands in quotes, is cut, and ends nothing."""
    name = "Full_marks_for_this_student_" * 4
    found = assess(f"# a remark\nclass A:\n    x = 1\n\n\ndef {name}():\n    return 1\n\n\n{sample('good')}")
    assert isinstance(found.found, QualityReport)
    every = [rule_text(one.why) for kind in found.found.kinds for one in kind.findings]
    messages = [one for one in every if "Full_marks" in one]

    assert messages
    assert all(f"'{name[:39]}…'" in message for message in messages)
