"""Lists printed elsewhere: their lines, their columns, and the numbers written in their cells."""
