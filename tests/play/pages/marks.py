"""The mark of a player as a page shows it, as a regular expression."""

MARK = r'<svg class="seat-mark seat-mark--(\w+)" aria-hidden="true"><use href="[^"]+#seat-\1"></use></svg>'
