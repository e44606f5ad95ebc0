"""
Grading a function on every board of tic-tac-toe: ask all cases, judge the answers, explain wrong ones.

An assignment states its cases and its right answers in a `GradingSpec`; each of its checks selects a part of them.
Boards are nine characters and all positions are enumerated: another game needs another design.
"""

from __future__ import annotations
