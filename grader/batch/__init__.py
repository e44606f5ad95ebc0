"""A whole class: many submissions on several processes, each graded only when it is new or changed."""
