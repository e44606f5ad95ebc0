"""An attack gets the points it earned, and what it reached for is unchanged."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

import pytest

from grader.model.verdict import Verdict
from grader.render.markdown import MENTION
from grader.store.report_files import STUDENT_FILES
from tests.hostile.aftermath import Aftermath, terminal_text
from tests.hostile.corpus import ATTACKS, GRADED, texts_from_student, verdicts

CONTROLS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
LINE = 10
"""Points of the one line that an ordinary submission has right."""
VERDICT = re.compile(r" *[✓✗…-]  [a-z ]+ +[0-9.-]+ / [0-9]+")
"""A row of the table of verdicts on a terminal."""

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize("attack", GRADED)
def test_an_attack_gets_the_points_it_earned_and_the_verdict_it_deserves(attack: str, aftermath: Aftermath) -> None:
    """It gains nothing, is no fault of the grader, and the result says in a fixed phrase what stopped it."""
    result, expect = aftermath.of(attack), ATTACKS[attack].expect
    found, isolation = verdicts(result), result.grader.isolation
    wanted = expect["verdicts"]
    if "all" in wanted:
        wanted = dict.fromkeys(found, wanted["all"])

    assert ("graded", "") == (result.status, result.fault)
    assert isolation is not None
    assert aftermath.level is isolation.level
    assert result.score is not None
    assert Decimal(str(expect["points"])) == result.score.automatic_earned
    assert Verdict.HARNESS_FAULT.value not in found.values()
    assert wanted == {name: found[name] for name in wanted}, texts_from_student(result)
    for text in expect.get("says", ()):
        assert text in texts_from_student(result)
    for note in expect.get("notes", ()):
        assert note in "\n".join(result.notes)


def test_no_attack_changes_a_file_or_tells_a_secret(aftermath: Aftermath, every_byte: bytes) -> None:
    """Nothing is made, changed, renamed, linked or removed; no token of a file or of the environment is in a report."""
    aftermath.needs_wall()
    tokens = {aftermath.secret, *(bait.token for bait in aftermath.baits.values())}

    for name, bait in aftermath.baits.items():
        assert (name, [], []) == (name, bait.touched(), bait.left_elsewhere())
    assert [] == [name for name in aftermath.results if name.encode() not in every_byte]
    assert [] == [token for token in tokens if token.encode() in every_byte]


def test_no_report_of_an_attack_commands_a_terminal_or_shows_a_verdict_of_its_own(aftermath: Aftermath) -> None:
    """Of invisible characters only line feed and tab get in; a terminal has one verdict for each line of the rubric."""
    for attack, result in aftermath.results.items():
        # The grader itself puts it behind an @, so that GitHub and GitLab notify no person.
        texts = [
            path.read_text(encoding="utf-8").replace(MENTION, "@") for path in (aftermath.reports / attack).iterdir()
        ]
        screens = [terminal_text(result, width) for width in (60, 100)]

        assert len(STUDENT_FILES) == len(texts)
        for char in set().union(*texts, *screens) - {"\n", "\t"}:
            assert unicodedata.category(char) not in CONTROLS, (attack, char)
        for screen in screens:
            assert len(result.criteria) == len([line for line in screen.splitlines() if VERDICT.match(line)]), attack


def test_no_report_says_what_an_attack_wants_it_to_say(aftermath: Aftermath, every_byte: bytes) -> None:
    """A sentence that would be read as ours, put into every message."""
    never = [text for attack in aftermath.baits for text in ATTACKS[attack].expect.get("never", ())]

    assert [] == [text for text in never if text.encode() in every_byte]


def test_the_submissions_between_attacks_are_unharmed(aftermath: Aftermath) -> None:
    """Each gets its full marks."""
    results = {result.submission.id: result for result in aftermath.next_results.values()}
    earned = {name: result.score and result.score.automatic_earned for name, result in results.items()}

    assert dict.fromkeys(results, LINE) == earned
    assert {"pass"} == {verdicts(result)["utility"] for result in results.values()}


def test_nobody_was_connected_to(aftermath: Aftermath) -> None:
    """Neither by TCP or UDP nor by a Unix socket with a file or without one."""
    aftermath.needs_wall()

    assert [] == aftermath.visitors


def test_no_process_is_left(aftermath: Aftermath) -> None:
    """Neither a descendant of this process nor an orphan: this process adopts orphans while grading."""
    aftermath.needs_wall()

    assert [] == list(aftermath.traces.left)


def test_the_coordinator_and_its_workers_survive_all_attacks(aftermath: Aftermath) -> None:
    """No worker had to be replaced, and no zygote; each set of modules that a rubric allows has a zygote of its own."""
    aftermath.needs_wall()

    assert 1 == aftermath.traces.executors
    allowed = {tuple(attack.expect.get("allow", ())) for attack in ATTACKS.values()}
    assert aftermath.traces.zygotes <= aftermath.traces.jobs * len(allowed)
