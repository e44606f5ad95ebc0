"""
Runs the steps of a workflow, an action, a pipeline or a Dockerfile as scripts in a container like Docker's.

``python -m tests.containers.run_steps action.yml --root FOLDER --workspace /repo PYTHON=/usr/bin/python3`` prints each
step and runs it. FOLDER is the root of a system with what the platform's image has, such as one that debootstrap made
with python3, python3-venv and python3-pip; it is changed. Steps that use other people's actions are named and left out.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[2]
EXPRESSION = re.compile(r"\$\{\{ ([\w.-]+) \}\}")
SHELL = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")


class Step(NamedTuple):
    """One script, and the variables that it gets."""

    script: str
    variables: Mapping[str, str]
    user: int = 0


def steps_of(file: Path, known: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps of `file`; `known` are the values of expressions, by the last part of their names."""
    content: dict[str, Any] = yaml.load(file.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506 - makes texts only
    if "grader" in content:  # a pipeline of GitLab
        job = content["grader"]
        yield from (Step(line, {}) for line in (*job["script"], *job["after_script"]))
        return
    known = {**{name: given["default"] for name, given in content.get("inputs", {}).items()}, **known}
    jobs = content["jobs"].values() if "jobs" in content else [content["runs"]]
    for step in (step for job in jobs for step in job["steps"]):
        if "run" not in step:
            sys.stdout.write(f"== left out: {step['uses']}\n")
            continue
        values = {name: _filled(value, known) for name, value in step.get("env", {}).items()}
        yield Step(step["run"], values)


def _filled(text: str, known: Mapping[str, str]) -> str:
    return EXPRESSION.sub(lambda found: known[found[1].rpartition(".")[2]], text)


def dockerfile_steps(file: Path, root: Path) -> Iterator[Step]:
    """Yield the commands of a Dockerfile; what it copies is copied when it is its turn. All stages share one root."""
    place, user = "/", 0
    variables: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        word, _blank, rest = line.partition(" ")
        if word == "WORKDIR":
            place = rest
            (root / place.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            for source in sources:
                _copy(ROOT / source, root / place.lstrip("/") / target)
        elif word == "ENV":
            variables |= dict([rest.split("=", 1)])
        elif word == "USER":
            user = int(rest.partition(":")[0])
        elif word in {"RUN", "ENTRYPOINT"}:
            script = rest if word == "RUN" else " ".join(map(shlex.quote, [*yaml.safe_load(rest), "doctor"]))
            yield Step(f"cd {place}\n{script}", dict(variables), user)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line names, and return the exit status of the first step that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--workspace", default="/")
    parser.add_argument("known", nargs="*", help="NAME=VALUE: a variable, or an expression's last part")
    given = parser.parse_intermixed_args(arguments)
    known = dict(one.split("=", 1) for one in given.known)
    docker = given.file.name == "Dockerfile"
    for step in dockerfile_steps(given.file, given.root) if docker else steps_of(given.file, known):
        sys.stdout.write(f"== {step.script.strip()}\n")
        sys.stdout.flush()
        script = f"cd {shlex.quote(given.workspace)}\n{step.script}"
        settings = [f"{name}={value}" for name, value in {"HOME": "/", **known, **step.variables}.items()]
        container = [sys.executable, "-m", "tests.containers.docker_like", "--root", str(given.root)]
        command = [*container, "--user", str(step.user), "--", "env", *settings, *SHELL, script]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status:
            sys.stdout.write(f"== exit status {status}\n")
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
