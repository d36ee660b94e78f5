"""Glossary of Boston, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(_("Misère"), _("A bid to take no trick at all. With the first trick that the bidder takes it has failed.")),
    Term(_("Little misère"), _("No trick of twelve: everybody first puts one card away.")),
    Term(_("Grand misère"), _("No trick of all thirteen.")),
    Term(_("Little spread"), _("A little misère with the bidder’s cards open on the table.")),
    Term(_("Grand spread"), _("A grand misère with the bidder’s cards open on the table.")),
    Term(
        _("Misère partout"),
        _(
            "Everybody passed, and the hand is played to take as few tricks as one can: whoever takes the most "
            "pays the others."
        ),
    ),
    Term(_("Over-tricks"), _("Tricks that the bidder takes above his bid.")),
    Term(
        _("Pool"),
        _(
            "Counters in the middle, where a table wants them: a bid that is made takes them all, one that fails "
            "doubles them."
        ),
    ),
    Term(_("A revoke"), _("A player did not follow suit though he could.")),
)
