"""A function in an outer variable counts what another memoized function reads."""

nodes = 0
COUNTING = True


def count(board):
    global nodes
    nodes += 1


def quiet(board):
    pass


def rollout(board, depth):
    if nodes > 7:
        return 0
    if depth == 0 or terminal(board):
        return utility(board)
    scores = [3 * rollout(result(board, move), depth - 1) + sum(move) for move in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)


def minimax(board):
    global nodes
    nodes = 0
    if terminal(board):
        return None
    hook = count if COUNTING else quiet

    def value(board, depth):
        hook(board)
        if depth == 0 or terminal(board):
            return rollout(board, 2)
        scores = [2 * value(result(board, move), depth - 1) + sum(move) for move in sorted(actions(board))]
        return max(scores) if player(board) == X else min(scores)

    return value(board, 2)
