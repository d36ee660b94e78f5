"""A database, a server and a browser for benchmarks and screenshots, apart from the app's own data."""
