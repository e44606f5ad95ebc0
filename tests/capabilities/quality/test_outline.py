"""What is read without ruff: lines that are never reached, stubs, comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.quality.outline import MAX_LINE, read_outline
from grader.capabilities.quality.ruff_process import NotRated
from tests.capabilities.quality.sources import kinds_in

WORDS = st.sampled_from(
    [
        "def f(x):",
        "def",
        "class A:",
        "return",
        "pass",
        "# note",
        "'''",
        "if x:",
        "raise",
        "(",
        ")",
        "\n",
        "\n    ",
        "\n\t",
        "x",
        ";",
        "\\",
    ]
)


def outline(text: str) -> object:
    """Return the outline of `text`, or None if it has none."""
    try:
        return read_outline(text.split("\n"))
    except NotRated:
        return None


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        "return",
        "return None",
        "raise NotImplementedError",
        "raise NotImplementedError('later')",
    ],
)
def test_a_function_that_does_nothing_is_a_stub(body: str) -> None:
    """With a docstring or without, in one line or below."""
    for text in (f"def f(x): {body}", f"def f(x: int) -> dict[str, int]:\n    '''Say.'''\n    # later\n    {body}\n"):
        (block,) = read_outline(text.split("\n")).blocks
        assert block.stub


@pytest.mark.parametrize("body", ["return 1", "x = 1", "return x", "raise ValueError", "pass\n    return x", "g(x)"])
def test_a_function_that_does_something_is_no_stub(body: str) -> None:
    """Even if it is wrong."""
    (block,) = read_outline(f"def f(x):\n    '''Say.'''\n    {body}\n".split("\n")).blocks

    assert not block.stub
    assert block.docstring == "Say."


def test_what_stands_below_a_return_is_never_reached() -> None:
    """The first such line of each suite is told; what follows an `if` that leaves is reached."""
    code = (
        "def f(x):\n    # a remark\n    for y in x:\n        if y:\n            return y\n        continue\n"
        "        g()\n        h()\n    return 1\n    raise NotImplementedError\n"
    )

    assert kinds_in(code) == [("dead_code", 7), ("dead_code", 10)]


@pytest.mark.parametrize("comment", ["", "# noqa", "#!/usr/bin/python", "# TODO", "# -----", "# type: ignore", "# %%"])
def test_a_file_without_a_word_of_its_own_lacks_comments(comment: str) -> None:
    """The docstrings that were handed out are not the student's; nor are words for tools."""
    docstring = "Returns player who has the next turn on a board."
    code = f"{comment}\ndef player(board):\n    '''\n    {docstring}\n    '''\n    return 1\n"

    assert ("comments", 0) in kinds_in(code)
    assert ("comments", 0) not in kinds_in(code.replace("next turn", "next move"))


def test_functions_without_a_word_lack_comments_if_they_are_most() -> None:
    """A comment inside counts; then only the missing docstrings are told."""
    bare = "".join(f"def f{one}():\n    return {one}\n\n\n" for one in range(3))
    word = "def g():\n    return 1  # a word\n\n\n"

    assert kinds_in(bare + word) == [("comments", 0)]
    assert {kind for kind, _ in kinds_in(bare + word * 3)} == {"docstrings", "unused"}


def test_a_very_long_line_is_not_rated() -> None:
    """Nobody wrote it, and some versions of Python need minutes for it."""
    with pytest.raises(NotRated, match="A line has more than 5,000 characters"):
        read_outline(["x" * (MAX_LINE + 1)])


@given(st.lists(WORDS, max_size=40))
def test_any_text_has_an_outline_or_is_not_rated(words: list[str]) -> None:
    """No text brings the grader down."""
    found = outline(" ".join(words))

    assert found is None or found == outline(" ".join(words))
