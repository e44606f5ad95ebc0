"""The inner function that another one calls is defined anew, differently, from call to call."""


def minimax(board):
    if terminal(board):
        return None
    if len(actions(board)) % 3 == 0:
        def judge(state):
            return utility(state)
    else:
        def judge(state):
            return -utility(state)

    def inner(state, depth):
        if depth == 0 or terminal(state):
            return judge(state)
        scores = [inner(result(state, action), depth - 1) for action in sorted(actions(state))]
        return max(scores) if player(state) == X else min(scores)

    scored = [(inner(result(board, action), 1), action) for action in sorted(actions(board))]
    return max(scored)[1] if player(board) == X else min(scored)[1]
