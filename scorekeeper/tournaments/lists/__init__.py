"""The lists of the tables: as on paper, their states, what looks mistyped, and who may confirm them."""
