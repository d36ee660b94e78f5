"""The pages of the tournament desk, and the public ones behind its links."""
