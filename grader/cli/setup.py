"""`grader setup`: the files that make a platform of a course run the grader."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Any, cast

import click

from grader.capabilities.hand_in.capability import HASH_START, handed_out_names
from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath, given_level, require_isolation
from grader.cli.rubric_choice import built_in, chosen_rubric
from grader.errors import UserError
from grader.model.isolation import Level
from grader.model.sanitize import quoted, shown_path
from grader.platforms.installation import bundle
from grader.platforms.registry import SETUPS
from grader.rubric_file.yaml_reader import read_document
from grader.store.safe_files import require_writable, write_file
from grader.text.number_text import shortened_list

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
MACHINES = ("x86_64", "aarch64")
MODE = 0o755
SHOWN = 8  # files that a message names


@click.command("setup")
@click.argument("platform", type=click.Choice([*SETUPS]))
@click.option(
    "--rubric", metavar="NAME|FILE", default="cs3081", help="A built-in rubric or a YAML file; cs3081 is the default."
)
@click.option("--out", metavar="DIR", required=True, type=GivenPath(), help="Where to write them.")
@click.option(
    "--python",
    "pythons",
    multiple=True,
    type=click.Choice(PYTHONS),
    help="The Python of the platform; may be repeated.",
)
@click.option("--machine", type=click.Choice(MACHINES), default=MACHINES[0], show_default=True, help="Its processor.")
@require_isolation("Let the platform refuse to grade where its sandbox is weaker", "full")
def command(platform: str, rubric: str, out: Path, pythons: tuple[str, ...], machine: str) -> int:
    """
    Write into DIR the files by which a platform grades each submission.

    \b
    grader setup gradescope --rubric mine.yaml --out for-gradescope
    grader setup github --rubric cs50 --out template-repository

    pip downloads the packages that the files name or carry. No file in DIR is overwritten.
    """
    chosen = chosen_rubric(rubric)
    source = _rubric_file(rubric)
    text = source.read_bytes()
    wanted = pythons or SETUPS[platform].pythons
    order = bundle.Order(
        rubric=text,
        handed_out=_handed_out(text, source.parent),
        level=given_level() or Level.FULL,
        targets=tuple(bundle.Target(python, machine) for python in dict.fromkeys(wanted)),
        own=bundle.own_wheel(),
        submission_seconds=chosen.limits.submission_seconds,
    )
    made = SETUPS[platform].make(order, bundle.pip_download)
    _write(made, out)
    say(f"written to {shown_path(out)}: {shortened_list(list(made.files), SHOWN)}")
    steps = list(made.steps)
    if chosen.allow_imports:
        steps.append(f"the rubric lets students import {', '.join(chosen.allow_imports)}: install that there too")
    versions = " or ".join(target.python for target in order.targets)
    say(f"students' code is graded by Python {versions}; a file that needs a newer one gets no mark (--python)")
    for number, step in enumerate(steps, 1):
        click.echo(f"{number}. {step}")
    return ExitCode.OK


def _rubric_file(name: str) -> Path:
    file = built_in().get(name, Path(name))
    if not file.is_file():  # a pipe, which is empty by now
        raise UserError(f"{shown_path(file)}: the rubric is copied, so it must be a file")
    return file


def _handed_out(text: bytes, folder: Path) -> dict[str, bytes]:
    """Return the files that the rubric names, from its folder (UserError for a file outside)."""
    document, _problems = read_document(text)
    fields = {} if document is None else cast("dict[str, Any]", document.data)
    found = {}
    for _address, name in handed_out_names(fields.get("files") or {}):
        if name.startswith(HASH_START):
            continue
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise UserError(
                f"the rubric names {quoted(name)}, which lies outside of its folder; put it beside the rubric, or name"
                " its hash, which `grader rubric check` prints"
            )
        found[str(path)] = (folder / name).read_bytes()
    return found


def _write(made: bundle.CourseFiles, out: Path) -> None:
    """Write all files, or none if one exists with another content."""
    others = [name for name, data in made.files.items() if _differs(out / name, data)]
    if others:
        raise UserError(
            f"{shown_path(out)} has files that would be overwritten: {shortened_list(others, SHOWN)}; remove them, or"
            " choose another folder for --out"
        )
    require_writable(out)
    for name, data in made.files.items():
        write_file(out / name, data)
        if name in made.programs and os.name != "nt":
            (out / name).chmod(MODE)


def _differs(path: Path, data: bytes) -> bool:
    return os.path.lexists(path) and (path.is_symlink() or not path.is_file() or path.read_bytes() != data)
