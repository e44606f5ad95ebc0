"""The class of the benchmark has the idioms of real files as often as they do, and is right or wrong as it says."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from benchmarks.corpus import TYPICAL, HandedIn, classroom, styles
from benchmarks.corpus.classroom import ALWAYS_RIGHT
from tests.benchmarks import idiom_detection as detection
from tests.benchmarks.idiom_detection import Detect, Parsed, parsed
from tests.benchmarks.in_process_judge import first_wrong_answer
from tests.fixture_folders import EVERY, SLOW

SIZE = 200
EVERYTHING = bool(os.environ.get(EVERY))
TOLERANCE = 1.5
"""Percent of all files by which a share may differ from that of real files."""
OF_REAL_FILES: dict[str, tuple[Detect, float]] = {
    "an import that is never used": (detection.has_unused_import, 59),
    "is": (detection.has_identity_test, 22),
    "print in a function": (detection.has_print, 20),
    "functions nested in minimax": (detection.has_nested_function, 14),
    "alpha and beta": (detection.has_alpha_and_beta, 13),
    "random in a function": (detection.has_random, 8),
    "f-string in a function": (detection.has_f_string, 8),
    "a local named like a builtin": (detection.has_local_named_like_a_builtin, 7),
    "global": (detection.has_global, 6),
    "except of any kind": (detection.has_broad_except, 4),
    "a third-party import": (detection.has_third_party_import, 3),
    "a class for an exception": (detection.has_exception_class, 3),
    "a call or loop at top level": (detection.runs_at_top_level, 2),
    "a generator": (detection.has_generator, 0.5),
}
DETECTED_BY_NAME = {
    "unused import": detection.has_unused_import,
    "import that an editor added": detection.has_unused_import,
    "third-party import": detection.has_third_party_import,
    "print in minimax": detection.has_print,
    "print on the way to an error": detection.has_print,
    "print at every node": detection.has_print,
    "is EMPTY": detection.has_identity_test,
    "is X": detection.has_identity_test,
    "is a literal": detection.has_identity_test,
    "is a variable": detection.has_identity_test,
    "exception class": detection.has_exception_class,
    "f-string": detection.has_f_string,
    "catches all exceptions": detection.has_broad_except,
    "local named eval": detection.has_local_named_like_a_builtin,
    "local named like another builtin": detection.has_local_named_like_a_builtin,
    "counter of nodes in a global": detection.has_global,
    "counter of calls in a global": detection.has_global,
    "best move in a global": detection.has_global,
    "random in a function": detection.has_random,
    "call or loop at top level": detection.runs_at_top_level,
    "generator": detection.has_generator,
    "alpha and beta": detection.has_alpha_and_beta,
    "nested search": detection.has_nested_function,
}


@pytest.fixture(scope="module", name="students")
def _students() -> dict[str, HandedIn]:
    return classroom(SIZE)


@pytest.fixture(scope="module", name="files")
def _files(students: dict[str, HandedIn]) -> dict[str, Parsed]:
    return {name: parsed(file.source) for name, file in students.items()}


@SLOW
def test_an_idiom_is_as_common_as_in_real_files(files: dict[str, Parsed]) -> None:
    """Counted in the text, not in what the generator says."""
    percent = {idiom: 100 * sum(map(detect, files.values())) / SIZE for idiom, (detect, _) in OF_REAL_FILES.items()}

    assert percent == pytest.approx({idiom: real for idiom, (_, real) in OF_REAL_FILES.items()}, abs=TOLERANCE)


@SLOW
def test_a_file_has_the_idioms_that_it_names(students: dict[str, HandedIn], files: dict[str, Parsed]) -> None:
    """Later edits and renaming have not removed any."""
    for name, file in students.items():
        for idiom in file.idioms & DETECTED_BY_NAME.keys():
            assert DETECTED_BY_NAME[idiom](files[name]), (name, idiom)
    undetected = {idiom for file in students.values() for idiom in file.idioms} - DETECTED_BY_NAME.keys()
    assert undetected == {"no search", "asks for each value twice", "carries the first board"}


def test_what_decides_the_costs_is_as_common_as_in_real_files(students: dict[str, HandedIn]) -> None:
    """Of 200: where they print, and the searches that one or a few of 181 have."""
    counts = Counter(idiom for file in students.values() for idiom in file.idioms)
    expected = {
        "print in minimax": 22,
        "print on the way to an error": 8,
        "print at every node": 10,
        "import that an editor added": 10,
        "local named eval": 6,
        "no search": 14,
        "best move in a global": 3,
        "asks for each value twice": 1,
        "carries the first board": 1,
        "generator": 1,
    }
    assert {idiom: counts[idiom] for idiom in expected} == expected
    assert not any(file.mistake for file in students.values() if file.idioms & ALWAYS_RIGHT)


def test_a_quarter_has_a_known_mistake(students: dict[str, HandedIn]) -> None:
    """More than ten different ones."""
    mistakes = Counter(file.mistake for file in students.values() if file.mistake)
    assert mistakes.total() == SIZE // 4
    assert len(mistakes) > 10


def test_a_file_is_right_or_wrong_as_it_says(students: dict[str, HandedIn]) -> None:
    """Every function of all wrong files and of some right ones is asked about some boards."""
    right = [file for file in students.values() if not file.mistake]
    assert {first_wrong_answer(file.source) for file in (right if EVERYTHING else right[::5])} == {""}
    for file in students.values():
        if file.mistake:
            assert first_wrong_answer(file.source) != "", file.mistake


def test_the_judge_finds_what_is_wrong() -> None:
    """It names the function and a board."""
    assert first_wrong_answer(styles()[TYPICAL]) == ""
    assert first_wrong_answer(styles()[TYPICAL].replace("return -1", "return 1")).startswith("minimax on ")


def test_all_files_differ_and_a_class_is_the_beginning_of_a_larger_one(students: dict[str, HandedIn]) -> None:
    """The same number makes the same file in every run."""
    larger = classroom(SIZE + 20)
    assert len({file.source for file in larger.values()}) == SIZE + 20
    assert students.items() <= larger.items()
