"""A made-up club with years of play, for demonstrations and the bench; `manage.py seed` creates it.

The hands are those of the games' worked examples. A *prepared* session is scored once, by the rules. Each session of
the club is a copy of one with other players and another date, including the rows that closing it would have written.
"""
