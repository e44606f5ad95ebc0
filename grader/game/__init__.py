"""The truth about tic-tac-toe; it knows nothing of students, boards as they write them, or marks."""
