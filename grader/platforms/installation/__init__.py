"""The files that install the grader, equal on all platforms."""
