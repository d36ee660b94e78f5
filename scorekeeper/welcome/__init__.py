"""The first minutes of an installation: is it for home, for a club, or just to look at a demo?

An installation without clubs, accounts and sessions is *empty*. Its server prints a *welcome address*, which contains a
secret; only that address asks the question. The *first answer* is a row that can exist only once, so two taps or two
browsers give one answer. Nobody has to answer: at the plain address the home table works without any set-up, and once
something was played there, the question is over.

A *demo* is a made-up club. It can be deleted completely.
"""
