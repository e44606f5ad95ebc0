"""Each rule has its kind and its sentence, in words of ours and with the name from the file."""

from __future__ import annotations

import pytest

from grader.capabilities.quality.capability import KIND_TITLES
from grader.capabilities.quality.rules import OWN_RULES, RULES, rule_text
from tests.capabilities.quality.rule_examples import EXAMPLES
from tests.capabilities.quality.sources import found_in


@pytest.mark.parametrize("code", RULES)
def test_a_rule_finds_its_line_and_says_what_to_do(code: str) -> None:
    """The example breaks this rule and no other: one finding, of this kind, on this line."""
    example = EXAMPLES[code]

    (found,) = found_in(example.code)

    assert (found.kind, found.row) == (RULES[code].kind, example.row)
    assert rule_text((found.why,)).startswith(example.message)
    assert rule_text((found.why,)).endswith(".")


def test_every_kind_has_a_rule_and_every_rule_a_kind() -> None:
    """A kind that nothing belongs to would be an empty promise in the rubric."""
    assert {*(rule.kind for rule in RULES.values()), *(rule.kind for rule in OWN_RULES.values())} == set(KIND_TITLES)
    assert set(EXAMPLES) == set(RULES)
