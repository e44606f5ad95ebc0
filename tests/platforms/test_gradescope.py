"""The metadata of a Gradescope export: long ones are read as a stream, and nothing in them is obeyed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.intake.upload import Person, Upload
from grader.platforms.gradescope import read_csv, read_yaml

ADA = "submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '3'\n"
READ = Upload(written="submission_1", people=(Person(name="Ada", source_id="3"),))


def _read(text: str | bytes, folder: Path) -> list[Upload]:
    path = folder / "submission_metadata.yml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(path)


@pytest.mark.parametrize(
    "rest",
    [
        "  :score: !ruby/object:BigDecimal 1\n",
        "  :results: !!python/object/apply:os.system ['exit 1']\n",
        "  :results: *unknown\n",
        "  ? [a, {b: c}]\n  : d\n",
        "  :results: " + "[" * 900 + "]" * 900 + "\n",
        "  :results: [&a [x, x], &b [*a, *a], &c [*b, *b], *c]\n",
    ],
)
def test_results_of_any_kind_do_not_matter(rest: str, tmp_path: Path) -> None:
    """They are passed over."""
    assert [READ] == _read(ADA + rest, tmp_path)


def test_metadata_that_would_fill_the_memory_are_read_at_once(tmp_path: Path) -> None:
    """Each of these lists is ten times the one before: a loader would build a thousand million texts."""
    lists = "".join(f"    - &a{n} [{', '.join([f'*a{n - 1}'] * 10 if n else ['lol'] * 10)}]\n" for n in range(9))
    began = time.thread_time()

    assert [READ] == _read(f"{ADA}  :results:\n{lists}", tmp_path)
    assert time.thread_time() - began < 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lists no submission"),
        ("[1, 2]", "lists no submission"),
        ("just text", "lists no submission"),
        ("submission_1:\n  - a\n b: [", "line 3 is not YAML"),
        ("a: b\n\tc: d", "line 2 is not YAML"),
        (b"\xff\xfe\xff", "is not YAML"),
        (b"submission_1: \x00", "is not YAML"),
    ],
)
def test_what_is_no_metadata_is_refused_in_one_line(text: str | bytes, message: str, tmp_path: Path) -> None:
    """The line says what to do."""
    with pytest.raises(UserError) as error:
        _read(text, tmp_path)

    assert str(error.value).startswith("submission_metadata.yml: ")
    assert message in str(error.value)
    assert str(error.value).endswith("download the submissions again")


def test_a_link_or_a_pipe_is_not_opened(tmp_path: Path) -> None:
    """Opening a pipe would wait for ever."""
    (tmp_path / "link").symlink_to("other")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UserError, match="symbolic link"):
        read_yaml(tmp_path / "link")
    with pytest.raises(UserError, match="not a regular file"):
        read_yaml(tmp_path / "pipe")


@pytest.mark.parametrize("text", ["", "a,b\n", 'Submission ID\n"1', "Submission ID\n\n"])
def test_a_table_without_submissions_is_refused(text: str, tmp_path: Path) -> None:
    """It would look like a class in which nobody handed in anything."""
    path = tmp_path / "submission_metadata.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"submission_metadata\.csv"):
        read_csv(path)
