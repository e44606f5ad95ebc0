"""Frozen values, standard library only, no I/O."""
