"""Tables about a class's students, and people's decisions: read from CSV files, and joined with the submissions."""
