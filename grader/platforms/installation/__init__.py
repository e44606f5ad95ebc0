"""The files that install the grader on a platform, the same on all of them."""
