"""Stories as HTML pages."""
