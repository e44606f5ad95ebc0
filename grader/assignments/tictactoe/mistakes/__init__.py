"""The known mistakes in a `tictactoe.py`: for each function, what a program with the mistake answers."""
