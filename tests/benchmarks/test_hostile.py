"""The tables of what hostile fixtures cost."""

from __future__ import annotations

from benchmarks.hostile import ORDINARY, AttackCost, hostile_tables, is_over


def cost(name: str, wall: float, marker: float, grown_mib: float = 10) -> AttackCost:
    """Return a cost with the figures that the tables judge."""
    return AttackCost(name=name, wall=wall, limit=2, inside=1, marker=marker, grown_mib=grown_mib)


USUAL = cost(ORDINARY, 1, 0.5)


def test_the_marker_may_take_five_seconds_and_200_mib_beyond_its_usual() -> None:
    """What an ordinary submission takes is not counted."""
    judged = [cost("quick", 9, 5.4), cost("slow", 1, 5.6), cost("lean", 1, 1, 209), cost("large", 1, 1, 211)]

    assert [is_over(one, USUAL) for one in judged] == [False, True, False, True]


def test_what_breaks_the_bound_stands_first_and_the_ordinary_one_last() -> None:
    """Also if it is none of the worst by its wall time."""
    attacks = [cost(f"attack-{number}", 100 - number, 1) for number in range(30)]
    worst, of_class = hostile_tables([*attacks, cost("greedy", 0.5, 9), USUAL])

    assert [row[0] for row in worst.rows] == ["greedy", *(f"attack-{number}" for number in range(20)), ORDINARY]
    assert [row[-1] for row in worst.rows] == ["over the bound", *[""] * 21]
    assert [row[1] for row in of_class.rows] == ["100", f"{sum(range(81, 101)) + 80}"]


def test_nothing_measured_makes_no_table() -> None:
    """Where only other parts of the benchmark ran."""
    assert hostile_tables([]) == []
