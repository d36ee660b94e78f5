"""The pages of the desk: the form, the contents and the views of each page in one module."""
