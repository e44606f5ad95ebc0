"""Text of students is safe to show; a misspelt name is answered with the nearest one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model.sanitize import ELLIPSIS, MAX_MARKS, closest, did_you_mean, quoted, sanitize, shell_command

HASTY = settings(max_examples=200)
ANY = st.text(st.characters(codec=None) | st.sampled_from("\x1b\x9b\u202e\u200d\u0301\ud800:#[0xf\nz"), max_size=80)
JOINERS = "\u200c\u200d"

SHOWN = {
    "CSI": ("\x1b[2Jx", "\\x1b[2Jx"),
    "OSC that sets the title": ("\x1b]0;mine\x07", "\\x1b]0;mine\\x07"),
    "OSC link": ("\x1b]8;;http://x\x1b\\y", "\\x1b]8;;http://x\\x1b\\y"),
    "DCS": ("\x1bPq#0\x1b\\", "\\x1bPq#0\\x1b\\"),
    "C1 CSI": ("\x9b2J\x85\x90", "\\x9b2J\\x85\\x90"),
    "carriage return": ("wrong\rright", "wrong\\x0dright"),
    "backspace and delete": ("a\b\x7f", "a\\x08\\x7f"),
    "NUL": ("a\0b", "a\\x00b"),
    "bidi override": ("a\u202eb\u202c", "a\\u202eb\\u202c"),
    "bidi isolate": ("\u2066a\u2069", "\\u2066a\\u2069"),
    "marks of direction": ("\u200e\u200f", "\\u200e\\u200f"),
    "zero width": ("a\u200bb\ufeff\u2060", "a\\u200bb\\ufeff\\u2060"),
    "line separators": ("a\u2028b\u2029", "a\\u2028b\\u2029"),
    "lone surrogate": ("\ud83d!", "\\ud83d!"),
    "halves the wrong way round": ("\udc00\ud800", "\\udc00\\ud800"),
    "private use": ("\ue000\U0010fffd", "\\ue000\\U0010fffd"),
    "tags": ("a\U000e0041", "a\\U000e0041"),
    "letters that show nothing": ("\u3164\u115f\uffa0", "\\u3164\\u115f\\uffa0"),
    "signs that show nothing": ("\u2800\U0001d159", "\\u2800\\U0001d159"),
    "spaces of other kinds": ("a\u00a0b\u3000c\u2003d\u202fe", "a b  c d e"),
    "workflow command": ("::error::x", ":\\x3aerror:\\x3ax"),
    "workflow command with parameters": ("  ::set-output name=a::b", "  :\\x3aset-output name=a:\\x3ab"),
    "workflow command after more colons": (":::error::x", ":\\x3a\\x3aerror:\\x3ax"),
    "old workflow command": ("so ##[error]x", "so #\\x23[error]x"),
    "the same of other runners": ("##vso[task.x]y ##teamcity[z]", "#\\x23vso[task.x]y #\\x23teamcity[z]"),
    "joiner in front of a command": ("\u200d::error::x", "\\u200d:\\x3aerror:\\x3ax"),
    "joiner within a command": (":\u200d:error::x", ":\\u200d:error:\\x3ax"),
    "address": ("<A at 0x7f0011223344>", f"<A at 0x{ELLIPSIS}>"),
}
"""What it was and what is shown."""

UNTOUCHED = {
    "letters": "José Müller Łukasz Đặng 王小明 Ольга ζωή",
    "Persian with a non-joiner": "می\u200cخواهم",  # noqa: RUF001 - letters of Persian
    "Hindi with a joiner": "क्\u200dष",
    "an emoji of several": "👩🏽\u200d💻 🏳️\u200d🌈",
    "decomposed Vietnamese": unicodedata.normalize("NFD", "Nguyễn Thị Ngọc"),
    "Burmese": "မြို့တော်ကြွေး",
    "Hebrew with points": "בְּרֵאשִׁית",
    "a slice": "board[::-1] and board[::2]",
    "a banner": ":::: Tic-Tac-Toe :::: ###",
    "colons and numbers": "12:30 a: b :: 7 #1 ## two [3]",
    "markup": "<b>`x`</b> *y* | =1+1",
    "a short number": "0x1f",
    "nothing": "",
}


def test_what_does_something_is_shown_as_what_it_is() -> None:
    """It becomes its Python escape, or the part that makes it work does."""
    assert {name: shown for name, (_raw, shown) in SHOWN.items()} == {
        name: sanitize(raw) for name, (raw, _shown) in SHOWN.items()
    }


def test_what_people_write_stays() -> None:
    """Names of every script, code, numbers."""
    assert {name: sanitize(text) for name, text in UNTOUCHED.items()} == UNTOUCHED


@HASTY
@given(ANY)
def test_no_text_keeps_a_character_that_does_something(text: str) -> None:
    """For any text: nothing invisible except a joiner after a letter, no surrogate, no command of a CI runner."""
    shown = sanitize(text)

    categories = [unicodedata.category(char) for char in shown if char not in JOINERS]
    assert not {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} & set(categories)
    assert not re.search(r"::[^\W\d]|##\w*\[|0x[0-9a-f]{6,16}\b", shown)
    assert all(unicodedata.category(before)[0] in "LMS" for before, char in zip(" " + shown, shown) if char in JOINERS)  # noqa: B905
    assert shown.encode().decode() == shown


@HASTY
@given(ANY)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """Text is cleaned when it comes in and again when it is shown."""
    assert sanitize(sanitize(text, 1000), 1000) == sanitize(text, 1000)


@HASTY
@given(ANY, st.integers(1, 100))
def test_it_is_never_longer_than_asked(text: str, limit: int) -> None:
    """Escapes count as what they take."""
    assert len(sanitize(text, limit)) <= limit


def test_what_is_kept_is_kept() -> None:
    """In a printed text line feeds are kept, and no other control character."""
    assert sanitize("a\n::error::b\t\x1b", keep="\n\t") == "a\n:\\x3aerror:\\x3ab\t\\x1b"


@pytest.mark.parametrize("mark", ["\u0301", "\u0e34", "\u20dd", "\u0489"])
def test_marks_do_not_pile_up(mark: str) -> None:
    """A letter has as many as some script needs, not hundreds that cover the lines around it."""
    shown = sanitize("a" + mark * 60 + "b", 1000)

    assert shown.count(mark) == MAX_MARKS
    assert shown.endswith("b")
    joined = sanitize("a" + (mark + "\u200d") * 60, 1000)
    assert joined.count(mark) == MAX_MARKS
    assert sanitize(joined, 1000) == joined


@pytest.mark.parametrize("size", [201, 10**6])
def test_a_long_text_ends_in_an_ellipsis(size: int) -> None:
    """However long, it costs what its beginning costs."""
    assert sanitize("a" * size) == "a" * 199 + ELLIPSIS


def test_a_cut_leaves_no_part_of_an_address() -> None:
    """What differs from run to run must not show, or two runs would not give the same report."""
    texts = [", ".join(f"<A object at 0x7f{start:02x}{number:08x}>" for number in range(40)) for start in range(20)]

    assert {len({sanitize(text, limit) for text in texts}) for limit in range(20, 300)} == {1}


@pytest.mark.parametrize(
    ("word", "options", "expected"),
    [
        ("chek", ["batch", "check"], "check"),
        ("CHEK", ["batch", "check"], "check"),
        ("tictacto.py", ["TicTacToe.py", "runner.py"], "TicTacToe.py"),
        ("cs51", ["cs3081", "cs50", "lab4"], "cs50"),
        ("zzz", ["batch", "check"], None),
        ("", ["batch"], None),
        ("check", [], None),
    ],
)
def test_the_nearest_name_is_found_in_any_case_of_letters(word: str, options: list[str], expected: str | None) -> None:
    """It is returned as it is written among the options; nothing is suggested that is not similar."""
    assert expected == closest(word, options)


def test_the_remedy_stands_only_where_nothing_is_similar() -> None:
    """For a similar name a question, for any other the list."""
    assert "did you mean 'cs50'?" == did_you_mean("cs5O", ["cs50"], "use one of cs50")
    assert "use one of cs50" == did_you_mean("chess", ["cs50"], "use one of cs50")


def test_a_long_word_takes_no_time() -> None:
    """Comparing two texts takes time that grows with the product of their lengths."""
    began = time.process_time()

    closest("a" * 100_000, ["b" * 60] * 100)

    assert time.process_time() - began < 1


def test_a_quoted_word_is_safe_to_print() -> None:
    """On one line, without control characters, at most 60 characters long."""
    assert "'a\\x0ab'" == quoted("a\nb")
    assert f"'{'x' * 59}…'" == quoted("x" * 500)


@pytest.mark.parametrize(
    "word", ["it's", 'say "hi"', "$(reboot)", "a b", "`x`", "*", "jürgen", "a\x1b[31mb", "a\nb", "\udcff"]
)
def test_words_survive_the_shell_and_no_terminal_obeys_them(word: str) -> None:
    """What cannot be shown is written as escapes, which bash and zsh read back."""
    line = shell_command(["printf", "%s", word], windows=False)
    shell = shutil.which("bash")

    assert line.isprintable()
    if shell is not None:
        shown = subprocess.run([shell, "-c", line], stdout=subprocess.PIPE, check=True, env={"LC_ALL": "C.UTF-8"})
        assert os.fsencode(word) == shown.stdout


def test_words_are_quoted_for_windows_as_windows_does() -> None:
    """Double quotes, and backslashes unchanged."""
    assert r'grader batch "C:\my class" --fresh' == shell_command(
        ["grader", "batch", r"C:\my class", "--fresh"], windows=True
    )
    assert shell_command(["a\u202eb"], windows=True).isprintable()
