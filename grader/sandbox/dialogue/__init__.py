"""Console programs: what they print and ask, and the lines they get."""
