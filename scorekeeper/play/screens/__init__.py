"""The contents of a session's pages as plain values, so that templates need not compute."""
