"""A database, a server and a browser for screenshots, apart from the app's own data."""
