"""Lambdas made in a loop share its variable, so all of them use its last value."""


def minimax(board):
    if terminal(board):
        return None
    weights = []
    for weight in (1, len(actions(board)) % 2):
        weights.append(lambda state: weight * utility(state))

    def inner(state, depth):
        if depth == 0 or terminal(state):
            return weights[0](state)
        scores = [inner(result(state, action), depth - 1) for action in sorted(actions(state))]
        return max(scores) if player(state) == X else min(scores)

    scored = [(inner(result(board, action), 1), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
