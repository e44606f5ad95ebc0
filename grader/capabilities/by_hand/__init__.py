"""The points that a person gives."""
