"""`grader doctor`: the isolation that this machine offers to students' code, and how to get more."""

from __future__ import annotations

import contextlib

import click

from grader.cli.isolation_option import CI, CLASS, OWN_FILE, given_level, require_isolation
from grader.cli.message import ExitCode
from grader.cli.options import given_interpreter, python_option


@click.command("doctor", short_help="Check how well this machine sandboxes student code.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["terminal", "json"]),
    default="terminal",
    show_default=True,
    help="How to show it.",
)
@python_option
@require_isolation("Exit 4 where the machine offers less", "none")
def command(output_format: str) -> int:
    """
    Say what this machine offers to hold students' code back: the level, what it rests on, what is missing and why.

    \b
    grader doctor
    grader doctor --format json --require-isolation full

    Exit status: 0, or 4 where the machine offers less than --require-isolation asks for.
    """
    from grader.cli.machine import doctor_json, render_doctor, this_machine
    from grader.sandbox.launching.launcher import launcher

    python = given_interpreter()
    with contextlib.closing(launcher(python=python)) as opened:
        isolation = opened.isolation
    needs = {"grader check FILE": OWN_FILE, "grader check FILE (CI=true)": CI, "grader batch PATH": CLASS}
    machine = this_machine(python)
    commands = {name: need.level for name, need in needs.items()}
    if output_format == "json":
        click.echo(doctor_json(machine, isolation, commands), nl=False)
    else:
        from rich.console import Console

        render_doctor(machine, isolation, commands, Console())
    required = given_level()
    if required is None or isolation.level.reaches(required):
        return ExitCode.OK
    click.echo(
        f"grader: isolation {required.value} is required, and this machine offers {isolation.level.value}", err=True
    )
    return ExitCode.ISOLATION_REFUSED
