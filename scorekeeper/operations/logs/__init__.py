"""The log: its formats and the request log."""
