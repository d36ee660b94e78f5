"""Database failures: locked, full, damaged or unreachable, and how long a request waits."""
