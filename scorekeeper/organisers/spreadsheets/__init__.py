"""Spreadsheets in the panel: exports, and the import of members."""
