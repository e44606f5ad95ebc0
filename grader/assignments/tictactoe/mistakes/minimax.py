"""Mistakes of `minimax`; its answers are read as pairs of row and column, None, numbers, or nested tuples of these."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from statistics import fmean

from grader.assignments.exhaustive.mistakes import GivenAnswers, MistakeModel, Token, answers, chooses, is_error, tells
from grader.assignments.tictactoe.mistakes.cuts import ORDERS, SIDES, Order, fullest_wrong_moves, wrong_searches
from grader.assignments.tictactoe.mistakes.loops import loop_models
from grader.assignments.tictactoe.mistakes.memos import keeps_bounds, shares_values
from grader.assignments.tictactoe.mistakes.move_shapes import free_cells, is_move, is_no_move, is_value
from grader.assignments.tictactoe.mistakes.searches import (
    FAR,
    WEIGHED_BY_DEPTH,
    WIN,
    Choices,
    Fold,
    Values,
    best,
    best_so_far,
    better_than,
    by_depth,
    changed_leaves,
    distances,
    folded,
    last_moves,
    leaves,
    of_one_move,
    one_deeper,
    played_on,
    second_best,
    settling,
    without_update,
)
from grader.game.board import FREE, OPPONENT, O, X, winner, with_mark
from grader.game.tree import Position, table
from grader.model.reason import Said, reason

AHEAD = ("minimax_zero_or_two_moves", *["minimax_depth_limit"] * 4)
"""The mistake by depth, from two on: a best value that begins with 0 comes to what a search of two moves finds."""
ADDED: Sequence[tuple[Fold, Fold]] = ((sum, sum), (fmean, fmean), (max, sum), (sum, min))
FEW_EXCEPTIONS = 0.01
"""The share of boards whose answers may differ from the answer for the place alone."""
RANDOM_WITHIN = 0.03
"""The largest difference between random choices and the expected ones, as a share."""
SAME_CELLS = 4
"""The fewest boards per set of free cells, on average, that show that these cells alone decide."""
FEW_BOARDS = 2
"""The most wrong boards, with a hundred times as many right ones, of which reports say that all others are right."""
MOST_MARKS = 3
"""The most marks on the board at the first moves of a game."""


def search_models(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistakes of a search, for a file whose other functions are right."""
    yield answers("minimax_none", lambda _: None)
    yield answers("minimax_first_free_cell", lambda one: divmod(one.moves[0], 3))
    yield answers("minimax_last_free_cell", lambda one: divmod(one.moves[-1], 3))
    yield from (_chooses("minimax_first_action", partial(_first_in, order)) for order in ORDERS)
    by_columns = partial(sorted, key=lambda cell: (cell % 3, cell))
    yield answers("minimax_first_free_cell", lambda one: divmod(by_columns(one.moves)[0], 3))
    yield tells("minimax_number_of_cell", lambda one, token: token in one.best)
    yield tells("minimax_counts_from_one", lambda one, token: _shifted(token) in _best(one))
    yield tells("minimax_row_column_swapped", lambda one, token: is_move(token) and token[::-1] in _best(one))
    yield from _no_move_as(evidence)
    side = one_side(evidence)
    yield from _giving_up(side)
    yield tells("minimax_cell_0_is_none", _takes_cell_0_for_none)
    yield tells("minimax_blocks_first", _blocks_first)
    yield from choosing_models()
    yield from exact_models()
    yield from loop_models(evidence)
    if side:
        yield from (_only_as(side, tells("minimax_first_action", partial(_is_first, order, side))) for order in ORDERS)
        yield from (as_side(model, side) for model in choosing_models())
        yield tells(
            "minimax_value_as",
            lambda one, token: is_value(token) if one.turn == side else token in _best(one),
            side=side,
        )
    yield from _depth_outweighs(evidence)
    yield from _cuts_too_early(evidence)
    for code, holds in (("minimax_memo_key", shares_values), ("minimax_memo_bounds", keeps_bounds)):
        if holds(evidence):
            yield tells(code, lambda _one, _token: True)
    for kind in (_by_place, _keeping_worse, _first_moves, _random, _on_few_boards):
        yield from kind(evidence)
    model = tells("minimax_none_on_some", lambda one, token: token is None or token in _best(one))
    seen_on = reason("seen_on", wrong=len(evidence.wrong_places), of=len(evidence.inputs))
    yield replace(model, mistake=(*model.mistake, seen_on))


def _first_in(order: Order, one: Position) -> Collection[Token]:
    return [divmod(order(one.board)[0], 3)]


def _is_first(order: Order, side: str, one: Position, token: Token) -> bool:
    return token in (_first_in(order, one) if one.turn == side else _best(one))


def _only_as(side: str, model: MistakeModel) -> MistakeModel:
    return replace(model, mistake=(*model.mistake, reason("only_as", side=side)))


