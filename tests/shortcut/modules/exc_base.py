"""An exception of the file inherits from one whose __init__ counts."""
# FREE=2


N = [0]
class GameError(Exception):
    def __init__(self, text):
        N[0] += 1
        Exception.__init__(self, text * (N[0] % 3))
class Taken(GameError):
    pass
def tick(board):
    try:
        raise Taken("x")
    except Taken as error:
        return len(str(error))

def value(board):
    n = tick(board)
    if terminal(board):
        return utility(board) + n * 10
    best = max if player(board) == X else min
    return best(value(result(board, a)) for a in sorted(actions(board)))
def minimax(board):
    if terminal(board):
        return None
    turn = player(board)
    best = None
    for a in sorted(actions(board)):
        v = value(result(board, a))
        if turn == O: v = -v
        if best is None or v > best[0]:
            best = (v, a)
    return best
