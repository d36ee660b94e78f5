"""Glossary of Cayenne, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(
        _("Cayenne"),
        _(
            "The suit of a card turned up after the deal. It is not the trump suit; it determines the multiplier of "
            "each trump."
        ),
    ),
    Term(_("Grand"), _("No trumps; everything times 8.")),
    Term(_("Nullo"), _("No trumps, times 8, and each side tries not to take tricks.")),
    Term(_("Honours"), _("Ace, king, queen, jack and ten of trumps, as dealt.")),
    Term(
        _("The odd trick"),
        _("The seventh trick. One side always takes more than six of the thirteen tricks, and counts those above six."),
    ),
    Term(_("Slam"), _("All thirteen tricks; a little slam is twelve.")),
    Term(_("Marker"), _("A side’s points towards the next game; ten points win one.")),
    Term(
        _("Rubber"),
        _("Ends when one side has won four games. Only then do counters move: the difference between the two sheets."),
    ),
    Term(
        _("A revoke"),
        _("A player didn’t follow suit although he could. The other side chooses one of three penalties."),
    ),
)
