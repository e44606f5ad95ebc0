"""Start confined processes, and judge how isolated they are."""
