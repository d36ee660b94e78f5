"""Glossary of Cayenne, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(
        _("Cayenne"),
        _(
            "The suit of a card that is turned after the deal. It is not trumps: it says by how much each trump "
            "multiplies."
        ),
    ),
    Term(_("Grand"), _("No trumps; everything times 8.")),
    Term(_("Nullo"), _("No trumps, times 8, and each side tries not to take tricks.")),
    Term(_("Honours"), _("Ace, king, queen, jack and ten of trumps, as they were dealt.")),
    Term(
        _("The odd trick"),
        _("The seventh: of thirteen tricks one side always has more than six, and counts those above six."),
    ),
    Term(_("Slam"), _("All thirteen tricks; a little slam is twelve.")),
    Term(_("Marker"), _("What a side has towards the next game; ten points win one.")),
    Term(_("Rubber"), _("Four games won by one side. Only then do counters move: the difference of the two sheets.")),
    Term(
        _("A revoke"),
        _("A player did not follow suit though he could. The other side chooses one of three penalties."),
    ),
)
