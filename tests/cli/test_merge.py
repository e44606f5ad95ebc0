"""`grader merge`: shards graded by the command line, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path

from tests.batch.sources import BROKEN, write_class
from tests.cli.commands import Run


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


def test_a_folder_of_a_shard_is_no_place_for_the_class(tmp_path: Path, run: Run) -> None:
    """Neither is a shard's folder one for another shard."""
    write_class(tmp_path / "class", {"ada": BROKEN})
    words = ("batch", tmp_path / "class", "--out", tmp_path / "1", "--require-isolation", "basic", "--shard")
    run(*words, "1/2")

    into_shard = run("merge", tmp_path / "1", "--out", tmp_path / "1")

    assert (2, True) == (into_shard.code, "the folder of a shard" in into_shard.err)
    assert "it holds shard 1/2, and this is shard 2/2" in run(*words, "2/2").err
