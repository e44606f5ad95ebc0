"""Downloads of learning platforms: made here, as the platforms make them, and what the grader reads in them."""
