"""Results as bytes and text, one module per format. Pure: nothing here reads or writes a file."""
