"""What pages of a session print, as plain values, so that templates need not compute."""
