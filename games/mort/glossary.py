"""Glossary of Mort, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(_("Mort"), _("The dead hand: the cards that are dealt to an empty seat and lie open on the table.")),
    Term(_("Vivant"), _("The player who is alone with Mort as his partner, and plays both hands.")),
    Term(_("Adversaries"), _("The two others, who sit at Mort’s right and left.")),
    Term(_("A tournée"), _("As many games as there are players: each is Vivant once.")),
    Term(
        _("The odd trick"),
        _("The seventh: of thirteen tricks one side always has more than six, and counts those above six."),
    ),
    Term(_("Marker"), _("What a side has towards this game; five points win it.")),
    Term(
        _("Triple, double, simple"),
        _("The class of a game: the losers have nothing, 1 or 2, or 3 or 4 on their marker. It adds 3, 2 or 1."),
    ),
    Term(_("Consolation"), _("Four points more for whoever wins a game, every time.")),
    Term(_("Slam"), _("All thirteen tricks, really won: 20 points, and nothing for the marker.")),
    Term(
        _("A revoke"),
        _("A player did not follow suit though he could. The other side chooses one of three penalties."),
    ),
)
