"""Everything of a club out of one installation and into another, as one file.

A club is *packed* into a file and *unpacked* from it. The file is lines of JSON, each of a *kind* (`kinds`): a club, a
person, an evening, a session with all its rows. People are matched by their uid, then by their name; what is here
already is not written twice, and what differs is said and left as it is here. A session goes on where its journal here
is the beginning of the one in the file; where the two have parted, it stays as it is here and is named.

Not taken along, because it belongs to an installation and not to a club: accounts, logins and passwords, organisers,
phones and what they may do, every link and secret (new ones are made), the keys of programs, and which browser made a
change (its name stays). Nothing here is told to a game, a page or the rest of the app.
"""
