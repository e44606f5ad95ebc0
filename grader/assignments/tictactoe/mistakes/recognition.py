"""Names the mistakes of the functions of a `tictactoe.py` by their answers to all cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from grader.assignments.exhaustive.cases import (
    LEGAL,
    BoardSelector,
    CaseList,
    every_board,
    has_no_winner,
    has_winner,
    is_open,
    is_over,
)
from grader.assignments.exhaustive.checks import BoardCheck
from grader.assignments.exhaustive.mistakes import (
    GivenAnswers,
    Input,
    MistakeModel,
    Named,
    Token,
    answers,
    is_error,
    name_mistake,
    tells,
)
from grader.assignments.exhaustive.oracle import CellSpelling
from grader.assignments.tictactoe.functions import NEGATIVE, OCCUPIED, OUT_OF_RANGE
from grader.assignments.tictactoe.mistakes import (
    actions,
    minimax,
    move_shapes,
    player,
    reading,
    result,
    terminal,
    utility,
    winner,
)
from grader.game.board import FREE, O, X, with_mark
from grader.game.tree import Position
from grader.model.answer import Answer, Unordered
from grader.model.reason import Reason, Said, reason
from grader.model.verdict import NOT_MADE

Models = Callable[[GivenAnswers], Iterator[MistakeModel]]
LEGAL_ONLY, INVALID = frozenset({LEGAL}), frozenset({OCCUPIED, OUT_OF_RANGE, NEGATIVE})
HELPERS: Mapping[str, tuple[str, ...]] = {
    "result": ("player",),
    "terminal": ("winner",),
    "utility": ("winner",),
    "minimax": ("player", "actions", "result", "winner", "terminal", "utility"),
}
"""By function: the functions that it usually calls; if one of these is wrong, the caller may be right."""
SWAPPED = "minimax_swapped_after"
"""The mistake of one player that says by itself whose it is."""
OF_GAMES = {"minimax.never_loses_as_x": X, "minimax.never_loses_as_o": O}
"""By check that judges games: the player."""
OF_MINIMAX = frozenset(HELPERS["minimax"])
"""All functions that a search usually calls."""


@dataclass(frozen=True, kw_only=True)
class AskedFunction:
    cases: CaseList
    answers: Sequence[Answer]
    is_right: Sequence[bool]
    spelling: CellSpelling
    checks: Sequence[BoardCheck]

    @cached_property
    def serves_callers(self) -> bool:
        """
        Whether every asked case that a search can come to has a right answer, and leaves the board as it was.

        A search makes legal moves only.
        """
        cases = zip(self.is_right, self.cases.kinds, self.answers, strict=True)
        return all(
            (right and not answer.changed) or kind != LEGAL or answer.end in NOT_MADE for right, kind, answer in cases
        )

    @cached_property
    def is_right_on_open_boards(self) -> bool:
        """Whether a call on a board that is not full or won was answered rightly."""
        return any(right and is_open(one) for right, one in zip(self.is_right, self.cases.positions, strict=True))

    def may_be_wrong(self, aspect: Aspect) -> bool:
        """Tell whether an answer that the checks of `aspect` judge is wrong; quicker than reading all answers."""
        if aspect.accepts is not None:
            return not all(map(aspect.accepts, {id(one): one for one in self.answers}.values()))
        kinds = zip(self.cases.kinds, self.is_right, strict=True)
        return any(not right and kind in aspect.judged for kind, right in kinds)

    def evidence(self, aspect: Aspect) -> GivenAnswers:
        """Return the answers that `aspect` is about, in its reading."""
        known: dict[int, Token] = {}
        inputs: list[Input] = []
        tokens, right = [], []
        cases = zip(self.cases.kinds, self.cases.positions, self.cases.extras, strict=True)
        for (kind, position, extra), answer, is_right in zip(cases, self.answers, self.is_right, strict=True):
            if kind not in aspect.kinds or not aspect.part(position):
                continue
            if answer.end in NOT_MADE or answer.refused is not None:
                continue
            if id(answer) not in known:
                known[id(answer)] = aspect.read(answer, self.spelling)
            inputs.append(result.Move(position, extra[0], kind) if extra else position)  # type: ignore[arg-type] # a pair
            tokens.append(known[id(answer)])
            right.append(is_right if aspect.accepts is None else aspect.accepts(answer))
        return GivenAnswers(inputs=inputs, tokens=tokens, right=right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspect:
    """One thing that can be wrong with a function: a reading of its answers, and mistakes to compare them with."""

    checks: tuple[str, ...]
    """The checks that fail by it, without the name of the function."""
    models: Models
    read: reading.Reading
    kinds: frozenset[str] = LEGAL_ONLY
    judged: frozenset[str] = LEGAL_ONLY
    """The kinds of cases whose answers decide the checks."""
    part: BoardSelector = every_board
    accepts: Callable[[Answer], bool] | None = None
    """Tells right answers from wrong ones; None if the value decides."""
    follows_actions: bool = False
    """Whether nothing is wrong if just the actions are refused that the file's `actions` does not return."""
    asks_terminal: bool = False
    """Whether it is about finished boards of which `terminal` of the file tells so, if others are answered."""
    needs: frozenset[str] = frozenset()
    """Functions that must be right for the mistakes to show, if the function usually calls them."""


