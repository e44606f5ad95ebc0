"""Tests of what is particular to Blackboard."""
