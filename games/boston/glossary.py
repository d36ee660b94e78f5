"""Glossary of Boston, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(_("Misère"), _("A bid to take no trick at all. It fails with the first trick that the bidder takes.")),
    Term(_("Little misère"), _("No trick out of twelve: everyone first discards one card.")),
    Term(_("Grand misère"), _("No trick out of thirteen.")),
    Term(_("Little spread"), _("A little misère with the bidder’s cards open on the table.")),
    Term(_("Grand spread"), _("A grand misère with the bidder’s cards open on the table.")),
    Term(
        _("Misère partout"),
        _(
            "Everyone passed, and the hand is played to take as few tricks as possible: the player with the most "
            "tricks pays the others."
        ),
    ),
    Term(_("Over-tricks"), _("Tricks that the bidder takes above the bid.")),
    Term(
        _("Pool"),
        _(
            "Counters in the middle, if the table plays with a pool. A bid that is made takes the pool; a bid that "
            "fails doubles it."
        ),
    ),
    Term(_("A revoke"), _("A player didn’t follow suit although he could.")),
)
