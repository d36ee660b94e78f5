"""Serving requests: the server, its connections and request bodies, and what it loads before it answers."""
