"""Database backend for PostgreSQL that notices within two seconds when the server is gone."""
