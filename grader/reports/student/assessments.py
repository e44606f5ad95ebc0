"""What the grader found out about lines without checks, such as code quality: for every format. Text is unescaped."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from grader.capabilities.quality.report import DIGEST_PLACES, QualityKind, QualityReport
from grader.model.result import CriterionResult, Result
from grader.model.verdict import Verdict
from grader.text.marks_text import earned_text, is_filled_in, was_text
from grader.text.number_text import count_text, decimal_text, points_text


def assessed_lines(result: Result) -> list[CriterionResult]:
    """Return the lines about which the grader has something to say beside their checks; none without a mark."""
    return [criterion for criterion in result.criteria if criterion.message] if result.score else []


def assessed_points(criterion: CriterionResult) -> str:
    """Return the points of such a line, and who decides: ``proposed 4.5 of 5, to be confirmed``."""
    if criterion.deduction is not None:
        return _taken_off(criterion)
    of = f"of {decimal_text(criterion.points)}"
    if criterion.manual is not None or is_filled_in(criterion):
        return f"{earned_text(criterion)} {of}, marked by hand"
    if not criterion.by_hand:
        return f"{decimal_text(criterion.earned)} {of}"
    if criterion.proposed is None:
        return f"{decimal_text(criterion.points)} to be marked by hand"
    return f"proposed {decimal_text(criterion.proposed)} {of}, to be confirmed by hand"


def _taken_off(criterion: CriterionResult) -> str:
    if criterion.verdict is Verdict.PENDING:
        return "to be marked by hand"
    was = f" ({was})" if (was := was_text(criterion)) else ""
    by_hand = ", marked by hand" if criterion.manual is not None else ""
    return f"{points_text(criterion.earned)}{was}{by_hand}"


def kind_heading(kind: QualityKind) -> str:
    """Return what a kind of findings is called, how many there are and what they cost."""
    return f"{kind.title}: {count_text(kind.count, 'finding')}, {kind_cost(kind)}"


def kind_cost(kind: QualityKind) -> str:
    """Return what a kind of findings costs, in words."""
    return f"-{points_text(kind.cost)}" if kind.cost > Decimal(0) else "costs nothing"


def findings_left_out(kind: QualityKind) -> str:
    """Return how many findings are not shown one by one, empty if all are."""
    more = kind.count - len(kind.findings)
    return f"and {more:,} more" if more > 0 else ""


def findings_digest(criterion: CriterionResult) -> str:
    """Return what was found about such a line, short enough to stand beside its points."""
    kinds = quality.kinds if (quality := criterion.found_as(QualityReport)) else ()
    return "; ".join([*filter(None, [criterion.message.rstrip(".")]), *map(_kind_digest, kinds)])


def _kind_digest(kind: QualityKind) -> str:
    places = _short_places([one.at for one in kind.findings[:DIGEST_PLACES] if one.at])
    more = f" and {kind.count - DIGEST_PLACES:,} more" if places and kind.count > DIGEST_PLACES else ""
    return f"{kind.title}{f' ({places}{more})' if places else ''}, {kind_cost(kind)}"


def _short_places(places: Sequence[str]) -> str:
    """Return places such as ``tictactoe.py:12`` as one text that names each file once: ``tictactoe.py:12, 31``."""
    shown: list[str] = []
    before = ""
    for place in places:
        file, _, line = place.rpartition(":")
        shown.append(line if shown and file == before else place)
        before = file
    return ", ".join(shown)
