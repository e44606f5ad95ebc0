"""Copies in every disguise are found among programs that were written apart."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from grader.similarity.comparison import ComparedWork, Comparison, compared
from grader.similarity.fingerprints import fingerprints
from grader.similarity.works import prints_file, works_in
from tests.fixture_folders import SLOW
from tests.similarity.disguises import DISGUISES
from tests.similarity.planted import CLASS, COPIES, IN_EVERY_WAY, independent, planted

KEY = b"0123456789abcdef0123456789abcdef"


def work(name: str, source: str) -> ComparedWork:
    """Return the work of a student."""
    return ComparedWork(id=name, party=frozenset({name}), prints=fingerprints(source))


@cache
def originals() -> tuple[ComparedWork, ...]:
    """Return the works of those who wrote apart."""
    return tuple(work(f"{number:02}", source) for number, source in enumerate(independent()))


@cache
def copies() -> dict[tuple[str, str], ComparedWork]:
    """Return the copies by the ids of both students."""
    return {
        (f"{number:02}", f"{number:02} {way}"): work(f"{number:02} {way}", source)
        for (number, way), source in planted().items()
    }


@pytest.fixture(scope="module", name="found")
def _found() -> Comparison:
    return compared([*originals(), *copies().values()])


@SLOW
def test_sixty_programs_have_no_longer_function_in_common() -> None:
    """The class that copies are planted in is large enough, and each disguise is used three times."""
    assert len(independent()) == CLASS
    assert len(planted()) == COPIES
    assert all(ast.parse(source) for source in planted().values())


@SLOW
def test_a_disguise_changes_programs() -> None:
    """Each disguise changes what Python reads of most programs; comments change only the text."""
    programs = independent()[::3]
    for name, disguise in DISGUISES.items():
        changed = [ast.dump(ast.parse(disguise(source))) != ast.dump(ast.parse(source)) for source in programs]
        assert name == "commented" or sum(changed) >= len(programs) // 3, (name, sum(changed))


def test_a_copy_is_more_alike_to_its_original_than_to_anybody(found: Comparison) -> None:
    """Nobody's file is nearer to a copy than the file it was made from."""
    for original, copy in copies():
        own = [pair for pair in found.pairs if copy in (pair.first.id, pair.second.id)]

        assert own[0].first.id == original, copy


def test_the_copies_are_the_most_alike_pairs(found: Comparison) -> None:
    """At most 7 of the 3,975 other pairs are as alike as the least alike copy, and 5 as one in a single disguise."""
    place = {(pair.first.id, pair.second.id): pair.text for pair in found.pairs}
    planted_pairs = copies().keys()
    others = [text for ids, text in place.items() if ids not in planted_pairs]

    for limit, ways in ((5, {*DISGUISES}), (7, {IN_EVERY_WAY})):
        least = min(place[ids] for ids in planted_pairs if ids[1].partition(" ")[2] in ways)
        assert sum(text >= least for text in others) <= limit


def test_copies_stand_out(found: Comparison) -> None:
    """Of 30 copies 29 stand out from the class, and all in a single disguise."""
    outstanding = {(pair.first.id, pair.second.id) for pair in found.outstanding}
    hidden = [copy for original, copy in copies() if (original, copy) not in outstanding]

    assert len(hidden) <= 1
    assert all(copy.endswith(IN_EVERY_WAY) for copy in hidden)


def test_a_class_without_copies_has_none_that_stand_out() -> None:
    """Among programs that were written apart, only those that were once one program stand out."""
    found = compared(originals())

    assert len(found.outstanding) <= 4
    assert not found.groups


def test_a_shared_tutorial_is_one_group() -> None:
    """Seven files from one source are one group, and none of their 21 pairs is listed beside it."""
    source = independent()[40]
    disguised = [work(f"tutorial {name}", disguise(source)) for name, disguise in [*DISGUISES.items()][:6]]
    found = compared([*originals(), *disguised])

    (group,) = found.groups
    assert {member.id for member in group.members} == {"40", *(one.id for one in disguised)}
    assert not [pair for pair in found.pairs if {pair.first, pair.second} <= {*group.members}]


def test_a_file_that_holds_all_others_hides_no_copy(found: Comparison) -> None:
    """A file made of all others is a pair of some, but stands above no copy."""
    hub = work("hub", "\n".join(independent()))
    pairs = compared([*originals(), *copies().values(), hub]).pairs
    least = min(pair.text for pair in pairs if (pair.first.id, pair.second.id) in copies())

    assert all(pair.text <= least for pair in pairs if hub in (pair.first, pair.second))
    assert len(found.pairs) > CLASS


def test_last_years_fingerprints_find_a_copy(tmp_path: Path) -> None:
    """Of a class only fingerprints are kept, and next year's copy of one of its files is the pair most alike."""
    path = tmp_path / "last-year.json"
    path.write_bytes(prints_file(originals(), KEY))
    number, way = next(key for key in planted() if key[1] == IN_EVERY_WAY)
    fresh = [work(f"new {at}", source) for at, source in enumerate(independent()[1::2])]
    copy = work("copy", planted()[number, way])
    others = [one for one in originals() if int(one.id) % 2 == 0]
    path.write_bytes(prints_file(others, KEY))

    pairs = compared([*fresh, copy, *works_in(path.read_bytes(), path, KEY, fresh)]).pairs

    (best, *_) = [pair for pair in pairs if pair.first is copy]
    assert best.second.source == "last-year.json"
    assert not [pair for pair in pairs if pair.first.source]


def test_the_order_of_students_does_not_matter(found: Comparison) -> None:
    """The same pairs come in the same order, in whatever order the works are."""
    works = [*originals(), *copies().values()]
    random.Random("order").shuffle(works)  # noqa: S311 - nothing secret

    assert [(pair.first.id, pair.second.id, pair.text) for pair in compared(works).pairs] == [
        (pair.first.id, pair.second.id, pair.text) for pair in found.pairs
    ]


PRINTED = """
import json, sys
from grader.similarity.comparison import ComparedWork, compared
from grader.similarity.fingerprints import fingerprints
from grader.similarity.works import prints_file
from tests.fixture_folders import SLOW
sources = json.load(sys.stdin)
works = [ComparedWork(id=name, party=frozenset({name}), prints=fingerprints(sources[name])) for name in sources]
print(prints_file(works, bytes(32)))
print([(pair.first.id, pair.second.id, pair.text) for pair in compared(works).pairs])
"""


def test_two_hash_seeds_give_the_same_bytes() -> None:
    """Fingerprints and pairs do not depend on how Python seeds its hashes."""
    sources = {str(at): source for at, source in enumerate([*independent()[:6], *[*planted().values()][:6]])}
    runs = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PRINTED],
            env={"PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            input=json.dumps(sources).encode(),
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert runs[0] == runs[1]
    assert runs[0]
