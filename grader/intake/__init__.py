"""Reads the files of students into `Submission` values. A student's own check never loads `class_folder`."""
