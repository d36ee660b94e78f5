"""The lists of the tables: on paper, how far they are, what looks mistyped, and who may confirm them."""
