"""The desk of a large tournament: seating, ranking and the result."""
