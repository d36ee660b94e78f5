"""Moving a club to another server: its file is exported, examined and imported."""
