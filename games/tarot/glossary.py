"""Glossary of French Tarot, in the order of the form."""

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.tarot.tariff import CALL_NAMES, Call
from games.ui.page import Term

GLOSSARY = (
    Term(_("Prise, Garde"), _("The taker takes the dog and discards as many cards.")),
    Term(
        Text(CALL_NAMES[Call.GARDE_SANS]),
        _("Without the dog: nobody sees it until the end, and it counts for the taker."),
    ),
    Term(Text(CALL_NAMES[Call.GARDE_CONTRE]), _("Against the dog: it counts for the defence.")),
    Term(_("Dog"), _("The cards dealt to nobody, which lie face down in the middle.")),
    Term(
        _("Bouts"),
        _(
            "The 1 of trumps, the 21 and the Excuse. The more bouts the attack has in its tricks, the fewer points it "
            "needs."
        ),
    ),
    Term(
        _("Petit au bout"),
        _(
            "The 1 of trumps, the petit, is in the last trick: points for the camp that wins that trick, times the "
            "contract."
        ),
    ),
    Term(_("Petit sec"), _("A player’s only trump is the petit, and the player has no Excuse: the deal is void.")),
    Term(
        _("Poignée"),
        _("Many trumps in one hand, shown before that player’s first card. The buttons show how many are needed."),
    ),
    Term(
        _("Misère"),
        _("Shown like a poignée, by a hand without honours or without trumps; paid only by the Classic rules."),
    ),
    Term(_("Slam"), _("Every trick. A little slam, which exists only in the Classic rules, is every trick but one.")),
    Term(
        _("Called king"),
        _("With five players, the taker names a king before taking the dog; whoever holds it is the partner."),
    ),
)
