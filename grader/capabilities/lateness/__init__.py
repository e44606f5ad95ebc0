"""Points that late work costs."""
