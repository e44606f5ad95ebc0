"""What pytest prints of a failed check has no effect, in every style of its reports and in its summary."""

from __future__ import annotations

import re

import pytest

from grader.assignments.exhaustive.checks import OwnCheck
from grader.model.counterexample import Counterexample
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading
from tests.reports.payloads import PAYLOADS, commands, unsafe
from tests.toy_table import SOMEBODY, toy_table
from tests.words import words

pytest_plugins = ["pytester"]

SGR = re.compile(r"\x1b\[[0-9;]*m")
TEXTS = {f"f.c{number}": sanitize(text) for number, text in enumerate(PAYLOADS.values())}
"""By check: a payload, sanitized as the texts of a real outcome are."""


def errs(_answers: object, check: OwnCheck) -> CheckOutcome:
    """Return an outcome that has the check's payload everywhere."""
    text = TEXTS[check.id]
    example = Counterexample(
        function="f", board="XO.......", call="f(board)", got=words(f"raised {text}"), expected=words("X"), at=text
    )
    return CheckOutcome(
        check=check.id, verdict=Verdict.ERROR, reasons=words(text), counterexample=example, reproduce=text
    )


@pytest.mark.parametrize(
    "options",
    [["--tb=long", "-rA"], ["--tb=line", "-v"], ["--tb=short", "--color=yes", "-o", "console_output_style=classic"]],
)
def test_no_text_acts_in_the_output_of_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    """When somebody runs the checks with pytest: `pytest --submission FILE`."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    spec = toy_table(pytester.path, dict.fromkeys(TEXTS, errs))
    ended = pytester.runpytest_inprocess(
        "-pno:cacheprovider", *options, str(spec.table), plugins=[Grading(SOMEBODY, spec)]
    )
    written = ended.stdout.str() + ended.stderr.str()

    assert ended.parseoutcomes() == {"failed": len(PAYLOADS)}
    assert [text for text in map(sanitize, PAYLOADS.values()) if text not in SGR.sub("", written)] == []
    assert unsafe(SGR.sub("", written)) == set()
    assert commands(SGR.sub("", written)) == []
