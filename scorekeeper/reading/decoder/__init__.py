"""The most likely hands of a sheet, given what was seen, the rules of the game, and the totals."""
