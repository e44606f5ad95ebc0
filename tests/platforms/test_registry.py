"""The list of platforms: every part can be loaded, names are clear, documents name all of them, none knows another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import grader.platforms
from grader.model.class_row import PLAIN
from grader.model.sanitize import shell_command
from grader.platforms.registry import (
    DOWNLOADS,
    FEEDBACK,
    GRADEBOOKS,
    PLATFORMS,
    REPORTS,
    SETUPS,
    Platform,
    export_commands,
    loaded,
)
from tests.fixture_folders import ROOT
from tests.platforms.samples import DOWNLOADS as SAMPLES
from tests.platforms.test_mark_tables import CASES

MODULES = {one.name.replace("-", "_") for one in PLATFORMS}
IMPORT = re.compile(r"^ *from grader\.platforms(?:\.(\w+)[.\w]*)? import", re.MULTILINE)
ROW = re.compile(r"^\| ([^|]+) \|", re.MULTILINE)


def functions(platform: Platform) -> Iterator[str]:
    """Yield what the parts of a platform name, as ``module:function``."""
    if platform.download:
        yield from (
            f"{platform.download.module.removeprefix('grader.platforms.')}:{name}"
            for name in ("recognizes", "read", "EXPECTED")
        )
    for book in platform.gradebooks:
        yield from filter(None, (book.reader, book.writer))
    if platform.feedback:
        yield platform.feedback.namer
    if platform.report:
        yield from (f"{platform.report.module}:{name}" for name in ("report", "no_mark"))
    if platform.setup and not platform.setup.pipeline:  # what CI reads is made in the same way everywhere
        yield platform.setup.maker


def test_the_commands_to_paste_are_quoted_as_the_system_does() -> None:
    """Also a folder with spaces and signs in its name."""
    place = Path("it's $(the) class")

    assert all(f" {shell_command([str(place)])}" in command for _, command in export_commands("moodle", place))


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda one: one.name)
def test_each_part_of_a_platform_lies_in_its_module(platform: Platform) -> None:
    """And is there, though nothing loads it before it is used; a platform without a part is none."""
    module = f"{platform.name.replace('-', '_')}:"
    named = list(functions(platform))

    assert named
    assert [name for name in named if not name.startswith(module)] == []
    assert all(map(loaded, named))


def test_every_module_of_a_platform_is_in_the_list() -> None:
    """One that is forgotten would never be used."""
    root = Path(grader.platforms.__path__[0])
    parts = re.compile(r"^def (?:recognizes|report|new_gradebook|read_gradebook)\(", re.MULTILINE)
    declared = {path.stem for path in root.glob("*.py") if parts.search(path.read_text("utf-8"))}

    assert declared == MODULES


def test_there_is_an_example_of_each_file_that_is_read() -> None:
    """Of a download, and of a table that is filled in; the tests over all of them would else say nothing of it."""
    assert {one.layout for one in SAMPLES.values()} == {one.name for one in DOWNLOADS}
    assert {case.platform for case in CASES} == {book.name for book in GRADEBOOKS.values() if book.reader}


def test_no_name_stands_for_two_things() -> None:
    """Neither two platforms nor two files of one; a gradebook is filled in or made, or both."""
    for names in (
        [one.name for one in PLATFORMS],
        [*(one.name for one in DOWNLOADS), PLAIN],
        [*(book.name for one in PLATFORMS for book in one.gradebooks), "feedback-zip"],
        [one.report.name for one in PLATFORMS if one.report],
    ):
        assert len(names) == len(set(names))
    assert all(book.reader or book.writer for book in GRADEBOOKS.values())


def test_no_platform_knows_another() -> None:
    """Only the list knows them all: what two of them need lies beside them."""
    root = Path(grader.platforms.__path__[0])
    for path in sorted(root.rglob("*.py")):
        own, *_ = path.relative_to(root).with_suffix("").parts
        imported = set(IMPORT.findall(path.read_text("utf-8")))
        assert own == "registry" or imported & MODULES <= {own}, path
        assert own not in MODULES or "registry" not in imported, path


def first_column(document: str, header: str) -> list[str]:
    """Return what stands in the first column of the table whose first row begins with `header`."""
    text = (ROOT / document).read_text(encoding="utf-8")
    _, found, rest = text.partition(f"\n| {header} |")
    assert found, header
    return ROW.findall(rest.partition("\n\n")[0])


@pytest.mark.parametrize(
    ("document", "header", "names"),
    [
        ("docs/downloads.md", "platform", [one.name for one in DOWNLOADS]),
        ("docs/platforms.md", "platform", [*SETUPS]),
        ("docs/platforms.md", "format", [*REPORTS]),
        ("docs/course.md", "`--to`", [*GRADEBOOKS, "feedback-zip"]),
    ],
)
def test_the_table_of_a_document_has_a_row_for_each(document: str, header: str, names: Sequence[str]) -> None:
    """A new platform is not finished before users can read of it."""
    assert sorted(names) == sorted(re.findall("`([^`]+)`", " ".join(first_column(document, header))))


def test_the_readme_has_every_platform() -> None:
    """By the name that people use, which is ours or begins with it; a new one needs a row."""
    shown = ", ".join(first_column("README.md", "platform")).split(", ")

    assert len(PLATFORMS) == len(shown)
    for ours, theirs in zip(sorted(one.name for one in PLATFORMS), sorted(shown, key=str.lower), strict=True):
        assert theirs.lower().replace(" ", "").startswith(ours.replace("-", "")), theirs


@pytest.mark.parametrize("name", [*REPORTS])
def test_the_readme_and_the_course_name_each_format(name: str) -> None:
    """Those of `grader check --format`."""
    for document in ("README.md", "docs/course.md"):
        assert re.search(rf"`(?:grader check --format )?{name}`", (ROOT / document).read_text(encoding="utf-8")), (
            document
        )


def test_the_course_names_what_the_options_take() -> None:
    """As one command for all platforms."""
    text = (ROOT / "docs" / "course.md").read_text(encoding="utf-8")

    assert f"`grader setup {'|'.join(SETUPS)}`" in text
    assert all(f"`--for {name}`" in text for name in FEEDBACK)
