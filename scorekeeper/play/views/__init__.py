"""Views of sessions: each parses the request, calls a service or a query, and renders the answer.

`table` has the table screen, `hands` one hand, `rules` the games, `sharing` the access to a table, `starting` the pages
before a session and `pages` the other pages of a session.
"""
