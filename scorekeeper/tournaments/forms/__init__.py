"""The forms of the desk: terms, entries and lists."""
