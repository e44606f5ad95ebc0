"""Words, numbers and boards as text, for reports, messages and files of platforms."""
