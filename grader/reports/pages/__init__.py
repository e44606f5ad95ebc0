"""Results as pages for a browser: one file each, which loads nothing and runs nothing but its own script."""
