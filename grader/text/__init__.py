"""Words, numbers and boards as text: what reports, messages and files for platforms share."""
