"""Large clubs and many of them: their pages, and moving one to another server."""
