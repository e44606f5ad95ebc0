"""Grades a whole class on several processes, each submission only if it is new or changed."""
