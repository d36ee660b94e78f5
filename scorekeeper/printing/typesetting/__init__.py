"""Typesetting with Typst: paper sizes, names as they can be printed, pages and the images of a preview."""
