"""Who wrote this: what two students' files have in common and others have not. A hint for a person, never a verdict."""
