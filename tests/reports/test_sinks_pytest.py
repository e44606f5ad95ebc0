"""What pytest prints of a failed check has no effect, in every style of its reports and in its summary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader import submission_option
from grader.model.counterexample import Counterexample
from grader.model.result import CheckOutcome
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading
from tests.reports.payloads import PAYLOADS, commands, unsafe

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
SGR = re.compile(r"\x1b\[[0-9;]*m")
CHECKS = """
import pytest

CASES = [pytest.param(number, marks=pytest.mark.criterion(f"f.c{number}")) for number in range(COUNT)]

@pytest.mark.parametrize("number", CASES)
def test_a(report, outcomes, number):
    report(outcomes[number])
"""


class Given:
    """A plugin that reports an outcome for each payload, sanitized as a real outcome is."""

    @pytest.fixture
    def outcomes(self) -> list[CheckOutcome]:
        """Return them in order."""
        return [self._outcome(f"f.c{number}", sanitize(text)) for number, text in enumerate(PAYLOADS.values())]

    def _outcome(self, check: str, text: str) -> CheckOutcome:
        example = Counterexample(
            function="f", board="XO.......", call="f(board)", got=f"raised {text}", expected="X", at=text
        )
        return CheckOutcome(check=check, verdict=Verdict.ERROR, message=text, counterexample=example, reproduce=text)


@pytest.mark.parametrize(
    "options",
    [["--tb=long", "-rA"], ["--tb=line", "-v"], ["--tb=short", "--color=yes", "-o", "console_output_style=classic"]],
)
def test_no_text_acts_in_the_output_of_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    """When somebody runs the checks with pytest: `pytest --submission FILE`."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(CHECKS.replace("COUNT", str(len(PAYLOADS))))
    ended = pytester.runpytest_inprocess(
        "-pno:cacheprovider", *options, plugins=[submission_option, Grading(), Given()]
    )
    written = ended.stdout.str() + ended.stderr.str()

    assert ended.parseoutcomes() == {"failed": len(PAYLOADS)}
    assert [text for text in map(sanitize, PAYLOADS.values()) if text not in SGR.sub("", written)] == []
    assert unsafe(SGR.sub("", written)) == set()
    assert commands(SGR.sub("", written)) == []
