"""The wall: a student's code runs on one side, everything that decides runs on the other."""
