"""
Compare the results that two checkouts of the grader give for every fixture: ``python -m tests.same_results A B``.

A and B are folders with a checkout, or files that ``--save FILE`` wrote for an earlier B. Every fixture (also those in
`fixtures/more` and the attacks), every sample submission and every model answer is graded by ``grader check`` of both,
with this checkout's rubric for it. The two `result.json` must be equal except for `timing`; the exit status is 0 if all
are. Each kind of difference is told once: which key, where, how often, and the first pair of values.

Only the command line is used, so a checkout may be of any version that has `grader check` and `grader rubric show`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
HOSTILE_LIMITS = {"import": 1, "call": 0.2, "calls": {}, "submission": 2, "memory_mib": 256}
"""As in `tests/hostile/corpus.py`: the limits of an attack that states none."""
PLACEHOLDERS = {
    **{f"@{name}@": f"/nowhere/{name.lower()}" for name in ("SCRATCH", "CANARY", "ORACLE", "GRADER", "SOCKET")},
    "@MARK@": "hostile",
    "@PORT@": "9",
    "@ABSTRACT@": "hostile",
}
"""The values of the placeholders in an attack; none of these paths and addresses exists."""
ABSENT = "-"
MAX_SHOWN = 150
"""Characters of a value that are shown."""

Results = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One file or folder to grade, and the rubric to grade it by."""

    name: str
    path: Path
    rubric: str
    limits: Mapping[str, Any]


class Difference(NamedTuple):
    """One value that two results do not share."""

    task: str
    key: str
    """Its place, without the indices of lists."""
    kind: str
    before: str
    after: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what differs, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.same_results", description=__doc__.splitlines()[1])
    parser.add_argument("a", type=Path, metavar="A", help="a checkout, or a file of saved results")
    parser.add_argument("b", type=Path, metavar="B", help="the same")
    parser.add_argument("--only", default="", metavar="TEXT", help="only what has TEXT in its name")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the results of B, to be compared again as A")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="same-results-") as folder:
        tasks = [task for task in _tasks(Path(folder)) if given.only in task.name]
        before, after = (_results(place, tasks, Path(folder)) for place in (given.a, given.b))
    if given.save is not None:
        given.save.write_text(json.dumps(after, indent=1, sort_keys=True), encoding="utf-8")
    kinds: dict[tuple[str, str], list[Difference]] = {}
    for task in tasks:
        for one in _differences(task.name, before.get(task.name), after.get(task.name)):
            kinds.setdefault((one.key, one.kind), []).append(one)
    for (key, kind), found in sorted(kinds.items()):
        first = found[0]
        results = len({one.task for one in found})
        print(f"{key}: {kind} {len(found)} times in {results} results, first in {first.task}:")  # noqa: T201 - the report
        print(f"  A {first.before}\n  B {first.after}")  # noqa: T201 - the report
    different = {one.task for found in kinds.values() for one in found}
    print(f"{len(tasks)} compared, {len(different)} different")  # noqa: T201 - the report
    return 1 if different or not tasks else 0


def _tasks(folder: Path) -> Iterator[Task]:
    """Copy everything to `folder`, so that both checkouts grade the same paths, and yield it."""
    for pattern in ("*/expect.yaml", "more/*/expect.yaml"):
        for file in sorted(FIXTURES.glob(pattern)):
            expect = yaml.safe_load(file.read_text(encoding="utf-8"))
            copy = folder / "fixtures" / file.parent.name
            shutil.copytree(file.parent, copy, ignore=shutil.ignore_patterns("expect.yaml"))
            yield Task(
                name=copy.name, path=copy, rubric=expect.get("rubric", "cs3081"), limits=expect.get("limits", {})
            )
    yield from _attacks(folder)
    for file in sorted((ROOT / "submissions").iterdir()):
        yield Task(name=f"submissions/{file.name}", path=file, rubric="cs3081", limits={})
    for name, rubric in (
        ("tictactoe", "cs3081"),
        ("tictactoe", "cs50"),
        ("tictactoe", "elearning"),
        ("ai_game", "lab4"),
    ):
        path = ROOT / "reference" / f"{name}.py"
        yield Task(name=f"reference/{name} ({rubric})", path=path, rubric=rubric, limits={})


def _attacks(folder: Path) -> Iterator[Task]:
    """Copy the attacks with the same values of their placeholders each time, and yield them."""
    for file in sorted((FIXTURES / "hostile").glob("*/tictactoe.py")):
        source = file.read_text(encoding="utf-8")
        for name, text in PLACEHOLDERS.items():
            source = source.replace(name, text)
        copy = folder / "hostile" / file.parent.name / file.name
        copy.parent.mkdir(parents=True)
        copy.write_text(source, encoding="utf-8")
        expect = yaml.safe_load((file.parent / "expect.yaml").read_text(encoding="utf-8"))
        limits = {**HOSTILE_LIMITS, **expect.get("limits", {})}
        yield Task(name=f"hostile/{file.parent.name}", path=copy.parent, rubric="cs3081", limits=limits)


def _results(place: Path, tasks: Sequence[Task], folder: Path) -> Results:
    if place.is_file():
        saved: Results = json.loads(place.read_text(encoding="utf-8"))
        return saved
    rubrics: dict[str, str] = {}
    for name in sorted({task.rubric for task in tasks}):
        own = FIXTURES / "rubrics" / name
        if own.is_dir():  # beside the rubric lie the files that it names
            shutil.copytree(own, folder, dirs_exist_ok=True)
            rubrics[name] = (own / "rubric.yaml").read_text(encoding="utf-8")
        else:
            rubrics[name] = _grader(ROOT, folder, "rubric", "show", name).stdout
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        graded = pool.map(lambda task: _graded(place.resolve(), folder, task, rubrics[task.rubric]), tasks)
        return {task.name: result for task, result in zip(tasks, graded, strict=True)}


def _graded(checkout: Path, folder: Path, task: Task, text: str) -> object:
    """Return the result without its timing, or the error message if there is none."""
    rubric = yaml.safe_load(text)
    rubric["limits"] = {**rubric.get("limits", {}), **task.limits}
    # The same name and content for both checkouts: the result contains the rubric's hash.
    file = folder / f"{task.name.replace('/', '-')}.yaml"
    file.write_text(yaml.safe_dump(rubric, sort_keys=False), encoding="utf-8")
    done = _grader(checkout, folder, "check", str(task.path), "--rubric", str(file), "--format", "json")
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return {"exit": done.returncode, "said": done.stderr.replace(str(folder), "")}
    result.pop("timing")
    return {"exit": done.returncode, "result": result}


def _grader(checkout: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    environment.pop("CI", None)  # if it is set, `check` requires full isolation
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def _differences(task: str, before: object, after: object) -> Iterator[Difference]:
    one, other = dict(_leaves("", before)), dict(_leaves("", after))
    for place in sorted(one.keys() | other.keys()):
        if one.get(place, ABSENT) != other.get(place, ABSENT):
            kind = "only in B" if place not in one else "only in A" if place not in other else "differs"
            shown = (repr(values.get(place, ABSENT))[:MAX_SHOWN] for values in (one, other))
            yield Difference(task, re.sub(r"\[.*?\]", "[]", place), kind, *shown)


def _leaves(place: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the place of each value but None, lists and mappings; an entry of a list with an id is named by it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{place}.{key}".lstrip("."), inner)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _leaves(f"{place}[{inner.get('id', at) if isinstance(inner, Mapping) else at}]", inner)
    elif value is not None:
        yield place, value


if __name__ == "__main__":
    sys.exit(main())
