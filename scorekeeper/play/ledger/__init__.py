"""Replayed hands: what they score, in figures and in words."""
