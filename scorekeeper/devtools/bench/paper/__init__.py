"""Paper: printing it, and reading photos of what was written on it."""
