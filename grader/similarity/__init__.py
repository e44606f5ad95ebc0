"""What the files of two students have in common and other files lack: a hint for a person, never a verdict."""
