"""The result of a session as a picture to share, and the words of its link preview.

It is drawn like a printed page: the same words, in the reader's language, with one picture kept for each of the latest
results.
"""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.play.formatting import Notation, joined_names, rules_name, table_name
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.pages.summary import ShownPayment, summary
from scorekeeper.printing.typesetting import Order, named, names_on_paper, on_paper
from scorekeeper.web.dates import evening_date, long_day


def result_picture(session: Session, ledger: SessionLedger, settlement: Settlement, notation: Notation) -> Order:
    """Return the picture of a closed session: ranking, amounts, and who pays whom."""
    result = summary(session, ledger, notation, settlement)
    names = names_on_paper(ledger.names)
    day = evening_date(session.closed_at or settlement.settled_at)
    title = f"{table_name(session)} · {rules_name(session.game, session.rules)}"
    hands = ngettext("%(hands)s hand", "%(hands)s hands", result.hands) % {"hands": result.hands}
    lowest = [_("The lowest total wins.")] if result.lowest_wins else []
    sheet = {
        "kind": "picture",
        "title": title,
        "day": long_day(day),
        "headline": on_paper(result.headline),
        "ranking": [
            {
                "place": str(player.place),
                "name": joined_names([names[name] for name in player.names]),
                "total": notation.signed(player.total),
                "money": player.money,
                "owes": player.total < 0,
            }
            for player in result.ranking
        ],
        "pays": _("Who pays whom"),
        "payments": [
            {"debtor": names[payment.debtor], "creditor": names[payment.creditor], "amount": _sum(payment, notation)}
            for payment in result.payments or ()
        ],
        "foot": " · ".join([hands, *lowest, *result.unfinished]),
        "app": _("Scorekeeper"),
    }
    language, name = translation.get_language() or "en", named(session.game, day, *ledger.names)
    return Order(title=title, language=language, sheets=[sheet], name=name)


def _sum(payment: ShownPayment, notation: Notation) -> str:
    return payment.money or notation.amount(payment.amount or 0)
