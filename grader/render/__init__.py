"""The formats of reports: one module for each, which knows blocks and no results."""
