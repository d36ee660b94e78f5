"""The whist games of two sides: what they record of a hand, and what is made from it."""
