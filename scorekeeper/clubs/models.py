"""Who plays.

A *player* is a person who plays, with or without a login. Where a player sat, and under which name, is a seat's matter
(`scorekeeper.play`); nothing here knows what was played.
"""

from django.db import models

from games.scoring.documents import LONGEST_NAME


class Player(models.Model):
    """A person who plays; known to whoever has written at a table where that person sat."""

    name = models.CharField(max_length=LONGEST_NAME)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
