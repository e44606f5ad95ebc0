"""The boards that show a fault, and the board to play on with the recorded moves of the AI."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import contains

from grader.blocks import Board, Boards, Mark
from grader.game.board import EMPTY_BOARD, FREE, LINES, OPPONENT, play, turn, winner, with_mark
from grader.game.tree import table
from grader.model.counterexample import Counterexample
from grader.model.reason import Said
from grader.model.result import Result, import_failure
from grader.text.line_names import CELLS
from grader.text.move_explanation import MoveExplanation, played_cell, side_to_move
from grader.text.reasons import BOARD, THE_BOARD
from grader.widgets import LostGame, PlayableBoard

LEGEND = {
    Mark.PLAYED: "your answer",
    Mark.ASKED: "expected",
    Mark.PASSED: "the cell passed in",
    Mark.CHANGED: "changed",
    Mark.LINE: "a full line",
}
OF_A_MOVE = {Mark.PLAYED: "your move", Mark.ASKED: "better"}
PARTLY_RIGHT = {Mark.PLAYED: "not expected", Mark.ASKED: "missing in your answer"}
"""The words for an answer with some right cells."""
GAME = "The game, a board after each move"


def boards_of(example: Counterexample, explained: MoveExplanation | None) -> Boards | None:
    """Return the board of the call, the board after the call, the returned board and the expected board."""
    boards = tuple(_boards(example, explained))
    marks = {mark for board in boards for mark in board.marks.values()}
    legend = tuple((mark, said) for mark, said in _legend(example, explained).items() if mark in marks)
    return Boards(boards, legend=legend) if boards else None


def game_of(example: Counterexample, explained: MoveExplanation | None) -> Boards | None:
    """Return the lost game, or the moves of the explanation; None if there are none."""
    if example.moves:
        student = turn(example.board)
        boards = tuple(_after_each(EMPTY_BOARD, example.moves, student=student, mistake_on=example.board))
        wrong = any(Mark.PLAYED in board.marks.values() for board in boards)
        legend = ((Mark.PLAYED, f"your move that lets {OPPONENT[student]} win"),) if wrong and explained else ()
        return Boards(boards, title=GAME, legend=legend, small=True) if boards else None
    if explained is None or not explained.moves:
        return None
    if explained.start == example.board:  # moves that either side could have played
        return Boards(tuple(_after_each(explained.start, explained.moves)), title=explained.title, small=True)
    moves = (*([] if explained.played is None else [explained.played]), *explained.moves)
    boards = tuple(_after_each(example.board, moves, student=explained.turn, mistake_on=example.board))
    return Boards(boards, title=explained.title, small=True)


def three_in_a_row(board: str) -> set[int]:
    """Return the cells of all lines of `board` with three X or three O."""
    symbols = {at: board[at : at + 1] for at in range(CELLS)}
    return {cell for line in LINES if {symbols[at] for at in line} in ({"X"}, {"O"}) for cell in line}


def cells_in_question(example: Counterexample) -> dict[int, Mark]:
    """Return the cells of the board to point out, by number 0 to 8. Of two marks the later one counts."""
    asked, answered = _on_board(example.wanted.cells), _on_board(example.answered.cells)
    found = dict.fromkeys(three_in_a_row(example.board), Mark.LINE)
    if example.action is not None:
        row, column = example.action
        return {**found, 3 * row + column: Mark.PASSED} if {row, column} <= {0, 1, 2} else found
    if example.after is not None:  # the changed board counts, not the returned value
        return found
    found |= dict.fromkeys(asked - answered, Mark.ASKED)
    # The right cells of an answer with several cells are not pointed out.
    found |= dict.fromkeys((answered if asked else set()) - asked, Mark.PLAYED)
    if (played := played_cell(example)) is not None:
        found[played] = Mark.PLAYED
    return found


def _boards(example: Counterexample, explained: MoveExplanation | None) -> Iterator[Board]:
    answer = None if example.after is not None else _board_in(example.got)
    two = example.after is not None or answer is not None
    side = explained.turn if explained else side_to_move(example)
    # A dialogue prints boards itself. An empty board beside it would say nothing.
    if two or not example.transcript or example.board.strip(FREE):
        yield Board(
            example.board,
            caption="before" if two else f"{side} to move" if side else "",
            marks=cells_in_question(example),
            move=explained.turn if explained else "",
            in_words=bool(example.moves),  # the game shows it
        )
    if example.after is not None:
        yield Board(example.after, caption="after", marks=differences(example.board, example.after))
    elif answer:
        yield Board(answer, caption="your answer", marks=differences(example.board, answer), in_words=True)
    if (asked := _board_in(example.expected)) is not None:
        yield Board(asked, caption="expected", in_words=True)


def _board_in(said: Said) -> str | None:
    return next((str(each.values.get(BOARD, "")) for each in said if each.code == THE_BOARD), None)


def _legend(example: Counterexample, explained: MoveExplanation | None) -> dict[Mark, str]:
    if explained is not None and explained.better:
        return {**LEGEND, **OF_A_MOVE}
    return {**LEGEND, **PARTLY_RIGHT} if {*example.answered.cells} & {*example.wanted.cells} else LEGEND


def _after_each(board: str, moves: Sequence[int], *, student: str = "", mistake_on: str = "") -> Iterator[Board]:
    for ply, cell in enumerate(moves[:CELLS], start=1):
        if not 0 <= cell < len(board) or board[cell] != FREE:
            return
        side, is_mistake = turn(board), board == mistake_on
        board = with_mark(board, cell, side)
        caption = f"{ply}: {side}, you" if side == student else f"{ply}: {side}"
        new = Mark.PLAYED if is_mistake else Mark.NEW
        yield Board(board, caption=caption, marks=dict.fromkeys(three_in_a_row(board), Mark.LINE) or {cell: new})


def _on_board(cells: Iterable[int]) -> set[int]:
    return {cell for cell in cells if cell in range(CELLS)}


def differences(before: str, after: str) -> dict[int, Mark]:
    return {at: Mark.CHANGED for at in range(CELLS) if before[at : at + 1] != after[at : at + 1]}


NO_MOVE, NO_CASE, NOT_ASKED = "-", ".", "?"
"""The characters of `Observed.policy` that are no cells."""
SIDES = "XO"
NOT_RECORDED = "There is nothing to play: your AI was not asked for its move on every board."
NOT_IMPORTED = "There is nothing to play: the file cannot be imported."
DAMAGED = "There is nothing to play: the recorded moves of your AI are damaged."
NEVER_MOVES = "There is nothing to play: your AI gives no legal move on any board."


def playable_board(result: Result) -> PlayableBoard:
    """Return the board to play on. A policy with an impossible move never reaches the page."""
    policy = result.observed.policy
    asked = {position.turn for cell, position in zip(policy, table().open, strict=False) if cell != NO_CASE}
    sides = "".join(side for side in SIDES if side in asked)
    reason = NOT_IMPORTED if import_failure(result) else _reason(policy, sides)
    if reason:
        return PlayableBoard(policy="", games=(), reason=reason)
    return PlayableBoard(policy=policy, games=tuple(_games(result, sides)), sides=sides)


def _reason(policy: str, sides: str) -> str:
    if not policy.strip(NO_CASE + NOT_ASKED):
        return NOT_RECORDED
    possible = _possible(sides)
    if len(policy) != len(possible) or not all(map(contains, possible, policy)):
        return DAMAGED
    return NEVER_MOVES if set(policy) <= {NO_MOVE, NO_CASE, NOT_ASKED} else ""


@cache
def _possible(sides: str) -> Sequence[frozenset[str]]:
    """Return the possible characters of `Observed.policy` for each open board if the AI plays `sides`."""
    return [
        frozenset({NO_MOVE, NOT_ASKED, *map(str, position.moves)}) if position.turn in sides else frozenset(NO_CASE)
        for position in table().open
    ]


def _games(result: Result, sides: str) -> Iterator[LostGame]:
    """Yield for each side the shortest lost game, then the games without a legal move."""
    examples = (check.counterexample for check in result.checks)
    games = [game for game in map(_game, filter(None, examples)) if game and game.ai in sides]
    found: dict[tuple[bool, str], LostGame] = {}
    for game in sorted(games, key=lambda game: len(game.moves)):
        found.setdefault((not game.lost, game.ai), game)
    yield from (found[key] for key in sorted(found))


def _game(example: Counterexample) -> LostGame | None:
    board = EMPTY_BOARD
    try:
        for cell in example.moves:
            if winner(board):
                return None
            board = play(board, cell)
    except ValueError:
        return None
    ai = turn(example.board)
    won_by = winner(board)
    if not example.moves or won_by == ai or (won_by is None and FREE not in board):
        return None
    return LostGame(ai=ai, moves=example.moves, lost=won_by is not None)
