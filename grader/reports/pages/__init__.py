"""Results as pages for a browser: one HTML file each, which loads no other file and runs only its own script."""
