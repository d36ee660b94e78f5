"""Parse, call a service or a query, render.

`table` is the table screen, `hands` one hand, `rules` the games, `sharing` who may come in, `pages` all the rest.
"""
