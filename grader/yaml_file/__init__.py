"""
A YAML file that a person wrote, as plain data that knows where each part of it stands, and the values of its fields.

Nothing here knows what the file is about.
"""
