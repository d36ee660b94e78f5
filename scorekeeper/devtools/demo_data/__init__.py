"""A made-up club with years of play behind it, for a look at the app and to measure it: what `manage.py seed` plants.

The hands are those of the games' worked examples. A *prepared* session is played once, by the rules; each session of
the club is a copy of one, with other people and another date, and with the rows that closing it would have written.
"""
