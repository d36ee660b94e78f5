"""Sheets as people fill them in, and how the model that reads them is trained."""
