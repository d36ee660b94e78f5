"""Running the server: start-up, connections, request bodies, health checks and the log."""
