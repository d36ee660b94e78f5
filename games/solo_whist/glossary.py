"""Glossary of Solo Whist, in the order of the form."""

from games.scoring.text import gettext_lazy as _
from games.ui.page import Term

GLOSSARY = (
    Term(
        _("Proposal"),
        _(
            "One player proposes and another accepts: together they need 8 of the 13 tricks. It is the only call with "
            "a partner."
        ),
    ),
    Term(_("Solo"), _("Five tricks alone against the other three, with the turned-up trumps.")),
    Term(_("Misère"), _("No trick at all, without trumps.")),
    Term(_("Abundance"), _("Nine tricks alone, with trumps of the caller’s choice.")),
    Term(
        _("Abundance in trumps"),
        _("The same with the turned-up trumps: it outranks the other abundance but pays the same."),
    ),
    Term(_("Spread"), _("A misère in which the caller lays his cards open after the first trick.")),
    Term(_("Slam"), _("All 13 tricks alone. The caller chooses trumps and leads first.")),
    Term(
        _("Grand"),
        _(
            "If nobody calls and the table plays on: no trumps, everyone alone, and the player who takes the last "
            "trick pays the others."
        ),
    ),
    Term(_("Turned-up trumps"), _("The suit of the dealer’s last card, which is turned up.")),
    Term(
        _("Tricks over or under"),
        _("How many tricks more or fewer than the call needs; by Foster’s rules, each pays one counter."),
    ),
)
