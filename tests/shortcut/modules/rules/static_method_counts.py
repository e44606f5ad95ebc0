"""A static method is tripped and held by a second name."""


class Tools:
    seen = ()

    @staticmethod
    def tick(store):
        store.append(1)
        return len(store) % 5


store = []
held = Tools.tick


def value(board, depth):
    if depth == 0 or terminal(board):
        return utility(board) + held(store)
    scores = [value(result(board, action), depth - 1) for action in sorted(actions(board))]
    return max(scores) if player(board) == X else min(scores)
