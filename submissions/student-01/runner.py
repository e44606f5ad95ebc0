"""Play against the AI in a window (left out of this sample: the original draws it with pygame)."""
import pygame

import tictactoe as ttt

if __name__ == "__main__":
    pygame.init()
    board = ttt.initial_state()
    while not ttt.terminal(board):
        board = ttt.result(board, ttt.minimax(board))
    print(ttt.winner(board) or "tie")
