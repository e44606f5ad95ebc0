"""How a report looks: one module for each format, which knows blocks and nothing of results."""
