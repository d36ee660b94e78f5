"""Replayed hands, and what they come to in figures and in words."""
