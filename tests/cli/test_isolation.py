"""`--require-isolation`: other people's code is refused where it cannot be held back, with the option that goes on."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.batch import worker
from grader.model.isolation import Isolation, Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.interpreter import Interpreter
from grader.text.isolation_text import isolation_sentence
from tests.batch.fakes import right, submission
from tests.batch.sources import write_class
from tests.cli.commands import Completed, OfferIsolation, Run
from tests.fixture_folders import ROOT
from tests.sandbox.isolations import LEVELS, UNTRIED, isolation

RunWith = Callable[..., Completed]
BELOW_FULL = [Level.BASIC, Level.PARTIAL]


@pytest.fixture
def required(monkeypatch: pytest.MonkeyPatch) -> list[Level]:
    """Replace the workers of `batch` by threads that grade nothing; return the levels that they were given."""
    levels: list[Level] = []

    def grade(one: Submission, rubric: Rubric, required: Level, python: Interpreter) -> Result:
        del python
        levels.append(required)
        return right(one, rubric)

    monkeypatch.setattr(worker, "grade", grade)
    monkeypatch.setattr("grader.cli.batch.executor_of", ThreadPoolExecutor)
    return levels


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a class of two."""
    return write_class(tmp_path / "class", {"ada": "right", "bob": "wrong"})


@pytest.mark.parametrize("level", BELOW_FULL)
def test_batch_refuses_below_full(
    level: Level, folder: Path, offer: OfferIsolation, run: Run, required: list[Level]
) -> None:
    """Status 4; nothing is graded, nothing written, the launcher is given back."""
    made = offer(LEVELS[level])

    ended = run("batch", folder, "--out", folder.parent / "out")

    assert (4, "", []) == (ended.code, ended.out, required)
    assert [folder] == list(folder.parent.iterdir())
    assert [1] == [one.closed for one in made]
    first = (
        f"grader: isolation full is required (a class is other people's code), and this machine offers {level.value}"
    )
    assert f"{first}: nothing was graded" == ended.err.splitlines()[0]


@pytest.mark.parametrize("level", Level)
def test_the_option_that_was_printed_goes_on(
    level: Level, folder: Path, offer: OfferIsolation, run: Run, required: list[Level]
) -> None:
    """Added to the command, it grades the class; its workers hold the code back as far as was found here."""
    offer(LEVELS[level])
    words = ["batch", str(folder), "--out", str(folder.parent / "with space"), "--jobs", "1"]
    refused = run(*words)
    added = refused.err.splitlines()[-1].split(" add ")[1].split() if level in BELOW_FULL else []

    ended = run(*words, *added)

    assert (0, "") == (ended.code, "".join(line for line in ended.err.splitlines() if "Isolation" in line))
    assert {"ada", "bob"} <= {path.name for path in (folder.parent / "with space").iterdir()}
    assert {level if level in BELOW_FULL else Level.FULL} == set(required)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (LEVELS[Level.PARTIAL], "open here: a submission's code can read the files of whoever grades"),
        (
            isolation(Level.PARTIAL, {}, ["fork", "exec"]),
            "open here: a submission's code can start processes and run programs",
        ),
        (isolation(Level.PARTIAL, {"seccomp": ""}), "open here: nothing that was tried, but not every layer holds"),
        (UNTRIED, "open here: not known, nothing was tried"),
    ],
)
def test_the_refusal_says_what_is_open_and_what_to_do(
    found: Isolation, said: str, folder: Path, offer: OfferIsolation, run: Run
) -> None:
    """In four lines; the last one has the option that goes on."""
    offer(found)

    lines = run("batch", folder).err.splitlines()

    explained = "`grader doctor` explains what is missing and how to get it"
    goes_on = f"to go on knowingly, with code you trust, add --require-isolation {found.level.value}"
    assert [said, explained, goes_on] == lines[1:]


