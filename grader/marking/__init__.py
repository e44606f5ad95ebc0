"""One submission to one result."""
