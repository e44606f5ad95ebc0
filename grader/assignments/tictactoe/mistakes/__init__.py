"""The known mistakes in a `tictactoe.py`: for each function, the answers of a program with the mistake."""
