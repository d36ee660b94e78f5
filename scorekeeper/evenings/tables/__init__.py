"""The tables of an evening: the seat draw, what can be played, starting them, their numbers, and tonight's tables."""
