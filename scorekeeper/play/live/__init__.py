"""Live updates: what one phone records appears on all others, through server-sent events.

A *stream* is one open page that listens for changes of *topics* (see `notifications`). It is told that something
changed, with the new revision, and the page fetches what is new. A stream that reconnects says which revision it saw
last and is told at once if it missed something.

Streams run beside Django's WSGI application, in the server's event loop. They read the database in one thread of their
own.
"""
