"""Glossary of Mort, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(_("Mort"), _("The dead hand: the cards dealt to an empty seat, which lie open on the table.")),
    Term(_("Vivant"), _("The player whose partner is Mort, and who plays both hands.")),
    Term(_("Adversaries"), _("The other two players, at Mort’s right and left.")),
    Term(_("A tournée"), _("As many games as there are players: each is Vivant once.")),
    Term(
        _("The odd trick"),
        _("The seventh trick. One side always takes more than six of the thirteen tricks, and counts those above six."),
    ),
    Term(_("Marker"), _("A side’s points towards this game; five points win it.")),
    Term(
        _("Triple, double, simple"),
        _("The class of a game, by the losers’ marker: nothing, 1 or 2, or 3 or 4. It adds 3, 2 or 1."),
    ),
    Term(_("Consolation"), _("Four more points for the winners of every game.")),
    Term(_("Slam"), _("All thirteen tricks, actually won: 20 points, and nothing on the marker.")),
    Term(
        _("A revoke"),
        _("A player didn’t follow suit although he could. The other side chooses one of three penalties."),
    ),
)
