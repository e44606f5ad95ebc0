"""Imports the submission and answers for it."""