def _giving_up(side: str) -> Iterator[MistakeModel]:
    for (named, (if_raised, gives_up)), raises in product(GIVES_UP.items(), (False, True)):
        code = if_raised if raises else named
        yield tells(code, _gives_up(gives_up, raises=raises))
        if side:
            yield _only_as(side, tells(code, _gives_up(gives_up, raises=raises, side=side)))


def _on_few_boards(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    few = {evidence.inputs[at].board for at in evidence.wrong_places}
    are_answers = not any(is_error(evidence.tokens[at]) for at in evidence.wrong_places)
    if are_answers and len(few) <= FEW_BOARDS < len(evidence.inputs) // 100:
        model = tells("minimax_few_boards", lambda one, token: one.board in few or token in _best(one))
        yield replace(model, witnesses=1)


@cache
def choosing_models() -> Sequence[MistakeModel]:
    """Return the mistakes of a search that leave a choice between equal values."""
    finished = leaves()
    right, turned = folded(finished, max, min), folded(finished, min, max)
    highest, lowest = (folded(finished, fold, fold) for fold in (max, min))
    found = (
        ("minimax_o_maximizes", best(right, right, for_o=max)),
        ("minimax_x_minimizes", best(right, right, for_x=min)),
        ("minimax_best_for_opponent", best(right, right, min, max)),
        ("minimax_roles_swapped", best(turned, turned, min, max)),
        ("minimax_roles_swapped_inside", best(turned, turned)),
        ("minimax_begins_with_max", best(right, turned, for_o=max)),
        ("minimax_begins_with_min", best(turned, right, for_x=min)),
        ("minimax_same_for_both", best(right, turned, min, min)),
        ("minimax_same_for_both", best(turned, right, max, max)),
        ("minimax_always_max", best(highest, highest, for_o=max)),
        ("minimax_max_below", best(highest, highest)),
        ("minimax_always_min", best(lowest, lowest, for_x=min)),
        ("minimax_min_below", best(lowest, lowest)),
        ("minimax_max_calls_itself", _same(one_deeper(highest))),
        ("minimax_min_calls_itself", _same(one_deeper(lowest))),
        *(("minimax_max_without_check", _same(played_on(X, of_both))) for of_both in ("", X, O)),
        *(("minimax_min_without_check", _same(played_on(O, of_both))) for of_both in ("", X, O)),
        ("minimax_opponent_helps", best(highest, lowest)),
        ("minimax_opponent_decides", best(lowest, highest)),
        *(("minimax_nearest_win", best(distances(X, of), distances(O, of), min, min)) for of in (None, "", X)),
        *(("minimax_adds_values", _same(folded(finished, *folds))) for folds in ADDED),
        ("minimax_settles_for_draw", settling),
        ("minimax_second_best", second_best),
        ("minimax_last_move_of_line", last_moves()),
        ("minimax_one_move_ahead", _same(finished)),
        *zip(AHEAD, map(_same, _ahead(finished)), strict=True),
    )
    return [_chooses(code, choices) for code, choices in found]


def _ahead(values: Values) -> Iterator[Values]:
    """Yield the values of searches that stop after so many moves."""
    for _ in AHEAD:
        values = one_deeper(values)
        yield values


@cache
def exact_models() -> Sequence[MistakeModel]:
    """Return the mistakes of a search that takes the first, or the last, of equal moves in a known order."""
    finished, mark = leaves(), {X: O, O: X}
    own = [value * WIN[one.turn] for one, value in zip(table().positions, finished, strict=True)]
    # Mistakes that leave a choice between equal values come first: a known order makes them exact, too.
    found: list[tuple[Said, Choices]] = [
        ((reason("minimax_one_move_ahead"),), _same(finished)),
        ((reason("minimax_settles_for_draw"),), settling),
        *_wrong_starts(finished),
        *(((reason("minimax_depth_limit"),), _same(values)) for values in _ahead(finished)),
    ]
    for order, sides in product(ORDERS, SIDES):
        found.append(((reason("minimax_last_value"),), _same(of_one_move(order, -1, sides))))
    for order, side in product(ORDERS, mark):
        found.append(((reason("minimax_keeps_start"),), without_update(order, side)))
    for side, (code, factor) in product(mark, (("minimax_leaf_sign", -1), ("minimax_leaf_zero", 0))):
        found.append(((reason(code, mark=mark[side]),), _same(folded(changed_leaves(factor, side), max, min))))
    negated = [folded([factor * value for value in finished], _negamax, _negamax) for factor in (1, -1)]
    for (of_x, of_o), fold in product(((folded(own, max, max),) * 2, *product(negated, repeat=2)), (min, max)):
        found.append(((reason("minimax_negamax_sign"),), best(of_x, of_o, fold, fold)))
    return [
        MistakeModel(mistake=mistake, explains=partial(_takes, choices, order, at))
        for mistake, choices in found
        for order in ORDERS
        for at in (0, -1)
    ]


def _takes(choices: Choices, order: Order, at: int, one: Position, token: Token) -> bool:
    chosen = choices(one)
    moves = [move for move in (divmod(cell, 3) for cell in order(one.board)) if move in chosen]
    return bool(token == (moves[at] if moves else None))


def _wrong_starts(finished: Values) -> Iterator[tuple[Said, Choices]]:
    """Yield the searches whose best value begins wrong, so that it may never change."""
    zero: Mapping[str, Fold] = {X: lambda values: max(0, *values), O: lambda values: min(0, *values)}
    low, high = (lambda _: -FAR), (lambda _: FAR)
    wrong_infinity, no_change = {X: high, O: low}, {X: low, O: high}
    lowest = {X: -FAR, O: -FAR}
    begun: Mapping[str, Sequence[Mapping[str, float]]] = {
        "minimax_begins_at_zero": [dict.fromkeys(sides, 0.0) for sides in SIDES],
        "minimax_wrong_infinity": [lowest, *({**lowest, **dict.fromkeys(sides, FAR)} for sides in SIDES)],
        "minimax_keeps_start": [lowest],
    }
    for code, wrong in (
        ("minimax_begins_at_zero", zero),
        ("minimax_wrong_infinity", wrong_infinity),
        ("minimax_keeps_start", no_change),
    ):
        of_both, of_x, of_o = (
            folded(finished, for_x, for_o) for for_x, for_o in ((wrong[X], wrong[O]), (wrong[X], min), (max, wrong[O]))
        )
        for values in ((of_both, of_both), (of_x, of_x), (of_o, of_o), (of_x, of_o), (of_o, of_x)):
            # In one of these, best values come to what a search of two moves finds.
            both_inside = code == "minimax_begins_at_zero" and values == (of_both, of_both)
            yield (reason("minimax_zero_or_two_moves" if both_inside else code),), best(*values)
            for begins in begun[code]:
                yield (reason(code),), better_than(begins, *values)


def _keeping_worse(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that moves that were best before a better one stay among those from which one is chosen."""
    side, wrong = one_side(evidence), [(evidence.inputs[at], evidence.tokens[at]) for at in evidence.wrong_places]
    for order in ORDERS:
        if all(token == divmod(order(one.board)[0], 3) for one, token in wrong):
            continue  # the first move, which no list is needed for
        # So many moves may be in the list that one that never is there shows that there is no list.
        model = replace(_chooses("minimax_keeps_worse", best_so_far(order)), one_in=len(evidence.inputs) + 1)
        yield model
        if side:
            yield as_side(model, side)


def _negamax(values: Iterable[float]) -> float:
    return max(-value for value in values)


def _same(values: Values) -> Choices:
    return best(values, values)


def as_side(model: MistakeModel, side: str) -> MistakeModel:
    """Return the same mistake for the moves of `side` alone."""
    choices = model.choices or _best

    def chosen(one: Position) -> Collection[Token]:
        return choices(one) if one.turn == side else _best(one)

    said = model.mistake
    if said[0].code == "minimax_roles_swapped_inside":
        does = "minimize" if side == X else "maximize"
        said = (reason("minimax_swapped_after", side=side, other=OPPONENT[side], does=does),)
    return _only_as(side, replace(_chooses("", chosen), mistake=said))


def _cuts_too_early(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of a search that cuts wrongly, if such a search gives all these moves."""
    tried = fullest_wrong_moves(evidence)
    for code, search in wrong_searches() if tried else ():
        if all(search(one) == token for one, token in tried):
            yield answers(code, search)


def _depth_outweighs(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake of a search that subtracts so much for depth that a win counts no more than a draw."""
    tried = fullest_wrong_moves(evidence)
    for choices in map(by_depth, WEIGHED_BY_DEPTH if tried else ()):
        if all(token in choices(one) for one, token in tried):
            yield _chooses("minimax_depth_outweighs", choices)


def _first_moves(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that only the first moves of a game are wrong, or that they take one cell if it is free."""
    wrong = [evidence.inputs[at] for at in evidence.wrong_places]
    marks = max((_marks(one) for one in wrong), default=0)
    cells = {evidence.tokens[at] for at in evidence.wrong_places}
    if len(cells) == 1 and is_move(cell := cells.pop()):
        yield tells(
            "minimax_takes_cell",
            lambda one, token: (
                token == cell if 0 < _marks(one) <= marks and cell in free_cells(one) else token in _best(one)
            ),
            cells=str(3 * cell[0] + cell[1]),
        )
    if marks <= MOST_MARKS:
        early = _chooses(
            "minimax_first_moves", lambda one: free_cells(one) if _marks(one) <= marks else _best(one), marks=marks
        )
        yield replace(early, right_choices=early.choices)


def _marks(one: Position) -> int:
    return len(one.board) - one.board.count(FREE)


def one_side(evidence: GivenAnswers) -> str:
    """Return the only player with wrong moves; empty if both have them."""
    wrong = {evidence.inputs[at].turn for at in evidence.wrong_places}
    return next(iter(wrong)) if len(wrong) == 1 else ""


def _chooses(code: str, choices: Choices, **values: str | int) -> MistakeModel:
    return chooses(code, choices, _best, **values)


@cache
def _best(one: Position) -> Collection[Token]:
    return [divmod(cell, 3) for cell in one.best]


def _shifted(token: Token) -> Token:
    return (token[0] - 1, token[1] - 1) if is_move(token) else None


def _no_move_as(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that nothing is searched for one player: the answer is always the same, and no move."""
    side, told = one_side(evidence), {evidence.tokens[at] for at in evidence.wrong_places}
    if side and len(told) == 1 and (same := next(iter(told))) in {None, 0}:
        yield tells(
            "minimax_same_as",
            lambda one, token: token == same if one.turn == side and not one.over else token in _best(one),
            side=side,
            answer=str(same),
        )


def _by_place(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that the free cells alone decide, perhaps for one player: the marks do not matter."""
    side = one_side(evidence)
    asked = evidence.only(lambda one: one.turn == side) if side else evidence
    groups: defaultdict[tuple[int, ...], Counter[Token]] = defaultdict(Counter)
    for one, token in zip(asked.inputs, asked.tokens, strict=True):
        groups[one.moves][token] += 1
    exceptions = sum(tokens.total() - max(tokens.values()) for tokens in groups.values())
    if exceptions > FEW_EXCEPTIONS * len(asked.inputs) or len(asked.inputs) < SAME_CELLS * len(groups):
        return
    usual = {moves: max(tokens, key=tokens.__getitem__) for moves, tokens in groups.items()}
    if side:
        if all(token in free_cells(one) for one, token in zip(asked.inputs, asked.tokens, strict=True)):
            yield tells("minimax_place_decides_as", lambda one, token: token == usual.get(one.moves, token), side=side)
    else:
        yield tells("minimax_place_decides", lambda one, token: token == usual[one.moves] and token in free_cells(one))


GIVES_UP: dict[str, tuple[str, Callable[[Position], bool]]] = {
    "minimax_gives_up_when_lost": ("minimax_raises_when_lost", lambda one: one.value == -WIN[one.turn]),
    "minimax_gives_up_unless_won": ("minimax_gives_up_unless_won", lambda one: one.value != WIN[one.turn]),
    "minimax_no_move_when_won": ("minimax_no_move_when_won", lambda one: one.value == WIN[one.turn]),
}
"""By mistake: its code where an exception is raised, and the positions."""


def _gives_up(
    gives_up: Callable[[Position], bool], *, raises: bool, side: str = ""
) -> Callable[[Position, Token], bool]:
    """Return a search that finds no move in some positions, perhaps of one side, and is right in all others."""

    def explains(one: Position, token: Token) -> bool:
        if not gives_up(one) or (side and one.turn != side):
            return token in _best(one)
        return is_error(token) if raises else is_no_move(token)

    return explains


def _takes_cell_0_for_none(one: Position, token: Token) -> bool:
    return (0, 0) in _best(one) if token is None else token != (0, 0) and token in _best(one)


def _blocks_first(one: Position, token: Token) -> bool:
    """Tell whether a search that first blocks a line, then completes its own, may take this move."""
    blocks = [divmod(cell, 3) for cell in one.moves if winner(with_mark(one.board, cell, OPPONENT[one.turn]))]
    return token in (blocks or _best(one))


def _random(evidence: GivenAnswers) -> Iterator[MistakeModel]:
    """Yield the mistake that the move is chosen at random, perhaps for one player: each free cell is equally likely."""
    side = one_side(evidence)
    asked = evidence.only(lambda one: one.turn == side) if side else evidence
    moves = [(one, token) for one, token in zip(asked.inputs, asked.tokens, strict=True) if len(one.moves) > 1]
    free = [pair for pair in moves if pair[1] in free_cells(pair[0])]
    if not free or len(free) < len(moves):
        return
    best_ones = sum(token in _best(one) for one, token in free)
    by_chance = sum(len(one.best) / len(one.moves) for one, _ in free)
    ranks = fmean(one.moves.index(token[0] * 3 + token[1]) / (len(one.moves) - 1) for one, token in free)
    if abs(best_ones - by_chance) < RANDOM_WITHIN * len(free) and abs(ranks - 1 / 2) < RANDOM_WITHIN:
        model = tells("minimax_random", lambda one, token: token in free_cells(one))
        yield as_side(replace(model, choices=free_cells), side) if side else model
