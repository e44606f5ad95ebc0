"""Tests of the formats of platforms, with readers made from the platforms' own rules."""
