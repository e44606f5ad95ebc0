"""What is no Python is taken out of a cell, and nothing else; every line stays where it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.notebook import MAX_NOTES, CellText, extract_python, join_cells
from tests.fixture_folders import SLOW
from tests.intake.module_specs import AI_GAME


def python(cell: str) -> str:
    """Return the Python of a cell that writes no graded file."""
    return extract_python(cell, lambda _name: False).python


@pytest.mark.parametrize(
    ("cell", "left"),
    [
        ("%matplotlib inline\nx = 1", "\nx = 1"),
        ("!pip install pygame\nx = 1", "\nx = 1"),
        ("x = 1\n?x", "x = 1\n"),
        ("x = 1\nx?", "x = 1\n"),
        ("x = 1\nboard.copy??  ", "x = 1\n"),
        ("if x:\n    %time f()\nelse:\n\t!ls", "if x:\n    pass\nelse:\n\tpass"),
        ("files = !ls\nt = %timeit -o f()\nx = 1", "\n\nx = 1"),
        ("!pip install \\\n  pygame \\\n  rich\nx = 1", "\n\n\nx = 1"),
        ("!echo \"it's (\nx = 1", "\nx = 1"),
        ("x = 1  # why?\n%who", "x = 1  # why?\n"),
        ("%%time\nx = 1", "\nx = 1"),
        ("\n%%capture out\n%%time\nx = 1\n%who", "\n\n\nx = 1\n"),
        ("%%timeit -n 1\nx = 1", "\nx = 1"),
        ("%%bash\nls\nrm x", "\n\n"),
        ("%%html\n<b>x</b>", "\n"),
        ("%%writefile helper.py\nx = 1", "\n"),
        ("%%capture\n%%bash\nls", "\n\n"),
        ("    x = 1\n    if x:\n        y = 2", "x = 1\nif x:\n    y = 2"),
    ],
)
def test_magics_shell_lines_and_questions_are_left_out(cell: str, left: str) -> None:
    """A block keeps a statement, a line keeps its number; a cell that is indented wholly is moved to the left."""
    assert python(cell) == left
    assert left.count("\n") == cell.count("\n")


@pytest.mark.parametrize(
    "cell",
    [
        "print('%d of %d'\n      % (1, 2))",
        'text = """\n%matplotlib inline\n!ls\nreally?\n"""',
        "text = '''\\'''\n%time\n'''",
        "x = 7 \\\n  % 2",
        "x = [\n  # a ) in a comment\n  7\n  % 2]",
        "x = 'it\\'s (' # ' (\ny = 1",
        "x = 'two\\\n%lines'\ny = 2",
        "# %time\n# !ls\n# who?",
        "x = 1 # really?\nprint('who?')",
        "if a != b: pass\nx %= 2\nx = y % z",
        "x: int = 3\nx = a[1] % 2\nassert x == (y != z)",
        'f"{a["b"]}"\nx = 1',
        "\ufeff%x",
        "",
        "   \n\t\n",
    ],
)
def test_python_is_left_alone(cell: str) -> None:
    """Percent signs and question marks in strings, brackets, continued lines and comments are Python's own."""
    assert extract_python(cell, lambda _name: False) == CellText(cell, {})


@pytest.mark.parametrize(
    ("cell", "left"),
    [
        ("x = (\n%who", "x = (\n%who"),
        ("x = 'open\n%who", "x = 'open\n"),
        ("x = ')'\n)\n%who", "x = ')'\n)\n"),
        ('"""\n%who', '"""\n%who'),
        ("x = 1 # \\\n%who", "x = 1 # \\\n"),
    ],
)
def test_what_python_could_not_read_either_is_looked_through_too(cell: str, left: str) -> None:
    """An error in a cell leads to no other: a string that is never closed ends with its line."""
    assert python(cell) == left


@pytest.mark.parametrize(
    ("first", "kept"),
    [
        ("%%writefile AI_game.py", True),
        ("%%writefile -a ./ai_game.py", True),
        ("%%file 'AI_game.py'", True),
        ("%%writefile C:\\lab\\AI_game.py", True),
        ("%%writefile minimax.py", False),
        ("%%writefile AI_game.txt", False),
        ("%%writefile AI_game.ipynb", False),
        ("%%writefile", False),
    ],
)
def test_a_cell_that_writes_the_graded_file_is_code(first: str, kept: bool) -> None:  # noqa: FBT001 - a table
    """A cell that writes any other file is left out as a whole, with a note."""
    code = join_cells([f"{first}\nx = 1"], AI_GAME)

    assert code.text == ("\nx = 1\n" if kept else "\n\n")
    assert code.notes == (f"Cell 1{', line 1' if kept else ''} was left out: {first}",)


def test_notes_name_cell_and_line() -> None:
    """Counted as people count: code cells and lines from 1."""
    code = join_cells(["x = 1", "y = 2\n  \n  !ls -l", "%%bash\nls"], AI_GAME)

    assert code.notes == ("Cell 2, line 3 was left out: !ls -l", "Cell 3 was left out: %%bash")


@pytest.mark.parametrize(
    ("more", "last"), [(1, "1 more magic or shell line was"), (7, "7 more magics and shell lines were")]
)
def test_many_magics_make_few_notes(more: int, last: str) -> None:
    """A report stays readable."""
    code = join_cells(["%who\n" * (MAX_NOTES + more)], AI_GAME)

    assert len(code.notes) == MAX_NOTES + 1
    assert code.notes[-1] == f"{last} left out."


def test_a_magic_cannot_colour_the_terminal() -> None:
    """What is quoted of it is cleaned and clipped."""
    (note,) = join_cells(["!\x1b[2J\u202e" + "x" * 500], AI_GAME).notes

    assert note.isprintable()
    assert len(note) < 120


@SLOW
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "cell",
    [
        "'\\" * 100_000,
        "(" * 250_000,
        '"""' * 80_000,
        "a " * 120_000 + "?x",
        "%\\\n" * 80_000,
        "[\n" * 120_000,
        "x=" * 120_000,
    ],
)
def test_a_hostile_cell_takes_no_long_time(cell: str) -> None:
    """The text is searched once; the time limit only catches hangs."""
    assert python(cell).count("\n") == cell.count("\n")


pieces = st.sampled_from(
    ["%x", "!y", "z?", "'", '"', '"""', "'''", "\\", "\n", "(", ")", "#", " ", "a = ", "%%", "time", "\t"]
)


@given(st.lists(pieces, max_size=30).map("".join) | st.text(max_size=40))
def test_no_cell_loses_or_gains_a_line(cell: str) -> None:
    """For any cell: each line is unchanged, indented less, blank, or ``pass``."""
    extracted = extract_python(cell, lambda _name: False)
    before, after = cell.split("\n"), extracted.python.split("\n")

    assert len(after) == len(before)
    assert all(new.strip() in {old.strip(), "", "pass"} for old, new in zip(before, after, strict=True))
    assert extracted.left_out or all(old.endswith(new) for old, new in zip(before, after, strict=True))
