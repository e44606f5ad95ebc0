"""What several platforms that run the grader have in common in what they read of a result."""
