"""Running the server: serving requests, access in the local network, health checks and the log."""
