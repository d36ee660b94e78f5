"""Screenshots of every page and state, on a stage of its own: an evening of a club and a table in a kitchen."""
