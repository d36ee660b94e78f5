"""Lone Hand, a made-up game: the smallest one that works. Copy this folder to start your own game.

The registry skips folders with a leading underscore, so nobody can choose this one. `docs/adding-a-game.md` walks
through it.
"""

from __future__ import annotations

from games._example.rules import ExampleRules
from games.game import Game
from games.scoring.text import gettext_lazy as _

GAME = Game(
    rules=ExampleRules(),
    name=_("Lone Hand"),
    summary=_("One player alone against the others; three or four players."),
    order=_("In clockwise order."),
    counter=_("points"),
    # That is all the app needs. You can add these, each in its own module:
    #
    # * `page`, the sections of the rules page, and `rules_template`, its introduction. Without them the page has the
    #   rule sets, the paragraphs and the tariff of the rules.
    # * `sheet`, the score sheet and the rule card. Without it: a plain list of hands, the paragraphs and the tariff.
    # * `glossary`, the words of the game with a sentence each. Without it nothing explains them.
    # * `position_template`, what is carried from hand to hand, such as a pool.
)
