"""Hostile text in a result is text in the format of every platform, and in what the platform makes of it."""

from __future__ import annotations

import json
import os
from functools import cache

import pytest
from junitparser import JUnitXml

from grader.platforms.registry import REPORTS
from grader.platforms.reports import NoMark
from grader.store.report_files import as_bytes
from tests.fixture_folders import EVERY
from tests.platforms.reports.actions_log import read_log
from tests.platforms.reports.classroom_reporter import report
from tests.platforms.reports.totals import JOB, output
from tests.render.payloads import PAYLOADS, commands, faulty, graded, unsafe

JSON_FORMATS = ("gradescope", "check50", "classroom50", "github-classroom")
ANNOTATIONS = {"notice", "error", "warning"}
MENTION = "@\N{ZERO WIDTH SPACE}"
"""What Markdown of ours makes of the sign with which a mention begins."""
MOST_TELLING = ("error command", "stop command", "C0", "bidi", "lone surrogates", "CDATA", "mention", "our JSON")
TRIED = PAYLOADS if os.environ.get(EVERY) else MOST_TELLING


def shown(form: str, payload: str) -> list[str]:
    """Return what a format writes for a result, a fault and a refusal that hold `payload` everywhere."""
    refused = REPORTS[form].output(NoMark(reason=payload, by_grader=False, student=payload), JOB)
    outputs = [output(form, graded(payload)), output(form, faulty(payload)), refused]
    return [as_bytes(one.content).decode() for one in outputs]


@cache
def plain_documents(form: str) -> list[str]:
    """Return the same for harmless words."""
    return shown(form, "plain")


def strings(value: object) -> str:
    """Return all texts of a document."""
    if isinstance(value, dict):
        return "\n".join([*value, *map(strings, value.values())])
    if isinstance(value, list):
        return "\n".join(map(strings, value))
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize("payload", TRIED)
def test_no_text_is_more_than_text(payload: str) -> None:
    """No command for a runner, no tag, no character with an effect; JSON and XML of the same shape as ever."""
    text = PAYLOADS[payload]
    for form in JSON_FORMATS:
        for written, plain in zip(shown(form, text), plain_documents(form), strict=True):
            whole = json.loads(written)
            assert [*json.loads(plain)] == [*whole]
            texts = strings(whole).replace(MENTION, "@")
            assert (set(), []) == (unsafe(texts), commands(written) + commands(texts))
    for written, plain in zip(shown("junit", text), plain_documents("junit"), strict=True):
        (suite,), (ordinary,) = JUnitXml.fromstring(written.encode()), JUnitXml.fromstring(plain.encode())
        assert ([case.is_passed for case in ordinary]) == [case.is_passed for case in suite]
        assert (set(), []) == (unsafe(written), commands(written))
    for written in shown("github", text):
        step = read_log(written)
        assert {one.name for one in step.commands} <= ANNOTATIONS
        assert {*step.commands[0].properties} <= {"file", "line", "title"}
        assert not step.stopped
        assert unsafe(written) == set()


@pytest.mark.parametrize("payload", [name for name in PAYLOADS if "command" in name])
def test_the_log_of_the_reporter_holds_no_command(payload: str) -> None:
    """It prints names and messages as they are, in a log that a runner reads."""
    value = output("github-classroom", graded(PAYLOADS[payload])).appended[0].text.partition("=")[2]

    assert [] == read_log(report("tictactoe", {"TICTACTOE_RESULTS": value}).log).commands


def test_characters_that_xml_forbids_are_escapes() -> None:
    """A parser would refuse the whole file."""
    (suite,) = JUnitXml.fromstring(shown("junit", "a\ufffe\uffffb")[0].encode())

    assert "a\\ufffe\\uffffb" in suite.name
