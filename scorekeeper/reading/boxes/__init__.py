"""What is in the boxes of a flat page: ink, ticks, digits and signs."""
