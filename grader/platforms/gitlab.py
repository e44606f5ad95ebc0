"""A result as JUnit XML: a failure costs points, an error is the grader's, a skipped test was not judged."""

from __future__ import annotations

import io
from decimal import Decimal

from junitparser import Attr, Error, Failure, JUnitXml, Properties, Property, Skipped, TestCase, TestSuite

from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.platforms import reports
from grader.text.mark_text import mark_text
from grader.text.number_text import decimal_text

MAX_NAME = 200  # characters of a name
MAX_NAME_BYTES = 400
"""The bytes of a test's name, by which Artemis tells tests apart."""
NOT_IN_XML = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""The characters that XML 1.0 forbids and that no other report has to escape."""


class LocatedCase(TestCase):
    """A test with its place in a file, to which GitLab and others link."""

    file = Attr()
    line = Attr()


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    suite = TestSuite(_text(result.submission.student) or "submission")
    suite.add_property("mark", _text(mark_text(score)))
    suite.add_property("points", _points(reports.total_earned(score), reports.total_possible(score)))
    found = reports.entries(result)
    names = reports.unique_names((_text(entry.title) for entry in found), MAX_NAME_BYTES)
    suite.add_testcases([_case(entry, name, result, job) for entry, name in zip(found, names, strict=True)])
    return _written(suite, result.rubric.title, result.timing.wall_seconds)


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    """Return JUnit XML with one test, whose error tells the reason."""
    suite = TestSuite(_text(found.student) or "submission")
    case = TestCase(name="grading", classname="grader")
    problem = Error(found.title, "internal-error" if found.by_grader else "not-graded")
    problem.text = found.text.translate(NOT_IN_XML)
    case.append(problem)
    suite.add_testcase(case)
    return _written(suite, "grader", 0)


def _written(suite: TestSuite, name: str, seconds: float) -> reports.PlatformOutput:
    whole = JUnitXml(_text(name) or "grader")
    whole.add_testsuite(suite)
    whole.update_statistics()
    # The time of a single check is not known: checks share the sweeps with their answers.
    whole.time = suite.time = seconds
    written = io.BytesIO()
    whole.write(written)
    return reports.PlatformOutput(content=written.getvalue() + b"\n")


def _case(entry: reports.ReportEntry, name: str, result: Result, job: reports.CiJob) -> TestCase:
    located = LocatedCase(name=name, classname=_text(entry.section))
    place = reports.graded_file(result) if entry.check is None else reports.location_of(entry.check, result)
    located.file = _text(job.path(place.file))
    if place.line is not None:
        located.line = str(place.line)
    case: TestCase = located
    facts = Properties()
    facts.add_property(Property("id", _text(entry.id)))
    facts.add_property(Property("points", _points(entry.earned, entry.points)))
    case.append(facts)
    outcome = _outcome(entry)
    text = reports.entry_text(entry).translate(NOT_IN_XML)
    if outcome is not None:
        outcome.text = text
        case.append(outcome)
    elif entry.verdict is not Verdict.PASS:
        case.system_out = text  # a check that costs nothing, or points that a person gave
    return case


def _outcome(entry: reports.ReportEntry) -> Error | Failure | Skipped | None:
    message = _text(reports.short_text(entry))
    if entry.verdict is Verdict.HARNESS_FAULT:
        return Error(message, "internal-error")
    if entry.not_judged and (entry.lost or entry.pending or entry.bonus):
        return Skipped(message, "bonus" if entry.bonus and not entry.pending else entry.verdict.value)
    return Failure(message, entry.verdict.value) if entry.lost else None


def _points(earned: Decimal, possible: Decimal) -> str:
    return f"{decimal_text(earned)}/{decimal_text(possible)}"


def _text(text: str) -> str:
    return sanitize(text, MAX_NAME).translate(NOT_IN_XML)
