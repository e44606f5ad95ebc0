"""Inner functions of two makers look alike; what one judges by differs."""


def maker(sign):
    def judge(state):
        return sign * utility(state)

    return judge


def searcher(judge):
    def inner(state, depth):
        if depth == 0 or terminal(state):
            return judge(state)
        scores = [inner(result(state, action), depth - 1) for action in sorted(actions(state))]
        return max(scores) if player(state) == X else min(scores)

    return inner


def minimax(board):
    if terminal(board):
        return None
    searchers = [searcher(maker(1)), searcher(maker(-1))]
    scored = []
    for number, action in enumerate(sorted(actions(board))):
        scored.append((searchers[number % 2](result(board, action), 1), action))
    return max(scored)[1] if player(board) == X else min(scored)[1]
