"""What the documents say is true: schemas, links, commands, folders, dependencies."""

from __future__ import annotations

import json
import re
import shlex
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml

from grader.assignments import ASSIGNMENTS
from grader.capabilities.hand_in.capability import FILE_CHECKS
from grader.cli import ExitCode, group
from grader.rubric_file.shape import rubric_schema
from grader.version import __version__
from tests.fixture_folders import ROOT
from tests.golden import kept_in
from tests.store.result_schema import result_schema

if sys.version_info >= (3, 11):
    import tomllib

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
RUBRICS = [ROOT / "rubric.yaml", *sorted((ROOT / "grader" / "assignments").glob("*/rubrics/*.yaml"))]
CODE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ROW = re.compile(r"^\| (`\*\.[^|]*) \|[^|]*\| (\d+) \|$", re.MULTILINE)
"""A row of the table of what a forger could win: names of checks, and points."""
GRADER = re.compile(r"(?:^|[\s/\\])grader (.+)")


def text_of(path: Path) -> str:
    """Return a document."""
    return path.read_text(encoding="utf-8")


def commands_in(path: Path) -> list[list[str]]:
    """Return the arguments of every call of `grader` that a document shows, in code blocks and in code spans."""
    text = text_of(path)
    shown = [line for _language, block in CODE.findall(text) for line in block.splitlines()]
    shown += SPAN.findall(CODE.sub("", text))
    calls = [found.group(1) for line in shown for part in line.split("&&") if (found := GRADER.search(part))]
    return [shlex.split(re.split(r" [>|#] ?", call)[0], comments=True) for call in calls]


reads_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="the standard library reads TOML from 3.11 on")
COMMANDS = [(path.name, call) for path in DOCUMENTS for call in commands_in(path)]


@pytest.mark.parametrize(
    ("name", "schema"), [("rubric.schema.json", rubric_schema()), ("result.schema.json", result_schema())]
)
def test_a_published_schema_is_what_the_code_makes(name: str, schema: dict[str, Any]) -> None:
    """When the types that it is made from change, `GRADER_REWRITE_GOLDEN=1` writes it again."""
    made = (json.dumps(schema, indent=2) + "\n").encode()

    assert schema == json.loads(kept_in(ROOT / "docs" / name, made))
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: path.name)
def test_a_built_in_rubric_fits_the_published_schema(path: Path) -> None:
    """Otherwise an editor that follows the hint in its first line would report errors."""
    jsonschema.validate(yaml.safe_load(path.read_bytes()), json.loads(text_of(ROOT / "docs" / "rubric.schema.json")))


def test_the_editor_hint_leads_to_the_schema() -> None:
    """The first line of rubric.yaml names a file that exists."""
    hint = text_of(ROOT / "rubric.yaml").splitlines()[0]

    assert hint.startswith("# yaml-language-server: $schema=")
    assert (ROOT / hint.partition("=")[2]).is_file()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(path: Path) -> None:
    """Only relative links are looked up; links to the web are not followed."""
    links = [link.partition("#")[0] for link in LINK.findall(text_of(path)) if "://" not in link]

    assert [] == [link for link in links if not (path.parent / link).exists()]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_is_named_with_its_folder_exists(path: Path) -> None:
    """Names such as `grader/reports/` and `.ci/run` are checked, names with a placeholder are not."""
    tops = ("grader/", "tests/", "docs/", "reference/", "fixtures/", ".ci/")
    named = [span for span in SPAN.findall(CODE.sub("", text_of(path))) if span.startswith(tops)]

    assert [] == [name for name in named if not re.search("[<>*]", name) and not (ROOT / name).exists()]


def test_a_command_that_is_named_exists() -> None:
    """It has every option that is shown with it."""
    for document, call in COMMANDS:
        command: click.Command = group
        words = [word for word in call if not word.startswith("-")]
        while isinstance(command, click.Group) and words:
            found = command.get_command(click.Context(command), words[0].partition("|")[0])
            assert found is not None, f"{document}: no command {words[0]}"
            command = found
            del words[0]
        options = {option for parameter in command.params for option in parameter.opts} | {"-h", "--help"}
        unknown = [word for word in call if word.startswith("-") and word.partition("=")[0] not in options]

        assert (document, call, []) == (document, call, unknown)


def test_the_readme_shows_every_command() -> None:
    """A command that README does not show is not found by users."""
    shown = {call[0] for document, call in COMMANDS if document == "README.md"}

    assert set(group.list_commands(click.Context(group))) <= shown


