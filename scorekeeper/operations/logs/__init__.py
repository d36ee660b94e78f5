"""The log: its formats, the request log, and limits on what strangers can write to it."""
