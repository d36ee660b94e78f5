"""Glossary of Skat, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(
        _("The skat"),
        _("The two cards in the middle. They count for the declarer, whether he takes them up or not."),
    ),
    Term(
        _("Matadors"),
        _(
            "The jacks from the club jack down, and the trumps after them: as many in a row as the declarer has, "
            "or as he lacks."
        ),
    ),
    Term(
        _("Schneider"),
        _("One side has 30 card points or fewer. To make the other side schneider by the American rules takes 91."),
    ),
    Term(_("Schwarz"), _("One side took no trick at all.")),
    Term(_("Hand game"), _("The declarer plays without taking up the skat.")),
    Term(_("Ouvert"), _("The declarer’s cards lie open on the table.")),
    Term(_("Tournée"), _("The declarer turns one card of the skat, and its suit is trumps.")),
    Term(
        _("Passt mir nicht"),
        _(
            "“It does not suit me”: he turns the second card instead and must play by it. If he loses, it counts "
            "double."
        ),
    ),
    Term(_("Solo"), _("Trumps of the declarer’s choice. In Foster’s game the skat stays where it lies.")),
    Term(_("Gucki"), _("The declarer looks at both cards of the skat before he plays.")),
    Term(_("Grand"), _("The four jacks are the only trumps.")),
    Term(_("Null, nullo"), _("No trumps, and the declarer must not take a single trick.")),
    Term(_("Revolution"), _("A nullo from the hand with open cards, for which the two others may exchange theirs.")),
    Term(_("Ramsch"), _("Nobody bid: each plays alone, and whoever takes the most card points loses.")),
    Term(_("Contra and re"), _("Contra doubles, said by an opponent; re doubles again, said by the declarer.")),
)
