"""Results as text and bytes, one module per format; nothing here reads a result from disk or writes a file."""
