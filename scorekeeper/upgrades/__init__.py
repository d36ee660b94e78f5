"""Upgrading an installation, and going back.

`upgrade` makes a copy of the data and migrates the database in one transaction, so whatever ends it, the database is
either of the old version or of the new one. `rollback` puts a copy back.

A *copy* is the data as it was before an upgrade or a rollback, in `backups` in the data directory: of an SQLite
database an exact copy, of a PostgreSQL database a backup.
"""