def test_the_readme_explains_every_exit_status() -> None:
    """Each has a row of the table."""
    rows = re.findall(r"^\| (\d) \|", text_of(ROOT / "README.md"), re.MULTILINE)

    assert [str(int(code)) for code in ExitCode] == rows


def test_the_changelog_has_a_section_for_the_next_version() -> None:
    """Changes are listed under Unreleased until then."""
    assert "## [Unreleased]" in text_of(ROOT / "CHANGELOG.md").splitlines()


def test_the_citation_names_this_version_and_licence() -> None:
    """A citation file of format 1.2.0 with all that the format requires."""
    citation = yaml.safe_load(text_of(ROOT / "CITATION.cff"))

    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert "1.2.0" == citation["cff-version"]
    assert [{"name": "the grader developers"}] == citation["authors"]
    assert (__version__, "MIT") == (citation["version"], citation["license"])


@reads_toml
def test_the_package_says_what_it_is() -> None:
    """Its licence and authors are those of the file LICENSE, and type checkers are told that it has types."""
    project = _project()

    assert ("MIT", ["LICENSE"]) == (project["license"], project["license-files"])
    assert text_of(ROOT / "LICENSE").startswith("MIT License\n")
    assert f"Copyright (c) 2026 {project['authors'][0]['name']}\n" in text_of(ROOT / "LICENSE")
    assert "Typing :: Typed" in project["classifiers"]
    assert (ROOT / "grader" / "py.typed").is_file()


@reads_toml
def test_the_classifiers_begin_with_the_oldest_python() -> None:
    """The versions that are named are those that `requires-python` allows, none left out."""
    project = _project()
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    oldest = int(project["requires-python"].removeprefix(">=3."))

    assert [f"3.{minor}" for minor in range(oldest, oldest + len(named))] == named


def test_the_picture_of_the_architecture_shows_every_package() -> None:
    """It shows all packages of `grader/`, and no folder that does not exist."""
    picture = CODE.findall(text_of(ROOT / "CONTRIBUTING.md"))[1][1]
    shown = set(re.findall(r"(\w+)/", picture))
    packages = {path.parent.name for path in (ROOT / "grader").glob("*/__init__.py")}
    below = {path.name for path in (ROOT / "grader").glob("**/") if path.name.isidentifier()}

    assert set() == packages - shown
    assert set() == shown - below


@reads_toml
def test_every_dependency_is_explained() -> None:
    """Each has a row that says what it is for; those for development are mentioned."""
    project = _project()
    explained = text_of(ROOT / "docs" / "dependencies.md")
    rows = set(re.findall(r"^\| ([a-z0-9-]+) \|", explained, re.MULTILINE)) - {"package"}

    assert {_bare(one) for one in project["dependencies"]} == rows
    for name in map(_bare, project["optional-dependencies"]["dev"]):
        assert name.startswith("types-") or name in explained


def test_ci_runs_what_the_readme_tells_people_to_run() -> None:
    """It runs the first command, which grades the sample class, and the second, which runs the tests."""
    readme, ci = text_of(ROOT / "README.md"), text_of(ROOT / ".ci" / "run")
    shown = [line for language, block in CODE.findall(readme) if language == "sh" for line in block.splitlines()]
    first, tests = (line.split(" && ")[-1] for line in shown if "pip install" in line)

    assert (".venv/bin/grader batch submissions", ".venv/bin/pytest") == (first, tests)
    assert any(line.startswith(first) for line in ci.splitlines())
    assert tests in ci.splitlines()
    assert tests in text_of(ROOT / "CONTRIBUTING.md")


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    return project


def _bare(requirement: str) -> str:
    return re.split(r"[<>=!~\[ ;]", requirement)[0].lower()


def test_every_check_is_in_one_row_of_the_table_and_a_forger_wins_nothing_there() -> None:
    """In `docs/trust.md`: a new check must say what it rests on before it may cost points."""
    checks = [entry.id for one in ASSIGNMENTS.values() for entry in one.checks] + [entry.id for entry in FILE_CHECKS]
    rows = ROW.findall(text_of(ROOT / "docs" / "trust.md"))
    wins = {
        check: [won for names, won in rows if any(fnmatchcase(check, name) for name in re.findall(r"`([^`]+)`", names))]
        for check in checks
    }

    assert set() == {check for check in checks if wins[check] != ["0"]}
