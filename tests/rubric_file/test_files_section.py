"""The section `files` of a rubric: what it turns on, the files beside the rubric, and its mistakes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from grader.capabilities.hand_in.capability import NEVER_HANDED_IN, FileRules, HandedOutFile, WantedText
from grader.errors import UserError
from grader.model.rubric import Rubric
from grader.rubric_file import load_rubric
from tests.rubric_file.toy import SMALL, TOY, edited, problems_of

USE_FILES = (
    "remove it, or use one of complete, readme, readme_says, unchanged, standard_library, nothing_forbidden,"
    " own_code_only, repository_link"
)
NAMES = "a list of names such as '*.pyc'"
GONE = "is looked for beside the rubric: No such file or directory; correct its path"
BAD_MODULE = "must name a module by its first part, such as numpy,"
NAME = "must be the name of a file, such as runner.py, not"


def with_files(section: str, line: str = "") -> str:
    """Return the small rubric with a section `files` in its fourth line, and perhaps a line in its sixth."""
    return SMALL.replace("criteria:\n", f"files: {section}\ncriteria:\n{line and f'  - {line}'}{line and chr(10)}")


def loaded(section: str, folder: Path | None = None, line: str = "") -> Rubric:
    """Load such a rubric."""
    return load_rubric(with_files(section, line).encode(), "r.yaml", {"toy": TOY}, folder=folder)


def test_without_the_section_nothing_is_demanded() -> None:
    """And a section with nothing in it demands nothing either."""
    assert load_rubric(SMALL.encode(), "r.yaml", {"toy": TOY}).section(FileRules) is None
    assert FileRules() == loaded("{}").section(FileRules)
    assert loaded("").section(FileRules) is None


def test_true_turns_on_what_is_usual() -> None:
    """Lists take its place."""
    every = loaded(
        "{readme: true, standard_library: true, nothing_forbidden: true, own_code_only: true, repository_link: true}"
    )
    own = loaded("{standard_library: [pygame], nothing_forbidden: ['*.exe', .git], complete: [runner.py]}")

    assert FileRules(
        readme=True,
        standard_library=True,
        nothing_forbidden=NEVER_HANDED_IN,
        own_code_only=True,
        repository_link=True,
    ) == every.section(FileRules)
    assert FileRules(
        standard_library=True,
        allowed_modules=("pygame",),
        nothing_forbidden=("*.exe", ".git"),
        complete=("runner.py",),
    ) == own.section(FileRules)
    assert FileRules() == loaded("{readme: false, standard_library: false, nothing_forbidden: false}").section(
        FileRules
    )


def test_originals_lie_beside_the_rubric(tmp_path: Path) -> None:
    """Their texts are kept without what editors change; the README is compared with the one that was handed out."""
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout" / "runner.py").write_bytes(b"\xef\xbb\xbfx = 1 \r\n\r\n")
    (tmp_path / "README.md").write_text("# Name\n", encoding="utf-8")
    known = hashlib.sha256(b"x = 1").hexdigest()
    section = f"{{readme: README.md, unchanged: {{runner.py: handout/runner.py, other.py: 'sha256:{known}'}}}}"

    assert FileRules(
        readme=True,
        readme_skeleton="# Name",
        unchanged=(
            HandedOutFile(path="runner.py", sha256=known, text="x = 1"),
            HandedOutFile(path="other.py", sha256=known),
        ),
    ) == loaded(section, tmp_path).section(FileRules)


def test_a_changed_original_is_another_rubric(tmp_path: Path) -> None:
    """Everything is graded again then; a rubric without originals has the hash of its file."""
    original = tmp_path / "runner.py"
    hashes = set()
    for text in ("x = 1", "x = 2", "x = 2\n"):
        original.write_text(text, encoding="utf-8")
        hashes.add(loaded("{unchanged: {runner.py: runner.py}}", tmp_path).sha256)

    assert 2 == len(hashes)
    assert hashlib.sha256(with_files("{readme: true}").encode()).hexdigest() == loaded("{readme: true}").sha256


def test_what_the_readme_must_say_has_a_name_and_an_expression() -> None:
    """In the order of the file."""
    files = loaded(r"{readme_says: {your ID: '\b\d{9}\b', your name: '^Name: \w'}}").section(FileRules)

    assert files is not None
    assert (
        WantedText(name="your ID", pattern=r"\b\d{9}\b"),
        WantedText(name="your name", pattern=r"^Name: \w"),
    ) == files.readme_says


def test_a_line_gives_points_to_checks_of_files() -> None:
    """By their short names in a line called `files`, by their full names in any other; others stand in no line."""
    line = "{id: files, title: Files, points: 0, checks: {readme: 0}}"
    rubric = loaded("{readme: true, repository_link: true}", line=line)

    assert ["files.readme"] == [share.check for share in rubric.criteria[0].shares]
    assert () == rubric.notes
    line = "{id: more, title: More, points: 0, checks: {files.readme: 0}}"
    assert ["files.readme"] == [share.check for share in loaded("{readme: true}", line=line).criteria[0].shares]


@pytest.mark.parametrize(
    ("section", "problem"),
    [
        ("5", "4:8: 'files' must be a mapping of keys to values, not the number 5"),
        ("{readm: true}", "4:9: unknown key 'readm'; did you mean 'readme'?"),
        ("{colour: true}", f"4:9: unknown key 'colour'; {USE_FILES}"),
        ("{readme: 1}", "4:17: 'readme' must be true or a file that was handed out, not the number 1"),
        ("{readme: []}", f"4:17: 'readme' {NAME} a list"),
        ("{complete: []}", "4:19: 'complete' must be a list with at least one entry, not an empty one"),
        ("{complete: [5]}", f"4:20: entry 1 of 'complete' {NAME} the number 5"),
        ("{complete: runner.py}", "4:19: 'complete' must be a list, not the text 'runner.py'"),
        ("{unchanged: [runner.py]}", "4:20: 'unchanged' must be a mapping of names to texts, not a list"),
        ("{unchanged: {runner.py: true}}", f"4:32: 'runner.py' {NAME} true"),
        ("{standard_library: numpy}", "4:27: 'standard_library' must be a list of modules, not the text 'numpy'"),
        (
            "{standard_library: [num py]}",
            f"4:28: entry 1 of 'standard_library' {BAD_MODULE} not the text 'num py'",
        ),
        (
            "{nothing_forbidden: 5}",
            f"4:28: 'nothing_forbidden' must be true or {NAMES}, not the number 5",
        ),
        ("{nothing_forbidden: []}", "4:28: 'nothing_forbidden' must be a list of names, not an empty one"),
        ("{own_code_only: 1}", "4:24: 'own_code_only' must be true or false, not the number 1"),
        (
            "{readme_says: {x: '(a'}}",
            "4:26: 'x' is no regular expression: missing ), unterminated subpattern at position 0",
        ),
        ("{readme_says: {x: 5}}", "4:26: 'x' must be a regular expression in quotes, not the number 5"),
        (
            "{unchanged: {runner.py: 'sha256:12'}}",
            "4:32: 'sha256:12' is no hash: sha256: is followed by 64 digits and letters from a to f",
        ),
        (f"{{readme: 'sha256:{'0' * 64}'}}", "4:17: 'readme' needs the file itself, not its hash"),
    ],
)
def test_each_mistake_is_reported_with_its_remedy(section: str, problem: str) -> None:
    """Where it is, what is wrong, what to do."""
    assert [problem] == problems_of(with_files(section))


def test_an_original_that_is_not_there_is_reported(tmp_path: Path) -> None:
    """Before anything is graded, with the place where it is named; so is one that is too large."""
    (tmp_path / "large").write_bytes(b"x" * (256 * 1024 + 1))
    with pytest.raises(UserError) as refusal:
        loaded("{readme: nowhere.md, unchanged: {runner.py: nowhere.py, large: large}}", tmp_path)

    assert str(refusal.value).split("\n") == [
        f"r.yaml:4:17: the file 'nowhere.md' {GONE}",
        f"r.yaml:4:52: the file 'nowhere.py' {GONE}",
        "r.yaml:4:71: the file 'large' is larger than 256 KiB; name it by its hash, as sha256:...",
    ]


@pytest.mark.parametrize("section", ["{}", "{readme: false}", "{repository_link: true}"])
def test_a_line_cannot_name_a_check_that_the_section_does_not_turn_on(section: str) -> None:
    """There would be nothing to judge it by."""
    line = "{id: files, title: Files, points: 0, checks: {readme: 0}}"

    assert ["6:51: the check 'readme' needs the key 'readme' in the section 'files'; add it there"] == problems_of(
        with_files(section, line)
    )


def test_a_misspelt_check_of_files_is_one_problem() -> None:
    """With the name that was probably meant."""
    line = "{id: files, title: Files, points: 0, checks: {redme: 0}}"

    assert ["6:51: there is no check 'redme' here; did you mean 'readme'?"] == problems_of(
        with_files("{readme: true}", line)
    )


def test_checks_of_files_in_a_rubric_without_the_section_are_reported() -> None:
    """The section must say what is demanded."""
    text = edited(("checks: {first: 2, later: 4}", "checks: {first: 2, later: 4, files.readme: 0}"))

    assert [
        "8:34: the check 'files.readme' needs the key 'readme' in the section 'files'; add it there"
    ] == problems_of(text)
