"""
A class in one process, in merged shards and on a local Dask cluster, and what merging costs for very large classes.

``python -m benchmarks --only cluster``. The large classes are made: results of the small one under other ids, without
pages.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks.installed_copy import as_installed
from benchmarks.measuring import Runs, cost_of, folder_with
from benchmarks.one_file import ANY_ISOLATION
from benchmarks.whole_class import class_sources
from grader.model.class_row import ClassInfo
from grader.store.class_record import ClassRecord, Shard, write_class_record

SHARDS = 3
JOBS = ("--jobs", "2", *ANY_ISOLATION)
PAGES_NONE = ("--pages", "none")


def measure_cluster(size: int, made: Sequence[int], place: Path, runs: Runs) -> None:
    """Grade a class of `size` in each way, and merge classes of `made` sizes."""
    sources = {f"{student}.py": text for student, text in class_sources(size).items()}
    folder, ours = folder_with(place / "class", sources), as_installed(place)

    def run(name: str, *words: str | Path) -> None:
        runs.run(name, 0, partial(cost_of, [sys.executable, "-m", "grader", *words], cwd=place, extra=ours))

    one = place / "one"
    run(f"class of {size:,}, one process", "batch", folder, "--out", one, *JOBS)
    parts = [place / f"shard {number}" for number in range(1, SHARDS + 1)]
    for number, part in enumerate(parts, 1):
        run(f"shard {number} of {SHARDS}", "batch", folder, "--shard", f"{number}/{SHARDS}", "--out", part, *JOBS)
    run(f"merging {SHARDS} shards", "merge", *parts, "--out", place / "merged")
    if importlib.util.find_spec("distributed") is not None:
        on_dask = ("batch", folder, "--out", place / "dask", "--cluster", "local:2", *ANY_ISOLATION)
        run(f"class of {size:,}, Dask with 2 workers", *on_dask)
    for number in made:
        shards = made_shards(place / f"made {number}", number, one)
        run(f"merging {number:,} made results", "merge", *shards, "--out", place / f"all {number}", *PAGES_NONE)


def made_shards(place: Path, size: int, graded: Path) -> list[Path]:
    """Write a class of `size` results, copied from those in `graded`, and return the folders of its two shards."""
    originals = [(path.parent.name, path.read_text(encoding="utf-8")) for path in sorted(graded.glob("*/result.json"))]
    names = tuple(f"s{number:06}" for number in range(size))
    folders = []
    for shard in (Shard(number=number, of=2, everybody=names, command="grader batch made") for number in (1, 2)):
        folder = place / str(shard.number)
        own = tuple(name for name in names if shard.has(name))
        for name in own:
            old, text = originals[int(name[1:]) % len(originals)]
            for key in ("id", "student"):
                text = text.replace(f'"{key}": {json.dumps(old)}', f'"{key}": "{name}"', 1)
            (folder / name).mkdir(parents=True)
            (folder / name / "result.json").write_text(text, encoding="utf-8")
        info = ClassInfo(source=f"{size:,} made results")
        write_class_record(ClassRecord(graded=own, not_graded=(), info=info, shard=shard), folder)
        folders.append(folder)
    return folders
