"""Score sheets and rule cards as plain data: headings, rows, and the words around them."""
