"""A club in which everything occurs, and the address of every page with its rows; for screenshots and tests."""
