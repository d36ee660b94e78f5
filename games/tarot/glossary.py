"""Glossary of French Tarot, in the order of the form."""

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.tarot.club_tariff import CALL_NAMES
from games.tarot.tariff import Call
from games.ui.page import Term

GLOSSARY = (
    Term(_("Prise, Garde"), _("The taker takes up the dog and lays as many cards aside.")),
    Term(
        Text(CALL_NAMES[Call.GARDE_SANS]),
        _("Without the dog: nobody sees it before the end, and it counts for the taker."),
    ),
    Term(Text(CALL_NAMES[Call.GARDE_CONTRE]), _("Against the dog: it counts for the defence.")),
    Term(_("Dog"), _("The cards that are dealt to nobody and lie face down in the middle.")),
    Term(
        _("Bouts"),
        _(
            "The 1 of trumps, the 21 and the Excuse. The more of them the attack has in its tricks, the fewer "
            "points it needs."
        ),
    ),
    Term(
        _("Petit au bout"),
        _(
            "The 1 of trumps, the petit, lies in the last trick: points for the camp that wins that trick, times the "
            "contract."
        ),
    ),
    Term(_("Petit sec"), _("A player’s only trump is the petit, and he has no Excuse: the deal is void.")),
    Term(
        _("Poignée"),
        _("Many trumps in one hand, shown before its first card is played. How many it takes stands on the chips."),
    ),
    Term(
        _("Misère"),
        _("Shown like a poignée by a hand without honours or without trumps; the Classic rules alone pay it."),
    ),
    Term(_("Slam"), _("Every trick. A little slam, which the Classic rules alone know, is every trick but one.")),
    Term(
        _("Called king"),
        _("At five the taker names a king before he takes up the dog; whoever holds it is the partner."),
    ),
)
