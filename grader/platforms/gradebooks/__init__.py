"""
Marks in the files of learning platforms: bytes and results in, bytes and a list of what did not fit out.

A platform's file is filled in, never made anew: only cells that have to change do.
"""
