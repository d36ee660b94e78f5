"""Evenings: attendance, the seat draw, and one settlement for all tables."""
