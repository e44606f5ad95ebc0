"""Alpha-beta without recursion: a stack of frames."""


def minimax(board):
    if terminal(board):
        return None
    stack = [frame(board, -2, 2)]
    returned = None
    while True:
        top = stack[-1]
        if returned is not None:
            action, score = top["doing"], returned
            returned = None
            if top["turn"] == X and score > top["value"]:
                top["value"], top["best"] = score, action
                top["alpha"] = max(top["alpha"], score)
            if top["turn"] == O and score < top["value"]:
                top["value"], top["best"] = score, action
                top["beta"] = min(top["beta"], score)
        if terminal(top["board"]):
            returned = utility(top["board"])
        elif not top["todo"] or top["alpha"] >= top["beta"]:
            returned = top["value"]
            if len(stack) == 1:
                return top["best"]
        else:
            top["doing"] = top["todo"].pop(0)
            stack.append(frame(result(top["board"], top["doing"]), top["alpha"], top["beta"]))
            continue
        stack.pop()


def frame(board, alpha, beta):
    turn = player(board)
    return {
        "board": board, "turn": turn, "alpha": alpha, "beta": beta, "best": None, "doing": None,
        "value": -2 if turn == X else 2, "todo": [] if terminal(board) else sorted(actions(board)),
    }
