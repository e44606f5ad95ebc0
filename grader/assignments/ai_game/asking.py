"""
Asks one console lab everything, in one fixed order, before the first check looks at an answer.

The order decides what is asked when the submission's CPU budget runs out. So the order never depends on the checks that
are run, or on their order.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.assignments.ai_game.checks import ASSIGNMENT
from grader.assignments.ai_game.human_games import PLAY_GAME, HumanGames, play_human_games
from grader.assignments.ai_game.outcomes import ScriptRuns, run_as_script
from grader.assignments.exhaustive.examination import Examination
from grader.assignments.exhaustive.judge import Answers
from grader.assignments.exhaustive.read_back import read_boards_back
from grader.assignments.exhaustive.tree_play import play_tournaments, record_policy
from grader.game.board import O
from grader.model.progress import FunctionDone
from grader.sandbox.student import Student


@dataclass(frozen=True, slots=True, kw_only=True)
class AiGameAnswers(Answers):
    """All answers of one console lab; `best_move` plays as O."""

    script_runs: ScriptRuns
    human_games: HumanGames


def ask(student: Student) -> AiGameAnswers:
    """
    Make all calls: each function's cases, the games of `best_move`, the file as a script, and games on the keyboard.

    HarnessFault if the sandbox fails. A file that cannot be imported is only run as a script.
    """
    student.import_module()
    best_move = Examination(ASSIGNMENT, student, "best_move")
    available_moves = Examination(ASSIGNMENT, student, "available_moves")
    tournaments = play_tournaments(best_move, (O,))
    tournament = tournaments[O]
    if not tournament.is_out_of_time:
        best_move.add_played(tournament.answers)
    record_policy(best_move)
    check_winner = Examination(ASSIGNMENT, student, "check_winner")
    script_runs = run_as_script(student)
    minimax = Examination(ASSIGNMENT, student, "minimax")
    print_board = Examination(ASSIGNMENT, student, "print_board")
    # The program gets the answers of `best_move`, so that no game searches for them again. The texts that `print_board`
    # prints tell which boards a person can have seen.
    human_games = play_human_games(student, best_move, print_board)
    if human_games.games:
        student.progress.function_done(
            FunctionDone(function=PLAY_GAME, asked=human_games.games, of=human_games.games, noun="games")
        )
    every = (best_move, available_moves, check_winner, minimax, print_board)
    examinations = {examination.function: examination for examination in every}
    read_boards_back(student, examinations)
    return AiGameAnswers(
        student=student,
        examinations=examinations,
        tournaments=tournaments,
        script_runs=script_runs,
        human_games=human_games,
    )
