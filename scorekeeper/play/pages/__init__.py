"""The pages of a table: the form, the contents and the views of each page in one module."""
