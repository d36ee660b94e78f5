"""Glossary of Skat, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(
        _("The skat"),
        _("The two cards in the middle. They count for the declarer, whether or not he takes them up."),
    ),
    Term(
        _("Matadors"),
        _(
            "The jacks from the club jack down, followed by the other trumps: as many in a row as the declarer has, "
            "or lacks."
        ),
    ),
    Term(
        _("Schneider"),
        _("One side has 30 card points or fewer. By the American rules, making the other side schneider takes 91."),
    ),
    Term(_("Schwarz"), _("One side took no trick at all.")),
    Term(_("Hand game"), _("The declarer plays without taking up the skat.")),
    Term(_("Ouvert"), _("The declarer’s cards lie open on the table.")),
    Term(_("Tournée"), _("The declarer turns up one card of the skat, and its suit is trumps.")),
    Term(
        _("Passt mir nicht"),
        _(
            "“It doesn’t suit me”: he turns up the second card instead and must play its suit. If he loses, it counts "
            "double."
        ),
    ),
    Term(_("Solo"), _("Trumps of the declarer’s choice. In Foster’s game the skat stays where it lies.")),
    Term(_("Gucki"), _("The declarer looks at both cards of the skat before he plays.")),
    Term(_("Grand"), _("The four jacks are the only trumps.")),
    Term(_("Null, nullo"), _("No trumps, and the declarer must not take any trick.")),
    Term(
        _("Revolution"), _("A nullo from the hand with open cards; the two others may exchange cards with each other.")
    ),
    Term(_("Ramsch"), _("Nobody bid: everyone plays alone, and the player with the most card points loses.")),
    Term(
        _("Contra and re"),
        _("An opponent can say contra, which doubles the game; the declarer can reply re, which doubles it again."),
    ),
)
