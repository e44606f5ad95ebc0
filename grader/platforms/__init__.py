"""
Learning platforms and CI: a module for each, and beside them what several platforms share.

The parts of a platform are a download, a gradebook, feedback, a report or the files of `grader setup`; `registry.py`
lists all platforms, and says what each part is. No part is loaded before it is used.
"""
