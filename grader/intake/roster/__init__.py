"""Tables about a class's students and what a person decided: read from CSV files, laid over what was handed in."""
