"""What a machine is like, and which results of another machine it would give too."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from grader.batch import node as node_module
from grader.batch.node import Node, this_node
from grader.model.result import Timing
from grader.model.rubric import Rubric
from tests.batch.fakes import right, submission

HERE = Node("fast", 0.01)
NEAR = ("minimax: 31.2 s of 60 s",)


@pytest.mark.parametrize(
    ("processor", "seconds", "near", "agrees"),
    [
        ("fast", 0.01, NEAR, True),
        ("fast", 0.05, (), True),  # one machine is slower at times, and its results must not come and go
        ("slow", 0.015, (), True),
        ("slow", 0.01, NEAR, False),
        ("slow", 0.03, (), False),
        ("slow", 0.004, (), False),
        ("", None, NEAR, True),
    ],
)
def test_a_result_is_kept_where_its_limits_mean_the_same(
    processor: str, seconds: float | None, near: tuple[str, ...], *, agrees: bool, default_rubric: Rubric
) -> None:
    """Under half of a limit, a machine may be twice as slow; near one, it must be of the same kind."""
    result = right(submission("ada"), default_rubric)
    timing = Timing(cpu_seconds=1, wall_seconds=1, near_limit=near, processor=processor, calibration_seconds=seconds)

    assert agrees is HERE.would_agree(dataclasses.replace(result, timing=timing))


def test_a_result_says_where_it_was_made(default_rubric: Rubric) -> None:
    """The processor by its name, and how long the fixed workload took."""
    here = this_node()

    timing = here.stamped(right(submission("ada"), default_rubric)).timing

    assert (here.processor, here.seconds) == (timing.processor, timing.calibration_seconds)
    assert here.processor
    assert 0 < here.seconds < 1


def test_processors_of_one_name_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual machines of one provider have one name; family and model differ."""
    path = tmp_path / "cpuinfo"
    path.write_text("processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n")
    monkeypatch.setattr(node_module, "CPU_INFO", path)
    this_node.cache_clear()

    assert "AMD EPYC, cpu family 26, model 2" == this_node().processor
    this_node.cache_clear()
