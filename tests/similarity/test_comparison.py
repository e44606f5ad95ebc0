"""What counts between two students: what few have in common, in the text and in the behaviour."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.similarity.comparison import OWN_LEAST, RARE_MOST, ComparedWork, Comparison, compared
from grader.similarity.fingerprints import fingerprints, side_by_side, tokens_in
from grader.similarity.works import new_key, prints_file, works_in
from grader.story.classes.statistics import class_statistics
from tests.fixture_folders import sampled

KEY = b"0123456789abcdef"
OWN = frozenset(range(1000, 1000 + OWN_LEAST))


def test_names_comments_literals_hints_and_loops_count_as_nothing() -> None:
    """Two texts with one structure have the same tokens."""
    one = 'def f(a: dict[str, int], *, b: int = 3) -> int:\n    x: list[int] = "a"  # b\n    while a == None: c\n'
    other = "def ga(ha, *, c=4):\n    y = 'b'\n\n    for z != None: d\n"

    assert [token.sign for token in tokens_in(one)] == [token.sign for token in tokens_in(other)]


@pytest.mark.parametrize("part", sampled(["x ", "(", "'", "\\", "def f(a: ", "a:b=", "é", "\x00", "[" * 200 + "\n"], 2))
def test_hostile_texts_take_no_time(part: str) -> None:
    """256 KiB of one part give few fingerprints, in less than two seconds."""
    text = part * ((256 << 10) // len(part))
    before = time.process_time()

    found = fingerprints(text)

    assert time.process_time() - before < 2
    assert len(found) < 300
    side_by_side(text[:2000], text[:3000], frozenset())


def test_what_both_have_is_marked_and_nothing_of_the_text_is_lost() -> None:
    """The pieces of each side are its text; what is taken out is marked as such."""
    first = "def f(a):\n    return [a for a in range(3) if a]\n\nx = 1\n"
    second = "y = 2\n" + first.replace("a", "b")
    left, right = side_by_side(first, second, frozenset())
    hidden, _ = side_by_side(first, second, fingerprints(first))

    for text, side in ((first, left), (second, right), (first, hidden)):
        assert text == "\n".join("".join(piece.text for piece in line.pieces) for line in side)
    assert {piece.kind for line in left for piece in line.pieces} >= {"same"}
    assert {piece.kind for line in hidden for piece in line.pieces} >= {"common"}
    assert {line.part for line in left} == {line.part for line in right}


def works(count: int, **more: object) -> list[ComparedWork]:
    """Return works of which each has fingerprints of its own."""
    return [
        ComparedWork(
            id=f"{at:02}",
            party=frozenset({f"{at:02}"}),
            prints=frozenset(range(at * 100, at * 100 + 50)),
            **more,  # type: ignore[arg-type]
        )
        for at in range(100, 100 + count)
    ]


def likeness(found: Comparison, one: str, other: str) -> tuple[int, int, int, int] | None:
    """Return the figures of a pair; None if it is none."""
    return next((tuple(pair[2:]) for pair in found.pairs if {one, other} == {pair.first.id, pair.second.id}), None)  # type: ignore[return-value]


def test_members_of_a_group_are_no_pair() -> None:
    """Who hands in together has the same file."""
    pair = [ComparedWork(id=name, party=frozenset({("team", "1")}), prints=OWN) for name in "ab"]

    assert likeness(compared([*works(5), *pair]), "a", "b") is None


def test_what_was_handed_out_and_what_many_have_is_taken_out() -> None:
    """A file of which nothing is left is compared with nobody."""
    pair = [ComparedWork(id=name, party=frozenset({name}), prints=OWN) for name in "ab"]
    many = [ComparedWork(id=f"m{at}", party=frozenset({f"m{at}"}), prints=OWN) for at in range(20)]

    alike, without, common = (
        compared([*works(5), *them], out) for them, out in ((pair, frozenset()), (pair, OWN), (many, frozenset()))
    )

    assert likeness(alike, "a", "b") == (1000, 0, 0, 0)
    assert {work.id for work in without.too_short} == {"a", "b"}
    assert common.common == OWN
    assert not common.outstanding


@pytest.mark.parametrize("count", [2, RARE_MOST, RARE_MOST + 1])
def test_what_five_answer_alike_says_nothing(count: int) -> None:
    """Wrong answers and choices count if at most four students have them."""
    alike = [
        ComparedWork(
            id=f"m{at}",
            party=frozenset({f"m{at}"}),
            prints=frozenset(),
            wrong=frozenset({"winner.rows 1"}),
            moves="13",
        )
        for at in range(count)
    ]
    found = compared([*works(20, moves="24"), *alike])

    assert any(likeness(found, "m0", "m1") or ()) == (count <= RARE_MOST)
    if count == 2:
        assert likeness(found, "m0", "m1") == (0, 80, 1, 100)


def test_wrong_answers_of_the_same_students_weigh_as_one() -> None:
    """What follows from one fault is no more evidence than the fault."""
    one, two = (
        compared(
            [*works(20), *(ComparedWork(id=n, party=frozenset({n}), prints=OWN, wrong=frozenset(wrong)) for n in "ab")]
        )
        for wrong in (["x"], ["x", "y"])
    )

    assert likeness(one, "a", "b") == (1000, 40, 1, 0)
    assert likeness(two, "a", "b") == (1000, 40, 2, 0)


def test_nobody_is_in_more_pairs_than_allowed() -> None:
    """A file that is like all others does not fill the list."""
    hub = ComparedWork(
        id="hub", party=frozenset({"hub"}), prints=frozenset(run for work in works(30) for run in work.prints)
    )
    listed = compared([*works(30), hub]).most_alike(20, 3)

    assert len([pair for pair in listed if hub in (pair.first, pair.second)]) == 3


def test_a_file_of_fingerprints_has_no_id_and_knows_who_repeats_the_course() -> None:
    """The own earlier version is no copy; the same file without the key says nothing about anybody."""
    old = ComparedWork(
        id="ada.lovelace", party=frozenset({"ada"}), prints=OWN, wrong=frozenset({"winner.rows 1"}), moves="12"
    )
    data = prints_file([old], KEY)
    again, other = (ComparedWork(id=name, party=frozenset({name}), prints=OWN) for name in ("ada.lovelace", "bob"))

    found = compared([again, other, *works(5), *works_in(data, Path("old.json"), KEY, [again, other])])

    assert b"ada" not in data
    old_pairs = [(pair.first.id, pair.second.id) for pair in found.pairs if pair.second.source and pair.text]
    assert old_pairs == [("bob", "ada.lovelace")]


@pytest.mark.parametrize(
    ("data", "key", "said"),
    [
        (b"{}", KEY, "not made by"),
        (b"[" * 100_000, KEY, "not made by"),
        (prints_file([], KEY).replace(b"v1", b"v9"), KEY, "another version"),
        (prints_file([], KEY), new_key(), "another key"),
    ],
    ids=["no prints", "brackets", "version", "key"],  # a new key would be another name in each process
)
def test_another_file_or_key_is_refused(data: bytes, key: bytes, said: str) -> None:
    """The message begins with the file's name and says what to do."""
    with pytest.raises(UserError, match=f"old.json: .*{said}"):
        works_in(data, Path("old.json"), key, [])


def test_a_class_of_nobody_has_no_pairs() -> None:
    """Nothing is divided by nothing."""
    found = compared([])

    assert (found.pairs, found.groups, found.text.outstanding) == ((), (), 200)
    assert not class_statistics([]).same_code
