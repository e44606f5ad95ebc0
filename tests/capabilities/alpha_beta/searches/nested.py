"""Alpha-beta in two functions inside minimax, fail-hard, each with its move."""


def minimax(board):
    def best_for_x(state, alpha, beta):
        if terminal(state):
            return utility(state), None
        choice = None
        for action in actions(state):
            value, _ = best_for_o(result(state, action), alpha, beta)
            if value > alpha:
                alpha, choice = value, action
            if alpha >= beta:
                return beta, choice
        return alpha, choice

    def best_for_o(state, alpha, beta):
        if terminal(state):
            return utility(state), None
        choice = None
        for action in actions(state):
            value, _ = best_for_x(result(state, action), alpha, beta)
            if value < beta:
                beta, choice = value, action
            if alpha >= beta:
                return alpha, choice
        return beta, choice

    if terminal(board):
        return None
    search = best_for_x if player(board) == X else best_for_o
    return search(board, -2, 2)[1]
