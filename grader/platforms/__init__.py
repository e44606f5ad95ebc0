"""
Learning platforms and CI: a folder for each, with the parts it has, and beside them what several platforms share.

A part is a download, a gradebook, feedback, a report or the files of `grader setup` (`platform.py` says what each is).
`registry.py` lists all platforms. No part is loaded before it is used.
"""
