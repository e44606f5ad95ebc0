"""`grader merge`: shards graded by the command line, and what it refuses."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from grader.store.class_record import read_class_record
from tests.batch.sources import BROKEN, write_class
from tests.cli.commands import Run
from tests.fixture_folders import SLOW


def test_two_shards_are_one_class_and_a_lost_one_is_named(tmp_path: Path, run: Run) -> None:
    """With the words of the commands that graded them, and their exit status."""
    write_class(tmp_path / "class", dict.fromkeys(("ada", "bob", "zoe"), BROKEN))
    shards = [tmp_path / "1", tmp_path / "2"]
    graded = [
        run("batch", tmp_path / "class", f"--shard={number}/2", "--out", out, "--require-isolation", "basic")
        for number, out in enumerate(shards, 1)
    ]
    assert [0, 0] == [ended.code for ended in graded]
    parts = [re.search(r"shard ./2: (\d) of 3 students", ended.out) for ended in graded]
    assert 3 == sum(int(part[1]) for part in parts if part)

    alone = run("merge", shards[0], "--out", tmp_path / "all")
    both = run("merge", *shards, "--out", tmp_path / "all")

    command = rf"grader batch {tmp_path}/class --require-isolation basic --shard 2/2 --out DIR"
    assert (2, True) == (alone.code, f"then merge again: {command}" in alone.err)
    assert (0, "") == (both.code, both.err)
    assert "2 of 2 shards" in both.out
    assert (tmp_path / "all" / "zoe" / "report.html").exists()


@SLOW
def test_a_folder_of_a_shard_is_no_place_for_the_class(tmp_path: Path, run: Run) -> None:
    """Neither is a shard's folder one for another shard."""
    write_class(tmp_path / "class", {"ada": BROKEN})
    words = ("batch", tmp_path / "class", "--out", tmp_path / "1", "--require-isolation", "basic", "--shard")
    run(*words, "1/2")

    into_shard = run("merge", tmp_path / "1", "--out", tmp_path / "1")

    assert (2, True) == (into_shard.code, "the folder of a shard" in into_shard.err)
    for place in (tmp_path, tmp_path / "1" / "all"):
        assert "the folder of a shard" in run("merge", tmp_path / "1", "--out", place).err
    assert "it holds shard 1/2, and this is shard 2/2" in run(*words, "2/2").err


def test_the_class_is_never_written_among_other_files(tmp_path: Path, run: Run) -> None:
    """Neither among the submissions nor over a web page; what a merge that was killed has left is no such file."""
    write_class(tmp_path / "class", {"ada": BROKEN})
    run("batch", tmp_path / "class", "--shard=1/1", "--out", tmp_path / "1", "--require-isolation", "basic")
    before = sorted((tmp_path / "class").rglob("*"))

    among = run("merge", tmp_path / "1", "--out", tmp_path / "class")

    assert (2, True) == (among.code, "tictactoe.py, which is no report" in among.err)
    assert before == sorted((tmp_path / "class").rglob("*"))
    run("merge", tmp_path / "1", "--out", tmp_path / "all")
    (tmp_path / "all" / "class.json").unlink()
    assert 0 == run("merge", tmp_path / "1", "--out", tmp_path / "all").code


@SLOW
def test_the_command_of_a_shard_can_be_pasted(tmp_path: Path, run: Run) -> None:
    """Options come before `--`, and what was meant for one run is left out."""
    write_class(tmp_path / "class", {"ada": BROKEN})
    words = ("batch", "--fresh", "--anyway", "--require-isolation", "basic", "--out", tmp_path / "1")
    assert 0 == run(*words, "--shard", "1/1", "--", tmp_path / "class").code

    record = read_class_record(tmp_path / "1")

    assert record is not None
    assert record.shard is not None
    command = f"grader batch --require-isolation basic {tmp_path}/class --shard 1/1 --out DIR"
    assert command == record.shard.command_into("DIR")
    assert "is not K/N" in run(*words, "--shard", "1/10000000", tmp_path / "class").err


@SLOW
def test_shards_that_know_other_facts_about_students_are_not_of_one_class(tmp_path: Path, run: Run) -> None:
    """A shard without the choices of another would give a student less time; the printed commands give them to all."""
    write_class(tmp_path / "class", dict.fromkeys(("ada", "bob"), BROKEN))
    (tmp_path / "more.csv").write_text("student,extension\nada,48 h\nbob,48 h\n", encoding="utf-8")
    words = ("batch", tmp_path / "class", "--require-isolation", "basic", "--deadline", "2026-09-01T23:59+02:00")
    for number in (1, 2):
        run(*words, f"--shard={number}/2", "--out", tmp_path / str(number))
    chosen = ("--choices", tmp_path / "more.csv")

    first = run(*words, *chosen, "--shard=1/2", "--out", tmp_path / "1")
    refused = run("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "all")
    again = [shlex.split(line)[1:] for line in refused.err.splitlines() if line.startswith("grader batch")]
    assert [f"--choices {tmp_path}/1/choices.csv" in " ".join(one) for one in again] == [False, True]
    second = run(*again[1])

    assert (0, 0) == (first.code, second.code)
    assert (2, 2) == (refused.code, refused.err.count("; roster and choices "))
    assert 0 == run("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "all").code


@SLOW
def test_the_printed_commands_end_a_mixture(tmp_path: Path, run: Run) -> None:
    """A shard that was graded by another rubric is graded again by the one of most students."""
    write_class(tmp_path / "class", dict.fromkeys(("ada", "bob", "zoe"), BROKEN))
    words = ("batch", tmp_path / "class", "--require-isolation", "basic", "--pages", "none")
    shards = [tmp_path / "1", tmp_path / "2"]
    for number, out in enumerate(shards, 1):
        run(*words, f"--shard={number}/2", "--out", out)
    fewer = min((1, 2), key=lambda number: len(list(shards[number - 1].glob("*/result.json"))))
    other = ("--rubric", "cs50", "--anyway", f"--shard={fewer}/2", "--out", tmp_path / str(fewer))
    assert 0 == run(*words, *other).code

    refused = run("merge", *shards, "--out", tmp_path / "all")
    commands = [shlex.split(line)[1:] for line in refused.err.splitlines() if line.startswith("grader batch")]

    assert (2, 1) == (refused.code, len(commands))
    assert 0 == run(*commands[0]).code
    assert 0 == run("merge", *shards, "--out", tmp_path / "all").code
