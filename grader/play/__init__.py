"""Plays one submission live: a page on this machine, served to the browser, and the student's AI behind the wall."""
