"""How fast and how heavy the app is, measured on this machine: what `manage.py bench` runs.

The *floor* is a bare view that writes one row through the whole middleware: what no write can be faster than here. A
*round* is one turn of everything that is measured, one after the other, so that a machine that is busy for a moment is
busy for all of them; an *aim* is what the issue of the first session page asked for, as a ratio to something else that
was measured in the same rounds, or in milliseconds where nothing compares.

That is one request after the other. `manage.py bench live` and `bench load` start the real server and play a table with
many watchers, or many tables at once, with phones that are connections to it.

Nothing here is used by the app, and nothing here touches the data of whoever runs it.
"""
