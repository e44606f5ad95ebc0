"""A file that cannot be imported, graded a second time without what keeps it from that."""