def recognize(function: str, asked: Callable[[str], AskedFunction | None]) -> Mapping[str, Said]:
    """Return by check the known mistake of `function`, if any; `asked` returns a function's cases and answers."""
    own = asked(function)
    found: dict[str, Said] = {}
    if own is None:
        return found
    called = {name: asked(name) for name in HELPERS.get(function, ())}
    wrong_helpers = {name for name, one in called.items() if one is None or not one.serves_callers}
    for aspect in ASPECTS[function]:
        checks = [check for name in aspect.checks if (check := f"{function}.{name}") not in found]
        if not checks or not aspect.needs.isdisjoint(wrong_helpers) or not own.may_be_wrong(aspect):
            continue
        evidence = _told_over(own, aspect, asked("terminal")) if aspect.asks_terminal else own.evidence(aspect)
        if not aspect.asks_terminal and _raises_alone({*evidence.tokens}):
            continue
        if aspect.accepts is None and wrong_helpers and _follows(function, evidence, asked):
            continue
        if aspect.follows_actions and _refuses_by_actions(evidence, asked("actions")):
            continue
        named = _named(aspect, evidence)
        if named is not None and not any(SAME_AS.get(named.mistake[0].code) == one[0].code for one in found.values()):
            explained = [check for check in checks if not _fails_otherwise(own, check, evidence, named)]
            mistake = named.mistake if wrong_helpers else (*named.mistake, *_behind(evidence, named))
            found.update(dict.fromkeys(explained, mistake))
    return found


def _named(aspect: Aspect, evidence: GivenAnswers) -> Named | None:
    """Return the mistake; of a search those of each player, if only they explain all answers, or nothing else does."""
    named = name_mistake(evidence, aspect.models(evidence))
    is_search = aspect.models is minimax.search_models
    if not is_search or minimax.one_side(evidence) or (named is not None and not named.unexplained):
        return named
    sides = _of_each_side(evidence)
    return sides if sides is not None and (named is None or not sides.unexplained) else named


def _of_each_side(evidence: GivenAnswers) -> Named | None:
    """Return the mistakes of a search whose part for one player has another mistake than that for the other one."""
    mistakes: dict[str, Reason] = {}
    for side in (X, O):
        of_side = evidence.only(lambda one, side=side: one.turn == side)  # type: ignore[misc]
        named = name_mistake(of_side, (minimax.as_side(model, side) for model in minimax.choosing_models()))
        if named is not None and not named.unexplained:
            mistakes[side] = named.mistake[0]
    # Levels swapped are nearly never chosen by chance; another mistake of one player may be part of one of both.
    if len(mistakes) == 1 and SWAPPED not in {one.code for one in mistakes.values()}:
        return None
    told = [(one,) if one.code == SWAPPED else (one, reason("for_side", side=side)) for side, one in mistakes.items()]
    said = [each for one in told for each in (reason("and_edit"), *one)][1:]
    unexplained = frozenset(at for at in evidence.wrong_places if evidence.inputs[at].turn not in mistakes)
    return Named(tuple(said), unexplained) if said else None


