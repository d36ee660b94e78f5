"""What closed sessions amount to: results, standings, and the figures of each player."""
