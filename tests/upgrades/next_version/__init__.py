"""A version after this one, for tests: an app more, whose second migration fails, waits or finds the disk full."""
