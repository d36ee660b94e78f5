"""The result that follows from a tournament document alone: ranking, money and the list of the day. Pure."""
