"""Unpacks archives of students into a folder of ours. Nothing in them is trusted."""
