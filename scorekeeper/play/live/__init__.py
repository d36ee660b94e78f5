"""Live: what one phone records stands on all others at once, by server-sent events.

A *stream* is one open page that listens; it hears of *topics* (see `announcements`). Who only watches is sent the table
as it is now, printed once for each *variant* of a page, the others are told to come and look. A stream that was away,
asleep or out of reach says which revision it saw last and is sent whatever came since.

This stands beside Django's WSGI application, in the event loop of the server; reading and printing is done in the one
thread of the pages.
"""
