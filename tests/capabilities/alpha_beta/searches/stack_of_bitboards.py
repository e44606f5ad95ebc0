"""Alpha-beta without recursion, on numbers: one loop over an explicit stack, no function asked about a board."""

WINS = [sum(1 << cell for cell in line) for line in LINES]


def minimax(board):
    if terminal(board):
        return None
    cells = sum(board, [])
    own = sum(1 << at for at, cell in enumerate(cells) if cell == player(board))
    other = sum(1 << at for at, cell in enumerate(cells) if cell not in (EMPTY, player(board)))
    # mover's cells, opponent's cells, cells left to try, alpha, beta, best move
    stack = [[own, other, 511 & ~(own | other), -2, 2, 0]]
    returned = None
    while True:
        top = stack[-1]
        if returned is not None:
            if -returned > top[3]:
                top[3], top[5] = -returned, top[6]
            returned = None
        if top[2] == 0 or top[3] >= top[4]:
            if len(stack) == 1:
                return divmod(top[5].bit_length() - 1, 3)
            returned = top[3]
            stack.pop()
            continue
        move = top[2] & -top[2]
        top[2] ^= move
        del top[6:]
        top.append(move)
        own = top[0] | move
        if any(own & line == line for line in WINS):
            returned = -1
        elif own | top[1] == 511:
            returned = 0
        else:
            stack.append([top[1], own, 511 & ~(own | top[1]), -top[4], -top[3], 0])
