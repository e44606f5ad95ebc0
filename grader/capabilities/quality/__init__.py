"""Source text to findings about its quality, by ruff: the text is data, nothing of it is run."""
