"""Screenshots of every page and state, on a temporary database with an evening of a club and sessions at home."""
