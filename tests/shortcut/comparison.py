"""Grades sources with the exact shortcut and without it, and reports every difference; there must be none."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.assignments import ASSIGNMENTS
from grader.batch.pool import Pool, Task
from grader.game.tree import table
from grader.marking.mark import mark
from grader.model.answer import Answer, Call
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.answers import Pace, run_calls
from grader.sandbox.running.submission_probes import Job, SubmissionProbes
from grader.sandbox.shortcut.claim import ShortcutClaim, read_claim
from grader.store.result_json import to_json
from tests.null_watcher import NullWatcher

MAY_DIFFER = ("timing", "shortcut")
"""Parts of a result that depend on how it was computed."""
PLAIN = "plainly"
MODULE_SPEC = ASSIGNMENTS["tictactoe"].module_spec
SEARCH = "minimax"
CALLS = tuple(Call(function=SEARCH, board=position.board) for position in table().positions)
"""The calls of the search that every submission is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One source graded both ways."""

    name: str
    differences: tuple[str, ...]
    functions: tuple[str, ...]
    """What was memoized."""
    why: str
    """Why nothing was, else empty."""
    seconds: tuple[float, float]
    """CPU seconds of the submission with the shortcut and without."""
    score: str


def submission_of(name: str, source: str) -> Submission:
    """Return a submission of `name` with `source` as its only file."""
    return Submission(id=name, student=name, main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=source),))


def compared(work: Iterable[tuple[Submission, Rubric]], jobs: int, *, shortcut: bool = True) -> Iterator[Compared]:
    """
    Grade all of `work` both ways with `jobs` workers and yield each as soon as both results are there.

    Without `shortcut` both ways are the plain one: what differs then, such as where time ran out, differs by itself.
    """
    halves: dict[str, Result] = {}
    for submission, result in Pool(jobs).grade_all(list(_both_ways(work, shortcut=shortcut)), NullWatcher()):
        name, _, way = submission.id.partition("|")
        if name not in halves:
            halves[name] = result
            continue
        other = halves.pop(name)
        yield judged(name, *((other, result) if way == PLAIN else (result, other)))


def _both_ways(work: Iterable[tuple[Submission, Rubric]], *, shortcut: bool) -> Iterator[Task]:
    for submission, rubric in work:
        yield Task(submission, dataclasses.replace(rubric, shortcut=shortcut))
        other = dataclasses.replace(submission, id=f"{submission.id}|{PLAIN}")
        yield Task(other, dataclasses.replace(rubric, shortcut=False))


def compared_here(submission: Submission, rubric: Rubric, launcher: Launcher) -> Compared:
    """Grade `submission` both ways in this process."""
    results = [mark(submission, dataclasses.replace(rubric, shortcut=shortcut), launcher) for shortcut in (True, False)]
    return judged(submission.id, *results)


def judged(name: str, memoized: Result, plain: Result) -> Compared:
    """Compare the two results of one submission."""
    return Compared(
        name=name,
        differences=tuple(differences(_facts(memoized), _facts(plain))),
        functions=memoized.shortcut.functions,
        why=memoized.shortcut.why,
        seconds=(memoized.timing.cpu_seconds, plain.timing.cpu_seconds),
        score=str(plain.score.earned if plain.score else plain.fault),
    )


def _facts(result: Result) -> object:
    whole = json.loads(to_json(result))
    for key in MAY_DIFFER:
        whole.pop(key, None)
    whole["submission"].pop("id")
    return whole


def differences(one: object, other: object, place: str = "result") -> Iterator[str]:
    """Yield a line for every place where two JSON values differ."""
    if type(one) is not type(other):
        yield f"{place}: {one!r} instead of {other!r}"
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            yield from differences(one.get(key), other.get(key), f"{place}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{place}[{at}]")
    elif one != other:
        yield f"{place}: {one!r} instead of {other!r}"


def claim_of(submission: Submission, rubric: Rubric, launcher: Launcher) -> ShortcutClaim:
    """Return what the memoizer claims about `submission`, before any test of it."""
    probes = _probes(submission, rubric, launcher).for_evidence(memoize=True)
    probes.import_once()
    if probes.read is None or probes.ready is None:
        return ShortcutClaim(reason="it cannot be imported")
    return read_claim(probes.read, probes.ready, probes.source)


def answers(
    submission: Submission, rubric: Rubric, launcher: Launcher, calls: tuple[Call, ...] = CALLS, *, memoized: bool
) -> list[str] | None:
    """
    Return the answers to `calls` of the search in one probe, memoized or not, as texts to compare.

    None if the probe did not answer them all, for example because its memo was rejected.
    """
    plain = _probes(submission, rubric, launcher)
    run = run_calls(plain.for_evidence(memoize=True) if memoized else plain, calls, Pace())
    if run.end is not None or len(run.answers) < len(calls):
        return None
    return list(map(_answer_text, run.answers))


def _probes(submission: Submission, rubric: Rubric, launcher: Launcher) -> SubmissionProbes:
    job = Job(submission=submission, module_spec=MODULE_SPEC, allowed_imports=tuple(rubric.allow_imports))
    return SubmissionProbes(job, rubric.limits, launcher)


def _answer_text(answer: Answer) -> str:
    return repr((answer.end, answer.value, answer.raised, answer.after, answer.shares_rows))
