"""Two short guides, for the table and for organisers: what is done in the order of an evening, with pictures of it.

A *part* is a heading, a few sentences and perhaps a *picture*: a piece of a page of the app, which
`manage.py screenshots --guide` takes of a scene of `scorekeeper.devtools.screenshots`. Beside the pictures it writes
what the pages said; a test takes the scenes again, and fails when the app no longer says the same.
"""
