"""The grader on Windows's Python, which Wine runs here."""
