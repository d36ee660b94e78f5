"""The scoring service: every write at a table. Each write is one verb and one transaction."""
