"""The lists of the panel and their pages, a module for each."""
