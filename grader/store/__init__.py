"""Results on disk: written with their reports, read back as data that anybody may have changed."""