def _behind(evidence: GivenAnswers, named: Named) -> Said:
    """Return the mistake of the moves in the pairs that a search returns, if they are wrong, too."""
    move_at = move_shapes.MOVE_AT.get(named.mistake[0].code)
    if move_at is None:
        return ()
    moves = move_shapes.moves_in_pairs(evidence, move_at)
    behind = name_mistake(moves, minimax.search_models(moves))
    return () if behind is None else (reason("and_edit"), *behind.mistake)


def _raises_alone(tokens: Collection[Token]) -> bool:
    """Tell whether every call raises one exception, which says what is wrong; hundreds of models need not be tried."""
    same = next(iter(tokens)) if len(tokens) == 1 else None
    return is_error(same) and same != actions.ADD_OF_TWO


def _fails_otherwise(own: AskedFunction, check: str, evidence: GivenAnswers, named: Named) -> bool:
    """Tell whether a check fails mostly by wrong answers that the mistake does not explain."""
    if not named.unexplained:
        return False
    boards = next((row.boards for row in own.checks if row.id == check), None)
    positions = {at: _position(evidence.inputs[at]) for at in evidence.wrong_places}
    wrong = {at for at, one in positions.items() if (boards(one) if boards else one.turn == OF_GAMES.get(check))}
    return len(wrong & named.unexplained) * 2 > len(wrong)


def _position(one: Input) -> Position:
    return one.position if isinstance(one, result.Move) else one


def _follows(function: str, evidence: GivenAnswers, asked: Callable[[str], AskedFunction | None]) -> bool:
    """Tell whether the answers follow rightly from a wrong helper's answers: then only the helper has a mistake."""
    rule = FOLLOWS.get(function)
    helper = asked(HELPERS[function][0])
    if rule is None or helper is None:
        return False
    seen = helper.evidence(ASPECTS[HELPERS[function][0]][0])
    told = {one.board: token for one, token in zip(seen.inputs, seen.tokens, strict=True)}
    return name_mistake(evidence, [answers("follows", partial(rule, told))]) is not None


def _told_over(own: AskedFunction, aspect: Aspect, terminal: AskedFunction | None) -> GivenAnswers:
    """Return the answers where `terminal` is not wrong; none if most others, or all on open boards, are wrong."""
    every = own.evidence(aspect)
    if terminal is None:
        return every.only(lambda _: False)
    wrong = {one.board for one, right in zip(terminal.cases.positions, terminal.is_right, strict=True) if not right}
    told = every.only(lambda one: _position(one).board not in wrong)
    is_some = own.is_right_on_open_boards and 2 * len(told.wrong_places) >= len(every.wrong_places)
    return told if is_some else told.only(lambda _: False)


def _refuses_by_actions(evidence: GivenAnswers, helper: AskedFunction | None) -> bool:
    """Tell whether `result` raises an exception just where the action is missing among wrong answers of `actions`."""
    if helper is None or all(helper.is_right):
        return False
    seen = helper.evidence(ASPECTS["actions"][0])
    told = {one.board: token for one, token in zip(seen.inputs, seen.tokens, strict=True)}
    pairs = zip(evidence.inputs, evidence.tokens, strict=True)
    known = [(one, token) for one, token in pairs if isinstance(told.get(one.position.board), frozenset)]
    return bool(known) and all(
        (one.action not in told[one.position.board]) is (token == result.RAISED or is_error(token))
        for one, token in known
    )


def _marked_by(told: Mapping[str, Token], one: result.Move) -> Token:
    board = one.position.board
    return with_mark(board, one.cell, str(told.get(board)))


def _over_by(told: Mapping[str, Token], one: Position) -> Token:
    return told.get(one.board) is not None or FREE not in one.board


def _value_by(told: Mapping[str, Token], one: Position) -> Token:
    return utility.RIGHT.get(told.get(one.board), 0)


FOLLOWS: Mapping[str, Callable[[Mapping[str, Token], Input], Token]] = {
    "result": _marked_by,
    "terminal": _over_by,
    "utility": _value_by,
}
"""By function: its answer to a case if only its helper is wrong."""


def _changed_models(_evidence: GivenAnswers) -> Iterator[MistakeModel]:
    yield tells("board_not_left", lambda _one, _token: True)


def _unchanged(answer: Answer) -> bool:
    return not answer.changed


BOARD = Aspect(checks=("board_unchanged",), models=_changed_models, read=reading.board_afterwards, accepts=_unchanged)


