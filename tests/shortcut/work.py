"""What is graded both ways: modules that hide state, styles, fixtures, a class, and mutants of some styles."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice

from benchmarks.corpus import TYPICAL, classroom, styles
from grader.game.board import EMPTY_BOARD
from grader.model.rubric import Limits, Rubric
from grader.model.submission import Submission
from tests.fixture_folders import default_rubric, fixtures
from tests.shortcut.adversarial import modules, most_free
from tests.shortcut.comparison import submission_of
from tests.shortcut.mutants import mutants
from tests.shortcut.stateful_searches import searches

QUICK_STYLES = ("alpha-beta-undo", "flat-list", "alpha-beta", "negamax-alpha-beta", "alpha-beta-nested")
"""Styles whose plain run takes a second for all boards."""
PLAIN_STYLES = (
    TYPICAL,
    "value-and-move-lists",
    "flag",
    "nested-helpers",
    "agent-per-call",
    "place-and-undo",
    "key-lambda",
    "three-functions",
    "undo-on-the-argument",
    "module-level-instance",
)
KINDS = ("modules", "stateful", "quick", "styles", "fixtures", "class", "plain")
STATEFUL = 300
"""Generated searches that keep state."""
CLASS = 200
"""Students of the class."""
LIMITS = Limits(call_seconds=1, function_seconds=(("minimax", 5),), submission_seconds=60)
"""For files that are wrong on purpose: some never end, and both runs have to wait for the limit."""
PLAIN_LIMITS = Limits(call_seconds=1, function_seconds=(("minimax", 30),), submission_seconds=120)
"""For plain runs of half a minute: with lower limits these would be near them, and nothing would be memoized."""

Work = tuple[Submission, Rubric]


def work_of(kinds: Sequence[str], quick: int, plain: int, seed: int) -> Iterator[Work]:
    """Yield all submissions of these kinds, named by kind, each with its rubric."""
    rubric = default_rubric()
    rubrics = {"styles": rubric, "class": rubric, "plain": dataclasses.replace(rubric, limits=PLAIN_LIMITS)}
    short_rubric = dataclasses.replace(rubric, limits=LIMITS)
    sources: dict[str, Iterator[tuple[str, str]]] = {
        "modules": ((name, source) for name, source in modules().items() if most_free(name) == len(EMPTY_BOARD)),
        "stateful": searches(STATEFUL, seed),
        "quick": mutated(QUICK_STYLES, quick, seed),
        "styles": iter(styles().items()),
        "class": ((name, file.source) for name, file in classroom(CLASS).items()),
        "plain": mutated(PLAIN_STYLES, plain, seed),
    }
    for kind in kinds:
        if kind == "fixtures":
            for name, fixture in fixtures().items():
                yield dataclasses.replace(fixture.submission, id=f"fixtures/{name}"), fixture.rubric
            continue
        for name, source in sources[kind]:
            yield submission_of(f"{kind}/{name}", source), rubrics.get(kind, short_rubric)


def mutated(names: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield `count` mutants in all of these styles in turns, with names that tell style and place."""
    made = [islice(mutants(styles()[name], seed), -(-count // len(names))) for name in names]
    turns = (
        (name, source) for sources in zip(*made, strict=False) for name, source in zip(names, sources, strict=True)
    )
    for name, source in islice(turns, count):
        yield f"{name}-{hashlib.sha256(source.encode()).hexdigest()[:8]}", source
