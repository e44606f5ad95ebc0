"""What was found about the quality of the code: each kind of findings, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.blocks import Block, Bullets, Fold, Place, Text
from grader.capabilities.capability import Remark
from grader.capabilities.quality.report import DIGEST_PLACES, QualityFinding, QualityKind, QualityReport
from grader.text.number_text import count_text, points_text


def tell_quality(report: QualityReport) -> Iterator[Block]:
    """Yield each kind of findings with its places."""
    for kind in report.kinds:
        found: list[Text] = [_finding(one) for one in kind.findings]
        if (more := kind.count - len(kind.findings)) > 0:
            found.append(f"and {more:,} more")
        yield Fold(_heading(kind), (Bullets(tuple(found)),), open=True)


def quality_remarks(report: QualityReport) -> Iterator[Remark]:
    """Yield each kind of findings for reports that show them at their lines."""
    for kind in report.kinds:
        places = tuple((one.at, one.message) for one in kind.findings)
        yield Remark(kind.title, _kind_digest(kind), places)


def _heading(kind: QualityKind) -> str:
    """Return what a kind of findings is called, how many there are and what they cost."""
    return f"{kind.title}: {count_text(kind.count, 'finding')}, {_cost(kind)}"


def _finding(one: QualityFinding) -> Text:
    return (Place(one.at), ": ", one.message) if one.at else one.message


def _cost(kind: QualityKind) -> str:
    return f"-{points_text(kind.cost)}" if kind.cost > Decimal(0) else "costs nothing"


def _kind_digest(kind: QualityKind) -> str:
    places = _short_places([one.at for one in kind.findings[:DIGEST_PLACES] if one.at])
    more = f" and {kind.count - DIGEST_PLACES:,} more" if places and kind.count > DIGEST_PLACES else ""
    return f"{kind.title}{f' ({places}{more})' if places else ''}, {_cost(kind)}"


def _short_places(places: Sequence[str]) -> str:
    """Return places such as ``tictactoe.py:12`` as one text that names each file once: ``tictactoe.py:12, 31``."""
    shown: list[str] = []
    before = ""
    for place in places:
        file, _, line = place.rpartition(":")
        shown.append(line if shown and file == before else place)
        before = file
    return ", ".join(shown)
