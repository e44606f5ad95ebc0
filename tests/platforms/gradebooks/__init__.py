"""Tests of tables of marks."""
