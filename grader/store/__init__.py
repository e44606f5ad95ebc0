"""Results on disk: written with their reports, and read back as data that anybody may have changed."""
