"""Running the server: serving requests, health checks and the log."""