def _value(function: str, models: Models, *checks: str, part: BoardSelector = every_board) -> Aspect:
    return Aspect(checks=checks, models=models, read=reading.reading_of(function), part=part)


SAME_AS = {"result_copies_one_row": "result_unchanged"}
"""By mistake: the one that looks the same, if that is known: the given board, returned as it is, shares its rows."""
REFUSALS = ("rejects_occupied", "rejects_out_of_range", "rejects_negative")
MOVES = ("legal_move", "keeps_win", "keeps_draw", "never_loses_as_x", "never_loses_as_o")
ASPECTS: Mapping[str, tuple[Aspect, ...]] = {
    "player": (_value("player", player.models, "first_move", "alternates"), BOARD),
    "actions": (
        _value("actions", actions.models, "right_cells"),
        Aspect(
            checks=("set_of_tuples",),
            models=actions.type_models,
            read=reading.type_of_actions,
            accepts=lambda answer: isinstance(answer.value, Unordered) and answer.value.is_set,
        ),
        BOARD,
    ),
    "result": (
        _value("result", result.models, "new_board"),
        Aspect(
            checks=("new_board",),
            models=result.refused_cell_models,
            read=reading.reading_of("result"),
            follows_actions=True,
        ),
        Aspect(
            checks=("new_board", *REFUSALS),
            models=result.refusing_models,
            read=reading.refusal,
            kinds=LEGAL_ONLY | INVALID,
        ),
        Aspect(
            checks=("original_unchanged", "no_shared_rows"),
            models=result.board_models,
            read=reading.board_afterwards,
            accepts=lambda answer: not answer.changed and not answer.shares_rows,
        ),
        Aspect(
            checks=REFUSALS,
            models=result.refusal_models,
            read=reading.refusal,
            judged=INVALID,
            kinds=INVALID,
            follows_actions=True,
        ),
    ),
    "winner": (
        _value("winner", winner.models, "rows", "columns", "diagonals", "none_otherwise"),
        _value("winner", winner.empty_line_models, "rows", "columns", "diagonals", "none_otherwise"),
        _value("winner", winner.models, "rows", "columns", "diagonals", part=has_winner),
        _value("winner", winner.models, "none_otherwise", part=has_no_winner),
        _value("winner", winner.false_win_models, "rows", "columns", "diagonals", "none_otherwise"),
        BOARD,
    ),
    "terminal": (
        _value("terminal", terminal.models, "won", "full", "in_progress"),
        Aspect(
            checks=("returns_bool",),
            models=terminal.type_models,
            read=reading.type_of_terminal,
            accepts=lambda answer: isinstance(answer.value, bool),
        ),
        BOARD,
    ),
    "utility": (_value("utility", utility.models, "x_wins", "o_wins", "tie"), BOARD),
    "minimax": (
        _value("minimax", move_shapes.shape_models, "none_when_over", *MOVES),
        _value("minimax", move_shapes.move_shape_models, *MOVES, part=is_open),
        replace(_value("minimax", minimax.search_models, *MOVES, part=is_open), needs=OF_MINIMAX),
        _value("minimax", move_shapes.no_move_models, *MOVES, part=is_open),
        Aspect(
            checks=(*MOVES, *BOARD.checks),
            models=move_shapes.left_move_models,
            read=reading.board_and_move,
            part=is_open,
            needs=OF_MINIMAX,
        ),
        _value("minimax", move_shapes.over_models, "none_when_over", part=is_over),
        replace(_value("minimax", move_shapes.over_search_models, "none_when_over", part=is_over), asks_terminal=True),
        Aspect(
            checks=("legal_move",),
            models=move_shapes.type_models,
            read=reading.type_of_move,
            part=is_open,
            accepts=lambda answer: isinstance(answer.value, tuple),
        ),
        replace(BOARD, models=move_shapes.board_models, read=reading.board_and_move, needs=frozenset({"result"})),
        replace(BOARD, models=move_shapes.left_models, read=reading.board_and_move, needs=OF_MINIMAX),
        Aspect(
            checks=("legal_move",),
            models=move_shapes.no_move_models,
            read=reading.reading_of("minimax"),
            part=is_open,
            accepts=lambda answer: move_shapes.is_move(answer.value),
        ),
    ),
}
"""By function: its aspects; the first mistake found counts for a check."""
