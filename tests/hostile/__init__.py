"""Submissions that attack the grader gain nothing, and do no harm to marks, files, secrets or processes."""
