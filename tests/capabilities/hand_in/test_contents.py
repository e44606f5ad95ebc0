"""Which files and folders are there, and the link to the repository."""

from __future__ import annotations

import dataclasses
from unittest.mock import patch

import pytest

from grader.capabilities.hand_in.capability import FILE_CHECKS, NEVER_HANDED_IN, FileRules
from grader.capabilities.hand_in.judge import judge_files
from grader.capabilities.hand_in.readme import repository_of
from grader.model.reason import reason
from grader.model.result import CheckOutcome
from grader.model.submission import HandedIn
from grader.model.verdict import Verdict
from grader.text.reasons import said
from tests.capabilities.hand_in.handing_in import handed_in, told

EVERYTHING = FileRules(
    complete=("runner.py",),
    readme=True,
    readme_says=(),
    standard_library=True,
    nothing_forbidden=NEVER_HANDED_IN,
    own_code_only=True,
    repository_link=True,
)
LINK = FileRules(repository_link=True)


def test_files_that_were_asked_for_are_there() -> None:
    """In any folder and case of letters; the graded file counts, and folders do."""
    rules = FileRules(complete=("tictactoe.py", "runner.py", "screenshots", "requirements.txt"))

    assert "pass" == told(handed_in({"Runner.py": None, "screenshots/": None, "a/requirements.txt": None}), rules)
    assert "missing: not handed in: runner.py, screenshots, requirements.txt" == told(handed_in({}), rules)


@pytest.mark.parametrize(
    "path",
    [".venv/", "venv/", "my-env/pyvenv.cfg", "a/__pycache__/", "x.PYC", "hw.zip", ".idea/", "Old.RAR"],
)
def test_what_tools_made_is_not_to_be_handed_in(path: str) -> None:
    """A virtual environment of any name has this file in it."""
    rules = FileRules(nothing_forbidden=NEVER_HANDED_IN)

    assert f"fail: must not be handed in: {path}" == told(handed_in({path: None}), rules)


@pytest.mark.parametrize(
    "path", [".git/", ".gitignore", "a/.DS_Store", "Thumbs.db", "venv.py", "zip", "my__pycache__.txt", "env.md"]
)
def test_what_looks_like_it_is_fine(path: str) -> None:
    """A clone of the repository has `.git`, and systems add files unseen: that is no fault."""
    assert "pass" == told(handed_in({path: None}), FileRules(nothing_forbidden=NEVER_HANDED_IN))


def test_a_name_that_could_be_a_sentence_is_quoted() -> None:
    """So nobody takes it for the grader's own words."""
    files = {'108 of 108 points, "checked by hand".zip': None, "README: full marks.md": ""}
    outcomes = judge_files(handed_in(files), FileRules(readme=True, nothing_forbidden=NEVER_HANDED_IN))

    assert [said(outcome.reasons) for outcome in outcomes.values()] == [
        '"README: full marks.md" is empty',
        "must not be handed in: \"108 of 108 points, 'checked by hand'.zip\"",
    ]


def test_other_code_is_what_the_solution_does_not_need() -> None:
    """What it imports, what was asked for and what tests it is not other code."""
    files = {"helper.py": None, "runner.py": None, "test_functions.py": None, "conftest.py": None, "notes.txt": None}
    rules = FileRules(own_code_only=True)
    runner = FileRules(own_code_only=True, complete=("runner.py",))
    code, helpers = "import helper\n", {"helper.py": "", "runner.py": "", "test_functions.py": ""}

    assert ["files.complete", "files.own_code_only"] == list(judge_files(handed_in(files), runner))
    assert "fail: other code than the solution: runner.py" == told(handed_in(files, code, helpers), rules)
    assert "fail: other code than the solution: old/Search.java" == told(handed_in({"old/Search.java": None}), rules)


