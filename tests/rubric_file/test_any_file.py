"""Properties: no file makes the reader crash, and every right file comes out as it went in."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignments import ASSIGNMENTS
from grader.errors import UserError
from grader.model.sanitize import sanitize
from grader.rubric_file import load_rubric
from tests.rubric_file.toy import DEFAULT, PROPERTY, rubric_lines, written

ALL_CHECKS = [entry.id for entry in ASSIGNMENTS["tictactoe"].checks]
WORDS = ["title: ", "points: ", "checks: ", "- ", "\n  ", "---\n", "!!int ", "-1", "1.5", ".nan", "null", "\ud7ff"]
YAMLISH = st.lists(st.one_of(st.sampled_from("-:,{}[]'\"&*!?|>%#@` \n\t\\"), st.sampled_from(WORDS)))


def rubric_or_refusal(data: bytes) -> None:
    """Fail unless `data` is a rubric whose sums agree, or is refused with clean lines that each name a place."""
    try:
        rubric = load_rubric(data, "r.yaml", ASSIGNMENTS)
    except UserError as refusal:
        for line in str(refusal).split("\n"):
            source, row, column, text = line.split(":", 3)
            assert source == "r.yaml"
            assert sanitize(text, 1000) == text
            assert int(row) >= 1
            assert int(column) >= 1
    else:
        assert all(sum(share.points for share in line.shares) == line.points for line in rubric.criteria if line.shares)


class TestAnythingAtAll:
    """Properties: no file makes the reader crash, and every right file comes out as it went in."""

    @PROPERTY
    @given(st.binary(max_size=300))
    def test_random_bytes_are_refused_cleanly(self, data: bytes) -> None:
        """The result is a rubric or a UserError, never another exception."""
        rubric_or_refusal(data)

    @PROPERTY
    @given(YAMLISH)
    def test_random_yaml_is_refused_cleanly(self, pieces: list[str]) -> None:
        """The same for text made of what YAML is made of."""
        rubric_or_refusal("".join(pieces).encode())

    @PROPERTY
    @given(st.data())
    def test_a_damaged_rubric_is_read_or_refused_cleanly(self, data: st.DataObject) -> None:
        """The same for the default rubric with pieces cut out and put in."""
        text = DEFAULT.read_text(encoding="utf-8")
        text = text[text.index("title:") :]
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = start + data.draw(st.integers(0, 30))
            text = text[:start] + "".join(data.draw(YAMLISH)[:3]) + text[end:]
        rubric_or_refusal(text.encode())

    @PROPERTY
    @given(data=st.data())
    def test_every_right_file_comes_out_as_it_went_in(self, data: st.DataObject) -> None:
        """Any checks in any lines with any points: the shares come out exact, in order, and the totals are the sums."""
        lines = data.draw(rubric_lines(ALL_CHECKS))
        rubric = load_rubric(written(lines).encode(), "r.yaml", ASSIGNMENTS)

        assert lines == [{share.check: share.points for share in line.shares} for line in rubric.criteria[1:]]
        assert 1 + sum(sum(line.values()) for line in lines) == rubric.total
        assert rubric.total - 1 == rubric.automatic

    @PROPERTY
    @given(data=st.data())
    def test_a_share_that_is_off_by_a_cent_is_noticed(self, data: st.DataObject) -> None:
        """Sums are compared exactly."""
        lines = data.draw(rubric_lines(ALL_CHECKS))
        name, share = next(iter(lines[0].items()))
        old, new = f"{{{name}: {share}", f"{{{name}: {share + Decimal('0.01')}"
        text = written(lines)

        with pytest.raises(UserError, match=r"\Ar\.yaml:\d+:\d+: the shares of the item 'l0' add up to [^\n]*\Z"):
            load_rubric(text.replace(old, new, 1).encode(), "r.yaml", ASSIGNMENTS)
