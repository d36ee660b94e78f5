"""The forms of a table, apart from that of a hand, which its game defines."""
