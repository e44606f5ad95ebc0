"""From hostile bytes to plain data."""
