"""Running the server: serving requests, health checks, monitoring and the log."""