@pytest.mark.parametrize("value", ["true", "True", "TRUE", "1", " true "])
def test_check_refuses_in_ci(value: str, short: Path, offer: OfferIsolation, run: Run, tmp_path: Path) -> None:
    """There it may be anybody's code: status 4 and nothing written, not even the folder."""
    made = offer(LEVELS[Level.PARTIAL], value)

    ended = run("check", short, "--out", tmp_path / "out")

    assert (4, "", [1]) == (ended.code, ended.out, [one.closed for one in made])
    assert "isolation full is required (CI is set, so it may be other people's code)" in ended.err
    assert ended.err.endswith("with code you trust, add --require-isolation partial\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("value", [None, "", "false", "0", "no"])
@pytest.mark.parametrize("level", Level)
def test_a_check_of_ones_own_runs_at_any_level_and_says_which(
    value: str | None, level: Level, default_rubric: Rubric, offer: OfferIsolation, run_with: RunWith
) -> None:
    """On any machine; a level below `full` is named, and `--all` shows the whole sentence."""
    offer(LEVELS[level], value)

    result = ran(right(submission("ada"), default_rubric), LEVELS[level])
    short, whole = (run_with(result, "check", ROOT / "reference", *more) for more in ((), ("--all",)))

    assert [0, 0] == [short.code, whole.code]
    assert isolation_sentence(LEVELS[level]) in " ".join(whole.out.split())
    named = [line.partition("  ")[2].strip() for line in short.out.splitlines() if line.startswith("Sandbox ")]
    warning = f"{level.value}; run only code you trust (see grader doctor)"
    assert named == ([] if level.reaches(Level.FULL) else [warning])


@pytest.mark.parametrize("offered", Level)
@pytest.mark.parametrize("asked", Level)
def test_what_the_option_says_goes_before_every_default(
    offered: Level, asked: Level, default_rubric: Rubric, offer: OfferIsolation, run_with: RunWith
) -> None:
    """In both directions, in CI and at home."""
    result = right(submission("ada"), default_rubric)
    for ci in ("true", "false"):
        offer(LEVELS[offered], ci)

        ended = run_with(result, "check", ROOT / "reference", "--require-isolation", asked.value)

        assert (0 if offered.reaches(asked) else 4) == ended.code
        assert ("--require-isolation says so" in ended.err) is (ended.code == 4)


def test_a_level_that_is_none_is_bad_input(short: Path, run: Run) -> None:
    """The message lists the levels."""
    ended = run("check", short, "--require-isolation", "most")

    assert 2 == ended.code
    assert "'most' is not one of 'basic', 'partial', 'full', 'full+'" in ended.err


def test_bad_input_is_named_before_the_machine_is_looked_at(offer: OfferIsolation, run: Run, tmp_path: Path) -> None:
    """A wrong path is wrong on every machine."""
    made = offer(None)

    assert (2, 2, []) == (run("batch", tmp_path / "nope").code, run("check", tmp_path / "nope").code, made)


def test_where_no_probe_starts_a_class_is_a_fault_of_ours(
    folder: Path, offer: OfferIsolation, run: Run, required: list[Level]
) -> None:
    """Status 3 and nothing written: no level could be accepted."""
    made = offer(None)

    ended = run("batch", folder, "--out", folder.parent / "out")

    assert (3, "", []) == (ended.code, ended.out, required)
    assert "internal error, no mark was given: no probe starts here" in ended.err
    assert [1] == [one.closed for one in made]
    assert not (folder.parent / "out").exists()


def test_where_no_probe_starts_a_file_has_a_result_that_says_so(short: Path, offer: OfferIsolation, run: Run) -> None:
    """In CI too: no mark, status 3, and the reason where a script looks for it."""
    offer(None, "true")

    ended = run("check", short, "--format", "json")

    assert 3 == ended.code
    assert '"fault": "no probe starts here"' in ended.out
    assert '"isolation": null' in ended.out


def ran(result: Result, found: Isolation) -> Result:
    """Return the result as if its code had run under this isolation."""
    return dataclasses.replace(result, grader=dataclasses.replace(result.grader, isolation=found))
