"""Start confined processes, and know how far they are confined."""
