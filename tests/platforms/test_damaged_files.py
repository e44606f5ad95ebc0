"""A platform's file that was damaged, or edited by hand, is read and comes back, or is refused in one sentence."""

from __future__ import annotations

import os
import random

import pytest

from grader.model.sanitize import sanitize
from grader.platforms.grade_file import ColumnNames
from grader.platforms.mark_tables import choose_marks, fill_in
from grader.platforms.registry import GRADEBOOKS, ids_of
from tests.fixture_folders import EVERY
from tests.platforms.test_mark_tables import CASES, FILES, FULL, Case

MUTATIONS = 2000 if EVERY in os.environ else 100
PIECES = (
    b"",
    b",",
    b";",
    b"\t",
    b'"',
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"(",
    b"]",
    b"|",
    b"1",
    b"Grade",
    b"ID",
    b"@",
    b"=",
)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return `data` with some pieces replaced, doubled or cut off."""
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        start = chance.randrange(len(data) + 1)
        end = start + chance.choice((0, 0, 1, 2, 10, 60))
        kind = chance.random()
        if kind < 0.6:
            data = data[:start] + chance.choice(PIECES) + data[end:]
        elif kind < 0.8:
            data = data[:start] + data[start:end] * 2 + data[end:]
        else:
            data = data[:start]
    return data


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_a_damaged_file_comes_back_or_is_refused(case: Case) -> None:
    """Nothing else may happen: no internal error, no other number of rows, no other byte where nothing is entered."""
    chance = random.Random(case.file)  # noqa: S311 - not a secret
    filled_in = 0
    for _ in range(MUTATIONS):
        data = damaged((FILES / case.file).read_bytes(), chance)
        try:
            file = GRADEBOOKS[case.platform].read(data, case.names)
            choice = choose_marks(FULL, file.possible, "percent")
        except ValueError as error:
            message = str(error)
            assert message == sanitize(message, len(message)), data
            continue
        assert data == file.csv.with_cells({})
        filled = fill_in(file, case.rows, choice, ids_of(case.layout), so_far=False)
        again = GRADEBOOKS[case.platform].read(filled.data, case.names)
        assert len(file.csv.rows) == len(again.csv.rows)
        filled_in += 1
    assert 0 < filled_in < MUTATIONS


def test_no_mark_takes_the_place_of_an_address() -> None:
    """A header with a name too few puts that of the marks above the addresses."""
    shifted = b'"ID number","Assignment: Lab (Real)"\n3031,ada@x.edu,-\n3032,eve@x.edu,-\n'

    with pytest.raises(ValueError, match="cells are shifted; download the file again"):
        GRADEBOOKS["moodle-gradebook"].read(shifted, ColumnNames(marks="Assignment: Lab"))
