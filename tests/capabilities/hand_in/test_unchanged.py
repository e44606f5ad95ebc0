"""Files that were handed out come back as they were: what editors and git change does not matter."""

from __future__ import annotations

import pytest

from grader.capabilities.hand_in.capability import FileRules, HandedOutFile, hash_of, normalized
from grader.model.submission import decoded
from tests.capabilities.hand_in.handing_in import handed_in, outcome, told

RUNNER = "import pygame\n\ndef main():\n    pygame.init()\n"
REQUIREMENTS = "pygame\n"


def original(path: str, text: str, *, known: bool = True) -> HandedOutFile:
    """Return a file that was handed out; only its hash is `known` if the text is not."""
    plain = normalized(text)
    return HandedOutFile(path=path, sha256=hash_of(plain), text=plain if known else None)


RULES = FileRules(unchanged=(original("runner.py", RUNNER), original("requirements.txt", REQUIREMENTS)))


@pytest.mark.parametrize(
    "data",
    [
        RUNNER.encode(),
        RUNNER.replace("\n", "\r\n").encode(),
        RUNNER.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + RUNNER.encode(),
        RUNNER.encode("utf-16"),
        RUNNER.replace("\n", " \t\n").encode() + b"\n\n",
        RUNNER.rstrip("\n").encode(),
    ],
)
def test_line_ends_byte_order_marks_and_blanks_at_the_end_do_not_matter(data: bytes) -> None:
    """Whatever an editor, git or a shell made of the file."""
    files = {"runner.py": decoded(data), "requirements.txt": "pygame"}

    assert "pass" == told(handed_in(files), RULES)


def differences(text: str) -> list[str]:
    """Return the lines shown for a runner.py that came back as `text`."""
    found = outcome(handed_in({"runner.py": text, "requirements.txt": REQUIREMENTS}), RULES)
    return [f"{line.side} {line.number}: {line.text}" for line in found.difference]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            RUNNER.replace("pygame.init", "pygame.quit"),
            ["handed out 4:     pygame.init()", "handed in 4:     pygame.quit()"],
        ),
        (f"# mine\n{RUNNER}", ["handed in 1: # mine"]),
        (f"{RUNNER}main()\n", ["handed in 5: main()"]),
        (RUNNER.replace("import pygame\n", ""), ["handed out 1: import pygame"]),
        ("\n", ["handed out 1: import pygame", "handed out 3: def main():", "handed out 4:     pygame.init()"]),
        (
            RUNNER.replace("import", "\timport") + "\x1b[2J",
            ["handed out 1: import pygame", "handed in 1:     import pygame", "handed in 5: \\x1b[2J"],
        ),
    ],
)
def test_only_the_lines_that_differ_are_shown(text: str, lines: list[str]) -> None:
    """With their numbers on both sides, and nothing that has an effect on a terminal."""
    assert lines == differences(text)


@pytest.mark.parametrize(
    "text", ["x\n" * 60_000, "".join(f"{at}\n" for at in range(30_000)), "\n" * 200_000 + "x", RUNNER * 9]
)
def test_a_large_difference_is_short(text: str) -> None:
    """Four lines of each side at most; comparing takes no longer than reading."""
    assert len(differences(text)) <= 8


def test_each_file_that_is_not_there_or_not_the_same_is_named() -> None:
    """The difference is that of the first one."""
    both = "runner.py is not as it was handed out from line 1 on; not handed in: requirements.txt"

    assert f"fail: {both}" == told(handed_in({"runner.py": "x"}), RULES)
    assert "missing: not handed in: runner.py, requirements.txt" == told(handed_in({}), RULES)


def test_a_hash_alone_tells_that_a_file_differs_and_not_where() -> None:
    """So a rubric can be passed on without the file."""
    rules = FileRules(unchanged=(original("runner.py", RUNNER, known=False),))

    assert "pass" == told(handed_in({"runner.py": RUNNER}), rules)
    assert "fail: runner.py is not as it was handed out" == told(handed_in({"runner.py": "x"}), rules)


def test_the_file_beside_the_graded_one_counts() -> None:
    """A copy elsewhere, or with another case of letters, is only taken if there is no better one."""
    files = {"Runner.py": "x", "old/runner.py": "x", "runner.py": RUNNER, "requirements.txt": REQUIREMENTS}

    assert "pass" == told(handed_in(files), RULES)
    assert "pass" == told(handed_in({"code/Runner.py": RUNNER, "requirements.txt": REQUIREMENTS}), RULES)
