"""Tells a result, or a class, as blocks that every format can show."""
