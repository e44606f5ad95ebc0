"""Points that a person gives."""
