"""What runs with the student's code: standard library only, started by path, never imported by the grader."""
