"""What a right rubric file becomes."""

from __future__ import annotations

import hashlib
from decimal import Decimal

import pytest

from grader.capabilities.quality.capability import QualityTerms
from grader.model.rubric import Limits, Rubric, RubricItem, Scale, Share
from tests.rubric_file.toy import SMALL, edited, load


class TestARightFile:
    """What a file without mistakes becomes."""

    def test_every_part_of_the_file_reaches_the_rubric(self) -> None:
        """Each key of the file arrives in the value under its own name, and nothing else does."""
        text = (
            edited(("total: 10", "sheet: classroom\ntotal: 9.5"), ("points: 1\n", "points: 0.5\n"))
            + "  - {id: extra, title: Extra, points: 2, by_hand: true, bonus: true}\n"
            + "  - {id: pruning, title: Pruning, points: 2, alpha_beta: auto, bonus: true}\n"
            + "  - {id: neat, title: Neat, points: 0, quality: {}}\n"
            + "scale: {to: 20, decimals: 1, cap: true}\nallow_imports: [numpy]\n"
            + "limits: {import: 1, call: 0.5, calls: {turn: 3}, submission: 50, memory_mib: 128, source_kib: 64}\n"
        )
        expected = Rubric(
            title="Small",
            assignment="toy",
            criteria=(
                RubricItem(
                    id="turn",
                    title="turn(board)",
                    points=Decimal(6),
                    shares=(
                        Share(check="turn.first", points=Decimal(2)),
                        Share(check="turn.later", points=Decimal(4)),
                    ),
                ),
                RubricItem(
                    id="minimax",
                    title="minimax(board)",
                    points=Decimal(3),
                    shares=(Share(check="minimax.legal_move", points=Decimal(3)),),
                ),
                RubricItem(id="style", title="Style", points=Decimal("0.5"), capability="by_hand", by_hand=True),
                RubricItem(
                    id="extra", title="Extra", points=Decimal(2), capability="by_hand", by_hand=True, bonus=True
                ),
                RubricItem(id="pruning", title="Pruning", points=Decimal(2), capability="alpha_beta", bonus=True),
                RubricItem(
                    id="neat",
                    title="Neat",
                    points=Decimal(0),
                    capability="quality",
                    terms=QualityTerms(),
                    by_hand=True,
                ),
            ),
            limits=Limits(
                import_seconds=1,
                call_seconds=0.5,
                function_seconds=(("minimax", 60), ("turn", 3)),
                submission_seconds=50,
                memory_mib=128,
                source_kib=64,
            ),
            scale=Scale(to=Decimal(20), decimals=1, cap=True),
            allow_imports=("numpy",),
            sheet="classroom",
            source="r.yaml",
            sha256=hashlib.sha256(text.encode()).hexdigest(),
        )

        assert expected == load(text)

    def test_what_is_left_out_has_its_default(self) -> None:
        """Limits, scale and imports may be left out, or left empty as when their entries are commented out."""
        plain, empty = load(SMALL), load(SMALL + "limits:\nscale:\nallow_imports:\n")

        assert (Limits(), None, ()) == (plain.limits, plain.scale, plain.allow_imports)
        assert (Limits(), None, ()) == (empty.limits, empty.scale, empty.allow_imports)

    def test_points_are_what_the_file_says_to_the_last_digit(self) -> None:
        """No binary float comes near a mark: 0.1 and 5.90 are 6, and are what was written."""
        rubric = load(edited(("first: 2, later: 4", "first: 0.1, later: 5.90")))

        assert [str(share.points) for share in rubric.criteria[0].shares] == ["0.1", "5.90"]
        assert Decimal(6) == sum(share.points for share in rubric.criteria[0].shares)

    def test_kinds_of_findings_have_costs(self) -> None:
        """In the order of the file, exactly as written; none without the key."""
        rubric = load(edited(("by_hand: true", "quality: {mode: auto, kinds: {naming: 0.25, unused: 0}}")))
        plain = load(edited(("by_hand: true", "quality: {mode: suggest, kinds: }")))

        costs = (("naming", Decimal("0.25")), ("unused", Decimal(0)))
        assert rubric.criteria[2].terms == QualityTerms(kind_costs=costs)
        assert (rubric.criteria[2].by_hand, plain.criteria[2].by_hand) == (False, True)
        assert plain.criteria[2].terms == QualityTerms()

    def test_minus_zero_is_zero(self) -> None:
        """No report shows a check of -0 points."""
        rubric = load(edited(("first: 2, later: 4", "first: -0, later: 6")))

        assert str(rubric.criteria[0].shares[0].points) == "0"

    def test_checks_may_be_regrouped_under_any_line(self) -> None:
        """A name in full means the function that it names, in any item."""
        rubric = load(
            edited(
                ("first: 2, later: 4", "first: 2, minimax.legal_move: 4"),
                ("checks: {legal_move: 3}", "checks: {turn.later: 3}"),
            )
        )

        assert [share.check for item in rubric.criteria for share in item.shares] == [
            "turn.first",
            "minimax.legal_move",
            "turn.later",
        ]

    @pytest.mark.parametrize("text", [SMALL.replace("\n", "\r\n"), "\ufeff" + SMALL, f"---\n{SMALL}...\n"])
    def test_editors_that_save_differently_change_no_point(self, text: str) -> None:
        """Windows line ends, a byte order mark and explicit document markers mean the same rubric."""
        assert load(SMALL).criteria == load(text).criteria

    def test_words_that_some_yaml_versions_take_for_something_else_stay_text(self) -> None:
        """A title may be a date or the word no, which YAML 1.1 would turn into other things."""
        assert [load(edited(("title: Small", f"title: {t}"))).title for t in ("no", "2026-01-01")] == [
            "no",
            "2026-01-01",
        ]
