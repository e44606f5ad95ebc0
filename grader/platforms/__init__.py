"""
Learning platforms and CI: a module for each, and modules that several platforms share.

A platform can have a download, a gradebook, feedback, a report and files of `grader setup`. `registry.py` lists all
platforms and describes each part. A part is loaded when it is first used.
"""
