"""
Makes one class of the folders of its shards: each student once, with all marks by hand.

All results are read before anything is written. Contradicting folders are refused, with the commands that end the
contradiction. The row of a missing student names the command that grades the student.
"""

from __future__ import annotations

import dataclasses
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader.batch.compact import compact
from grader.batch.known_marks import named
from grader.batch.run import ClassRun, Reportable, Saved, reported, store
from grader.capabilities.by_hand.capability import CONFLICT, GIVEN, LOOKED_AT, RESTS, MarkChange
from grader.capabilities.by_hand.journal import Journal
from grader.errors import UserError
from grader.intake.roster.choices import ChoiceRow
from grader.intake.student_ids import is_safe_id
from grader.model.class_row import NotGraded
from grader.model.result import Result, RubricInfo
from grader.model.sanitize import sanitize, shell_command, shown_path
from grader.store import result_folder
from grader.store.choices_file import FILE_NAME as CHOICES
from grader.store.choices_file import read_recorded
from grader.store.choices_file import record as record_choices
from grader.store.class_record import ClassRecord, Shard, read_class_record
from grader.store.marks_journal import JournalFile, add_to_journal, read_journal
from grader.store.report_files import RECORD, STUDENT_FILES, has_pages, write_student_reports
from grader.store.safe_files import read_file, require_writable, write_file
from grader.story.classes.attention import sides_text
from grader.text.number_text import count_text


class NotOneClass(UserError):
    """Folders contradict each other."""

    def __init__(self, problem: str, lines: Iterable[str]) -> None:
        """Report the `problem`; `lines` name the differing folders and the commands that grade them again."""
        super().__init__(f"{problem}. Nothing was merged")
        self.lines = tuple(lines)


MAX_FILE_BYTES = 64 << 20


class Part(NamedTuple):
    """A folder with a shard."""

    folder: Path
    record: ClassRecord
    shard: Shard
    marks: JournalFile
    choices: tuple[ChoiceRow, ...]


