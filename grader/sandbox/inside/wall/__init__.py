"""Takes rights away from a process before the submission is there."""
