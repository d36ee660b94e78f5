"""The whist games of two sides: their form and their shorthand."""
