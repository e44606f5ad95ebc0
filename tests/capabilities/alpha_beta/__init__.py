"""Tests of the judging of recorded searches."""
