"""Stories as pages of HTML."""
