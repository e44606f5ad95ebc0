"""The exact shortcut as seen from outside the wall."""
