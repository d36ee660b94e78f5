"""A session before it is started: what was entered so far, and what was played last."""