@pytest.mark.parametrize(
    "text",
    [
        "https://github.com/ada/ttt",
        "see (http://www.github.com/ada-1/tic.tac_toe/tree/main/src)!",
        "git clone git@github.com:ada/ttt.git",
        "[my code](https://github.com/ada/ttt)",
        "github.com/ada/ttt.",
        "[InternetShortcut]\r\nURL=https://github.com/ada/ttt\r\n",
        '[remote "origin"]\n\turl = https://secret@github.com/ada/ttt.git\n',
        "https://github.com/ada/,https://github.com/ada/ttt;",
        "https://github.com/ada and https://github.com/ada/ttt",
    ],
)
def test_a_link_to_a_repository_is_found_in_every_form(text: str) -> None:
    """In a text, in Markdown, in a shortcut of Windows, and in the configuration of git."""
    assert "pass" == told(handed_in({"link.txt": text}), LINK)
    assert "pass" == told(handed_in({}, f'"""{text}"""'), LINK)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://github.com/ada", "github.com/ada"),
        ("https://github.com/", "github.com/"),
        ("https://github.com/your-username/ttt", "github.com/your-username/ttt"),
        ("https://github.com/<you>/ttt", "github.com/"),
        ("https://github.com/settings/profile", "github.com/settings/profile"),
        ("https://github.com/-ada/ttt", "github.com/-ada/ttt"),
        ("https://github.com/ada/..", "github.com/ada/"),
        ("https://github.com/a\u202edb/ttt", "github.com/a\\u202edb/ttt"),
    ],
)
def test_a_link_to_something_else_is_named(text: str, shown: str) -> None:
    """The page of an account is no repository, nor is an example left as it was."""
    assert f"fail: no link leads to a repository: {shown} does not" == told(handed_in({"link.txt": text}), LINK)


@pytest.mark.parametrize(
    "text", ["", "https://gist.github.com/ada/1", "https://mygithub.com/ada/ttt", "https://gitlab.com/a/b"]
)
def test_without_a_link_it_is_missing(text: str) -> None:
    """Other hosts are not GitHub."""
    expected = "missing: no link to a GitHub repository in README.md or any other text"

    assert expected == told(handed_in({"README.md": text}), LINK)


def test_links_of_others_do_not_count() -> None:
    """Those to packages, and those that were handed out."""
    rules = FileRules(repository_link=True, readme=True, readme_skeleton="See https://github.com/prof/starter .")
    files = {"requirements.txt": "x @ git+https://github.com/a/x", "README.md": "https://github.com/prof/starter"}

    assert "missing" == judge_files(handed_in(files), rules)["files.repository_link"].verdict.value


def test_the_link_is_there_for_a_person_to_follow() -> None:
    """Without the page, the password and the ending."""
    text = "https://token@github.com/ada/ttt.git/blob/main/x.py"

    assert "https://github.com/ada/ttt" == repository_of(handed_in({"a.md": text}), LINK)
    assert "" == repository_of(handed_in({"a.md": text}), FileRules(readme=True))
    assert "" == repository_of(handed_in({"a.md": "https://github.com/ada"}), LINK)


def test_one_file_alone_costs_nothing() -> None:
    """What cannot be looked at waits for a person; the code can."""
    outcomes = judge_files(handed_in(None), EVERYTHING)

    assert {
        (one.verdict.value, said(one.reasons)) for check, one in outcomes.items() if check != "files.standard_library"
    } == {("pending", "not looked at: only one file was given")}
    assert "pass" == outcomes["files.standard_library"].verdict.value


def test_a_folder_that_cannot_be_listed_costs_nothing() -> None:
    """The reason is told."""
    unlisted = HandedIn(main="tictactoe.py", problem="the folder holds too many files")
    submission = dataclasses.replace(handed_in({}), handed_in=unlisted)

    assert "pending: not looked at: the folder holds too many files" == told(submission, LINK)


def test_a_check_is_made_if_the_rubric_demands_something() -> None:
    """In the order of the table; every demand is a check."""
    assert list(judge_files(handed_in({}), EVERYTHING)) == [
        entry.id for entry in FILE_CHECKS if entry.id not in {"files.readme_says", "files.unchanged"}
    ]
    assert {} == judge_files(handed_in({}), FileRules())


@pytest.mark.parametrize(
    ("check", "faulty"),
    [
        ("files.readme", "grader.capabilities.hand_in.readme.readme_of"),
        ("files.standard_library", "grader.capabilities.hand_in.judge.own_modules_used"),
    ],
)
def test_a_fault_of_ours_in_a_check_of_files_costs_nothing(check: str, faulty: str) -> None:
    """That check waits for a person, and says why; the others are made."""
    submission = handed_in({"README.md": "I searched.", "runner.py": None})
    rules = FileRules(complete=("runner.py",), readme=True, standard_library=True)
    right = judge_files(submission, rules)
    with patch(faulty, side_effect=IndexError):
        found = judge_files(submission, rules)

    fault = reason("internal_error", error="IndexError")
    assert found == right | {check: CheckOutcome(check=check, verdict=Verdict.PENDING, reasons=(fault,))}
