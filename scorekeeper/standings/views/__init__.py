"""The pages of standings and of players."""
