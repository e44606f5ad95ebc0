"""What several platforms have in common in their downloads of a class."""
