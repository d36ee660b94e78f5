"""Many phones at once: tables that record, watchers that listen or poll, and what delays them."""
