"""Notices for the notice board, and the list to sign."""
