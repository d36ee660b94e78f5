"""Which sessions count and are listed, and which browsers may see them: deleted, empty, sealed, removed."""
