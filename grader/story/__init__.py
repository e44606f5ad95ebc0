"""What a report says: a result, or a class, told once as blocks that every format can show."""
