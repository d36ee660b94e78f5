"""Keys of the state that the server adds to each request, `scope["state"]`."""

SEND_NOW = "send_now"
"""A function that sends a piece of an answer at once; see `HttpConnection.send_now`. Other servers have none."""
