"""Grades a file that cannot be imported a second time, without the lines that stop the import."""
