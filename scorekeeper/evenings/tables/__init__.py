"""The tables of an evening: the seat draw, what can be played, starting tables, their numbers, and which are open."""
