"""Benchmarks of the app's speed and page weight on this machine, run by `manage.py bench`.

The *floor* is a bare view that writes one row through the whole middleware, so no write can be faster. A *round* times
everything once, one thing after the other, so that a moment of load affects all of them. An *aim* is a target: a ratio
to something else measured in the same rounds or, if nothing compares, a number of milliseconds.

These benchmarks send one request after the other. `manage.py bench live` and `bench load` start the real server and
simulate a table with many watchers, or many tables at once; each phone is a connection.

The app uses nothing in here, and nothing in here touches the app's own data.
"""
