"""Reports on many results."""
