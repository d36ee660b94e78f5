"""Live updates: what one phone records appears on all others, through server-sent events.

A *stream* is one open page that listens for changes of *topics* (see `notifications`). Watchers receive the new table,
rendered once for each *variant* of the page. Other streams are told that something changed, and the page fetches it. A
stream that reconnects says which revision it saw last and receives what it missed.

Streams run beside Django's WSGI application, in the server's event loop. The database is read and pages are rendered in
the one thread that answers requests.
"""
