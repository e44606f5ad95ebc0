"""`grader play`: play against the AI of one submission, in the browser."""

from __future__ import annotations

import contextlib
import threading
import webbrowser
from pathlib import Path

import click

from grader.assignments import ASSIGNMENTS
from grader.cli.message import ExitCode, say
from grader.cli.options import (
    GivenPath,
    given_interpreter,
    python_option,
    refuse_below,
    require_isolation,
    requirement_for_one,
)
from grader.cli.rubric_choice import chosen_rubric, given_submission
from grader.model.rubric import Rubric
from grader.model.sanitize import quoted, shown_path
from grader.model.submission import Submission
from grader.play.game import Opponent, PlayRoom, move_function, sides
from grader.play.server import PlayServer, play_page
from grader.sandbox.launching import launcher
from grader.sandbox.launching.launcher import Launcher

POLL_SECONDS = 0.1  # wall seconds


@click.command("play")
@click.argument("path", metavar="PATH", type=GivenPath())
@click.option("--rubric", metavar="NAME|FILE", help="As in `grader check`: its assignment and its limits count here.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@python_option
@require_isolation("Refuse if the sandbox is weaker", "basic; full where CI=true")
def command(path: Path, rubric: str | None, *, no_browser: bool) -> int:
    """
    Play against the AI in the file PATH, or in the folder PATH, as X or as O.

    The page is served on this machine only, at a secret address. Each move is asked of the file while you play, in
    the sandbox that also grades it. Ctrl-C or a button ends the command.

    \b
    grader play tictactoe.py
    grader play AI_game.ipynb --rubric lab4 --no-browser

    Exit status: 0 played, 1 the file cannot be imported or has no AI, 2 bad input, 3 internal error, 4 less
    isolation here than required.
    """
    chosen = chosen_rubric(rubric)
    submission = given_submission(path, chosen, with_files=False)
    required = requirement_for_one()
    processes = launcher.launcher(chosen.allow_imports, given_interpreter())
    with contextlib.closing(processes):
        refuse_below(required, processes.isolation)
        opponent = Opponent(submission, chosen, processes)
        if problem := opponent.import_problem():
            say(f"{shown_path(path)}: {problem}")
            return ExitCode.POINTS_LOST
        if missing := opponent.missing_modules():
            names = " and ".join(map(quoted, missing))
            say(f"{shown_path(path)}: imports {names}, not available here: a move that uses it fails")
        _serve(path, submission, chosen, processes, no_browser=no_browser)
    return ExitCode.OK


def _serve(path: Path, submission: Submission, rubric: Rubric, processes: Launcher, *, no_browser: bool) -> None:
    spec = ASSIGNMENTS[rubric.assignment]
    function = move_function(spec)
    page = play_page(submission.main, function, sides(spec), rubric.limits.seconds_for(function), processes.isolation)
    room = PlayRoom(lambda: Opponent(given_submission(path, rubric, with_files=False), rubric, processes))
    with contextlib.closing(room), PlayServer(room, page, sides(spec)) as server:
        click.echo(f"play against {function} in {shown_path(path)}: {server.url}")
        click.echo("Ctrl-C ends this, and so does the button on the page.")
        # In another thread, because a browser in a terminal keeps its thread until a person leaves the browser.
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": POLL_SECONDS})
        serving.start()
        try:
            if not no_browser and not webbrowser.open(server.url):
                say("no browser was found; open the address above in one")
            while serving.is_alive():
                serving.join(POLL_SECONDS)
        except KeyboardInterrupt:
            server.shutdown()
            serving.join()
