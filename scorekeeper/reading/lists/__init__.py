"""Lists that are printed elsewhere: their lines, their columns, and the numbers written between them."""
