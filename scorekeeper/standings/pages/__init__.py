"""The pages of standings, clubs and members."""