class Taken(NamedTuple):
    """The small result of a student, and the folder of its class."""

    result: Result
    reports: Path

    @property
    def folder(self) -> Path:
        return result_folder.folder_of(self.reports, self.result.submission.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePlan(Reportable):
    """The content of a merged class. Nothing is written yet."""

    taken: tuple[Taken, ...]
    parts: tuple[Part, ...]
    missing: tuple[str, ...]
    """The commands that grade the missing students, ready to paste."""
    notes: tuple[str, ...]
    """Facts for a person, such as students from an earlier merge."""

    @property
    def rubric(self) -> RubricInfo | None:
        return self.taken[0].result.rubric if self.taken else None


def plan_merge(folders: Sequence[Path], out: Path, *, pages: bool = True) -> MergePlan:
    """Plan the merge of `folders` (UserError if they contradict each other or are no shards of one class)."""
    parts, unfinished = _parts(folders)
    _refuse_other_classes(parts)
    found: dict[str, list[Taken]] = defaultdict(list)
    not_graded: dict[str, NotGraded] = {}
    for part in parts:
        for name in filter(is_safe_id, part.record.graded):
            result = compact(_load(result_folder.folder_of(part.folder, name)))
            found[name].append(Taken(result, part.folder))
        not_graded |= {one.id: one for one in part.record.not_graded}
    _refuse_contradictions(found, not_graded)
    first = parts[0].shard
    earlier = {one.result.submission.id: one for one in _earlier(out)}
    lacking = [one for one in first.everybody if one not in found and one not in not_graded]
    kept = [earlier[one] for one in lacking if one in earlier]
    taken = [*(several[0] for several in found.values()), *kept]
    begun = {part.shard.number: _again(part, parts) for part in parts}
    numbers = {first.number_of(name) for name in lacking} - begun.keys()
    chosen = _choices_of(parts)
    missing = {number: _command(number, first, unfinished) + chosen for number in sorted(numbers)}
    _refuse_mixture(taken, parts, missing.values())
    rows = [_not_yet(one, first, begun | missing) for one in lacking if one not in earlier]
    return MergePlan(
        out=out,
        problems=(*not_graded.values(), *rows),
        info=parts[0].record.info,
        before=tuple(one.result for name, one in earlier.items() if name in found),
        pages=pages,
        taken=tuple(sorted(taken, key=lambda one: one.result.submission.id)),
        parts=parts,
        missing=tuple(missing.values()),
        notes=(
            *_notes(found, kept, rows, f"{first.command} --out {shell_command([str(out)])}{chosen}"),
            *(problem for marks in (read_journal(out), *(part.marks for part in parts)) for problem in marks.problems),
        ),
    )


def _parts(folders: Sequence[Path]) -> tuple[tuple[Part, ...], tuple[Path, ...]]:
    """Return the shards, and the folders without a finished shard; UserError for other folders."""
    parts: list[Part] = []
    unfinished: list[Path] = []
    for folder in dict.fromkeys(folders):
        if not folder.is_dir():
            raise UserError(f"{shown_path(folder)}: no such folder; name those that `grader batch --shard` wrote")
        found = read_class_record(folder)
        if found is None:
            unfinished.append(folder)
        elif found.shard is None:
            problem = "a whole class, not a shard; `grader batch` goes on in this folder itself"
            raise UserError(f"{shown_path(folder)}: {problem}")
        else:
            shard = found.shard
            if parts and shard.everybody == parts[0].shard.everybody:  # a large class is held once
                shard = dataclasses.replace(shard, everybody=parts[0].shard.everybody)
            record = dataclasses.replace(found, shard=shard)
            parts.append(Part(folder, record, shard, read_journal(folder), read_recorded(folder, None)))
    if not parts:
        raise UserError("no shard is finished in these folders: run the commands that grade them again")
    return tuple(parts), tuple(unfinished)


def _refuse_other_classes(parts: Sequence[Part]) -> None:
    classes: dict[object, list[Part]] = defaultdict(list)
    for part in parts:
        classes[part.shard.of, part.shard.everybody, part.shard.seen, part.record.info].append(part)
    if len(classes) > 1:
        lines = [
            f"{', '.join(shown_path(part.folder) for part in several)}: {count_text(several[0].shard.of, 'shard')},"
            f" {count_text(len(several[0].shard.everybody), 'student')}; {several[0].record.info.source};"
            f" roster and choices {several[0].shard.seen or 'not known'}"
            for several in classes.values()
        ]
        problem = "these shards are not of one class: grade those again that have seen an older one, or another roster"
        raise NotOneClass(problem, [*lines, *(_again(part, parts) for part in parts)])


def _again(part: Part, parts: Sequence[Part]) -> str:
    """Return the command that grades the missing and outdated students of `part`, with the choices of the others."""
    return part.shard.command_into(shell_command([str(part.folder)])) + _choices_of(parts, part)


def _choices_of(parts: Iterable[Part], known: Part | None = None) -> str:
    """Return the options that give a shard the choices of the tables in `parts`, without those of `known`."""
    said = {_said(choice) for choice in known.choices} if known else set()
    options = ""
    for part in parts:
        if new := {_said(choice) for choice in part.choices} - said:
            said |= new
            options += f" --choices {shell_command([str(part.folder / CHOICES)])}"
    return options


def _refuse_contradictions(found: Mapping[str, list[Taken]], not_graded: Mapping[str, NotGraded]) -> None:
    """Raise UserError if a student has two different results, or one result and a reason for none."""
    contradicting = [
        name
        for name, several in found.items()
        if len({(one.result.grader.key, one.result.status, one.result.submission.sha256) for one in several}) > 1
        or name in not_graded
    ]
    if contradicting:
        folders = _in_folders([one for name in contradicting for one in found[name]])
        raise UserError(
            f"{count_text(len(contradicting), 'student')} with different results in {folders}:"
            f" {named(contradicting)}. Nothing was merged: leave out the folder that does not count"
        )


def _refuse_mixture(taken: Sequence[Taken], parts: Sequence[Part], missing: Iterable[str]) -> None:
    """Raise UserError, with commands that grade as most students were graded, unless all were graded in one way."""
    ways: dict[tuple[str, ...], list[Taken]] = defaultdict(list)
    for one in taken:
        if not one.result.no_mark:
            ways[_way(one.result)].append(one)
    if len(ways) < 2:  # noqa: PLR2004 - several
        return
    lines = [
        f"{', '.join(way)}: {count_text(len(several), 'student')} in {_in_folders(several)}: "
        + named([one.result.submission.id for one in several])
        for way, several in ways.items()
    ]
    most = max(ways, key=lambda way: len(ways[way]))
    unlike = {one.reports for way, several in ways.items() if way != most for one in several}
    like = next((part.shard for part in parts if part.folder not in unlike), parts[0].shard)
    shards = [part._replace(shard=dataclasses.replace(like, number=part.shard.number)) for part in parts]
    # A folder takes another rubric only with --anyway.
    again = [f"{_again(part, parts)} --anyway" for part in shards if part.folder in unlike]
    problem = "not all were graded in the same way: grade those again that do not fit"
    raise NotOneClass(problem, [*lines, *again, *missing])


def _way(result: Result) -> tuple[str, ...]:
    """Return the facts that all results of a class must share, for people."""
    level = result.grader.isolation.level.value if result.grader.isolation else "no"
    return (
        f"rubric {result.rubric.sha256[:8]}",
        f"grader {result.grader.version}",
        f"Python {result.grader.python}",
        f"isolation {level}",
    )


def _command(number: int, one: Shard, unfinished: Iterable[Path]) -> str:
    """Return the command for a missing shard, into the folder of its start if there is one."""
    shard = dataclasses.replace(one, number=number)
    for folder in unfinished:
        begun = {path.parent.name for path in folder.glob(f"*/{RECORD}")}
        if begun and all(map(shard.has, begun)):
            return shard.command_into(shell_command([str(folder)]))
    return shard.command_into("DIR")


def _not_yet(name: str, one: Shard, commands: Mapping[int, str]) -> NotGraded:
    number = one.number_of(name)
    reason = f"not graded yet: shard {number}/{one.of} is missing; run {commands[number]}"
    return NotGraded(id=name, student=name, reason=reason)


def _notes(
    found: Mapping[str, list[Taken]], kept: Sequence[Taken], rows: Sequence[NotGraded], again: str
) -> Iterator[str]:
    if twice := [name for name, several in found.items() if len(several) > 1]:
        yield f"{count_text(len(twice), 'student')} in several folders, with the same result: {named(twice)}"
    if kept:
        names = named([one.result.submission.id for one in kept])
        yield f"{count_text(len(kept), 'student')} of missing shards, kept from the last merge: {names}"
    processors = dict.fromkeys(one.result.timing.processor for several in found.values() for one in several)
    near = [name for name, several in found.items() if several[0].result.timing.near_limit]
    if len(processors) > 1 and near:
        yield (
            f"{count_text(len(near), 'student')} near a limit of time, graded on different processors"
            f" ({'; '.join(map(sanitize, processors))}): {named(near)}. To grade these again on one: {again}"
        )
    if rows:
        yield f"{count_text(len(rows), 'student')} not graded yet: {named([one.id for one in rows])}"


def _earlier(out: Path) -> Iterator[Taken]:
    before = read_class_record(out)
    for name in filter(is_safe_id, () if before is None else before.graded):
        folder = result_folder.folder_of(out, name)
        stored = result_folder.read_before(folder) or result_folder.read_result(folder)
        if stored is not None:
            yield Taken(compact(stored), out)


def merge(plan: MergePlan) -> tuple[ClassRun, list[str]]:
    """Write the merged class; return the run, and a sentence for each conflict between people."""
    require_writable(plan.out)
    journal = _joined_journals(plan)
    rows = [choice for part in plan.parts for choice in part.choices]
    known = {_said(choice) for choice in read_recorded(plan.out, None)}
    record_choices(plan.out, {_said(choice): choice for choice in rows if _said(choice) not in known}.values())
    saved = [_put(one, plan, journal) for one in plan.taken]
    conflicts = [f"{sanitize(name)}: {item}: {sides_text(said)}" for (name, item), said in journal.conflicts.items()]
    return reported(saved, plan), conflicts


def _said(choice: object) -> str:
    return str(dataclasses.replace(choice, place=""))  # type: ignore[type-var]


def _put(one: Taken, plan: MergePlan, journal: Journal) -> Saved:
    """Store a student's result in the merged folder, which may have it already with marks by hand."""
    name = one.result.submission.id
    folder = result_folder.folder_of(plan.out, name)
    try:
        source = one.folder
        if not journal.of(name) and _is_copy(source, folder, pages=plan.pages):
            return Saved(one.result)
        earlier, result = result_folder.read_result(folder), _load(source)
        if earlier is None:
            stored = result_folder.as_recorded(result, journal)
        elif (earlier.grader.key, earlier.status) != (result.grader.key, result.status):
            return store(result, plan, journal)
        else:
            to_check = (*earlier.marks_to_check, *result.marks_to_check)
            result = dataclasses.replace(result, before=result.before or earlier.before, marks_to_check=to_check)
            stored = result_folder.with_earlier_marks(result, earlier, journal.of(name))
        if stored != earlier or (plan.pages and not has_pages(folder)):
            result_folder.keep_before(folder)
            write_student_reports(stored, folder, in_class=True, pages=plan.pages)
        return Saved(compact(stored))
    except (UserError, OSError) as error:
        return Saved(one.result, str(error))


def _is_copy(source: Path, folder: Path, *, pages: bool) -> bool:
    """Copy the reports from `source` if `folder` has none; return whether its result is now that of `source`."""
    data = read_file(source / RECORD, MAX_FILE_BYTES)
    names = STUDENT_FILES if pages else (RECORD,)
    if not os.path.lexists(folder / RECORD):
        if pages and not has_pages(source):
            return False
        for name in names:
            write_file(folder / name, read_file(source / name, MAX_FILE_BYTES))
        return True
    return (not pages or has_pages(folder)) and read_file(folder / RECORD, MAX_FILE_BYTES) == data


def _load(folder: Path) -> Result:
    try:
        return result_folder.load_result(folder)
    except (OSError, UserError) as error:
        problem = f"{shown_path(folder)}: {error.strerror}" if isinstance(error, OSError) else error
        raise UserError(f"{problem}; grade this shard again") from error


def _joined_journals(plan: MergePlan) -> Journal:
    """Write the marks by hand of all parts into the merged journal, and return the journal."""
    journal = read_journal(plan.out).journal
    said = [part.marks.journal for part in plan.parts]
    every = Journal(dict.fromkeys(change for one in said for name in one.students for change in one.of(name)))
    for theirs in (*said, *_of_members(plan.taken, every)):
        new = [one for name in theirs.students for one in _new_changes(journal.of(name), theirs.of(name))]
        journal = journal.and_these(add_to_journal(plan.out, new))
    return journal


def _of_members(taken: Iterable[Taken], said: Journal) -> list[Journal]:
    """Return the changes of group members again for the members without any: a group has one mark."""
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for one in taken:
        groups[one.result.submission.group, one.result.submission.sha256].append(one.result)
    found: dict[int, list[MarkChange]] = defaultdict(list)
    for (group, _), members in groups.items():
        changes = {one.submission.id: said.of(one.submission.id) for one in members if group}
        for item in members[0].criteria if any(changes.values()) else ():
            ids = {one.id for one in item.markables}
            own = {name: [one for one in every if one.item in ids] for name, every in changes.items()}
            others = [name for name in own if not own[name] and item.deduction is None]  # deductions are personal
            for number, source in enumerate(own.values()):  # each apart, so that different marks are a conflict
                found[number] += [dataclasses.replace(one, student=name) for name in others for one in source]
    return [Journal(changes) for changes in found.values()]


def _new_changes(ours: tuple[MarkChange, ...], theirs: tuple[MarkChange, ...]) -> list[MarkChange]:
    """Return the changes of one student that we lack. If we know others, neither counts more than the other."""
    known = {dataclasses.replace(one, action=GIVEN) for one in ours}
    new = [one for one in theirs if dataclasses.replace(one, action=GIVEN) not in known]
    added: list[MarkChange] = []
    for item in dict.fromkeys(one.item for one in new):
        lacked = [one for one in new if one.item == item]
        own = [one for one in ours if one.item == item and one not in theirs]
        if own and own[-1].new != lacked[-1].new and not {own[-1].action, lacked[-1].action} & {RESTS, *LOOKED_AT}:
            lacked = [dataclasses.replace(one, action=CONFLICT) for one in (own[-1], *lacked)]
        added += lacked
    return added


def _in_folders(taken: Sequence[Taken]) -> str:
    return ", ".join(map(shown_path, dict.fromkeys(one.reports for one in taken)))
