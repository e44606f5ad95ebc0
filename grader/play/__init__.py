"""Plays one submission live: a page on 127.0.0.1, and the student's AI behind the wall."""
