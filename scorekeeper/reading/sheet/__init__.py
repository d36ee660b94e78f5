"""A whole sheet: its pages put together, and pictures and documents of what was read."""
