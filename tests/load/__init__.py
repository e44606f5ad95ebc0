"""A class of hundreds, hostile and ordinary, graded under load; `python -m tests.load` runs the whole of it."""
