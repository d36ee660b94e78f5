"""Two short illustrated guides, for players and for organisers, in the order of an evening.

A *part* is a heading, a few sentences and optionally a *picture*: part of a page of the app. The command
`manage.py screenshots --guide` takes the pictures from the scenes of `scorekeeper.devtools.screenshots` and stores the
text on them as well. A test opens the scenes again and fails if the text has changed.
"""
