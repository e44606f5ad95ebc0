"""A whole class: one submission per sub-folder or file; whatever cannot be told for sure is reported, never guessed."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import in_words, is_candidate, is_code, sheet_names, student_names, student_of
from grader.intake.folder_scan import MAX_PATH_SHOWN, is_ignored, leads_nowhere, leads_to_folder, list_folder
from grader.intake.student_folder import Sources, read_file, read_folder
from grader.intake.student_ids import display_name, submission_id
from grader.model.class_row import NotGraded
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntake:
    """What a folder of submissions holds, each part sorted by id."""

    submissions: tuple[Submission, ...]
    problems: tuple[NotGraded, ...]
    """One for each submission that could not be read or told apart."""
    passed_over: tuple[str, ...] = ()
    """Visible files directly in the folder that nobody can have meant, cleaned: perhaps archives to unpack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """Something directly below the root that is one student's."""

    student: str
    """The name as it is written there."""
    entry: str
    is_folder: bool

    @property
    def shown(self) -> str:
        return sanitize(self.entry) + ("/" if self.is_folder else "")


def read_class(root: Path, module_spec: ModuleSpec, source_kib: int, *, skip: Path | None = None) -> ClassIntake:
    """
    Return the submissions below `root` and what is wrong with the others.

    `skip` is a folder of ours that may lie there, such as the one reports are written to. UserError only when `root`
    itself is no class: missing, not a folder, a single submission, or without any.
    """
    claims, passed_over = _claims(root, module_spec, skip)
    by_id: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        by_id[submission_id(claim.student).casefold()].append(claim)
    submissions: list[Submission] = []
    problems: list[NotGraded] = []
    for rivals in by_id.values():
        for claim in rivals:
            outcome = _read_claim(claim, rivals, root, module_spec, source_kib)
            if isinstance(outcome, NotGraded):
                problems.append(outcome)
            else:
                submissions.append(outcome)
    return ClassIntake(
        submissions=tuple(sorted(submissions, key=lambda submission: submission.id)),
        problems=tuple(sorted(problems, key=lambda problem: (problem.id, problem.reason))),
        passed_over=passed_over,
    )


def _claims(root: Path, module_spec: ModuleSpec, skip: Path | None) -> tuple[list[_Claim], tuple[str, ...]]:
    shown = sanitize(str(root), MAX_PATH_SHOWN)
    if not leads_to_folder(root):
        what = "not a folder" if os.path.lexists(root) else "no such folder"
        raise UserError(f"{shown}: {what}; name the folder that holds the submissions")
    # The entries' own names are compared: one of them may be a link that leads round in a circle.
    here, ours = Path(os.path.realpath(root)), skip and Path(os.path.realpath(skip))
    names = sheet_names(module_spec)
    claims: list[_Claim] = []
    passed_over: list[str] = []
    for name, enterable in list_folder(root, shown):
        if is_ignored(name) or here / name == ours:
            continue
        if name in names:
            raise UserError(f"{shown}: holds {name} itself, so it is one submission: use `grader check {shown}`")
        claim = _claim(root, name, module_spec, enterable=enterable)
        if claim is not None:
            claims.append(claim)
        else:
            passed_over.append(sanitize(name))
    if not claims:
        files = in_words(student_names(module_spec))
        raise UserError(f"{shown}: no submissions; each is a folder with {in_words(names)} in it, or a file {files}")
    return claims, tuple(passed_over)


def _claim(root: Path, name: str, module_spec: ModuleSpec, *, enterable: bool) -> _Claim | None:
    """Return whose the entry `name` is, or None when it is nobody's."""
    # Links are not entered, but one to a folder or to nothing may be someone's submission: reading reports it.
    if enterable or leads_to_folder(root / name):
        return _Claim(student=name, entry=name, is_folder=True)
    if is_code(name, module_spec):
        return _Claim(student=student_of(name, module_spec.module), entry=name, is_folder=False)
    if leads_nowhere(root / name):
        return _Claim(student=name, entry=name, is_folder=True)
    return None


def _refuse_rivals(rivals: Sequence[_Claim]) -> None:
    """Raise when more than one entry claims the same id; systems that ignore case would mix up their reports."""
    if len(rivals) > 1:
        names = " and ".join(sorted(claim.shown for claim in rivals))
        raise UserError(f"{names}: all claim the same id; keep one, or rename the others")


def _read_claim(
    claim: _Claim, rivals: Sequence[_Claim], root: Path, module_spec: ModuleSpec, source_kib: int
) -> Submission | NotGraded:
    identity, student = submission_id(claim.student), display_name(claim.student)
    try:
        _refuse_rivals(rivals)
        sources = _sources(root, claim, module_spec, source_kib)
    except UserError as error:
        return NotGraded(id=identity, student=student, reason=str(error))
    return Submission(
        id=identity, student=student, main=sources.files[0].path, files=sources.files, notes=sources.notes
    )


def _sources(root: Path, claim: _Claim, module_spec: ModuleSpec, source_kib: int) -> Sources:
    path = root / claim.entry
    shown = sanitize(claim.entry)
    if claim.is_folder:
        if path.is_symlink():
            raise UserError(f"{shown}: a symbolic link, which is never followed; put the folder itself there")
        return read_folder(path, shown, module_spec, source_kib)
    if is_candidate(claim.entry, module_spec):
        raise UserError(f"{shown}: names no student; name it {in_words(student_names(module_spec))}")
    return read_file(path, shown, module_spec, source_kib, alone=True)
