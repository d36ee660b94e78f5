"""The result of a session or of a night as a picture to share, and the words of its link preview.

It is drawn like a printed page: the same words, in the reader's language, with one picture kept for each of the latest
results.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.scoring.places import placed
from scorekeeper.play.formatting import Notation, joined_names, kitty_in_words, rules_name, sum_of_money, table_name
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.nights import NightSettlement
from scorekeeper.play.pages.night import shown_payments
from scorekeeper.play.pages.summary import ShownPayment, summary
from scorekeeper.printing.typesetting import Order, names_on_paper, on_paper
from scorekeeper.web.dates import evening_date, long_day
from scorekeeper.web.downloads import file_name


def result_picture(session: Session, ledger: SessionLedger, settlement: Settlement, notation: Notation) -> Order:
    """Return the picture of a closed session: ranking, amounts, and who pays whom."""
    result = summary(session, ledger, notation, settlement)
    names = names_on_paper(ledger.names)
    day = evening_date(session.closed_at or settlement.settled_at)
    title = f"{table_name(session)} · {rules_name(session.game, session.rules)}"
    hands = ngettext("%(hands)s hand", "%(hands)s hands", result.hands) % {"hands": result.hands}
    lowest = [_("The lowest total wins.")] if result.lowest_wins else []
    kitty = kitty_in_words(settlement.kitty, settlement.currency)
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
                "beside": player.beside,
                "owes": player.total < 0,
            }
            for player in result.ranking
        ],
        "pays": _("Who pays whom"),
        "payments": [
            _payment(payment, names, payment.money or notation.amount(payment.amount or 0))
            for payment in result.payments or ()
        ],
        "foot": " · ".join(filter(None, [hands, *lowest, kitty, *result.unfinished])),
        "app": _("Scorekeeper"),
    }
    language, name = translation.get_language() or "en", file_name(session.game, day, *ledger.names)
    return Order(title=title, language=language, sheets=[sheet], name=name)


def night_picture(settled: NightSettlement) -> Order:
    """Return the picture of a night: what everybody gained in its sessions, and who pays whom."""
    names, day = names_on_paper(list(settled.names.values())), evening_date(settled.sessions[0].started_at)
    title = " · ".join(dict.fromkeys(table_name(session) for session in settled.sessions))
    headline = _("The night")
    # Places are counted in each currency: sums of two can't be compared.
    ranked = [
        ranked
        for _currency, balances in groupby(settled.balances, key=lambda balance: balance.currency)
        for ranked in placed(list(balances), key=lambda balance: balance.money)
    ]
    into_kitty = _("These payments include %(kitty)s for the kitty.")
    sheet = {
        "kind": "picture",
        "title": title,
        "day": long_day(day),
        "headline": headline,
        "ranking": [
            {
                "place": str(place),
                "name": names[balance.name],
                "total": sum_of_money(balance.money, balance.currency, sign=True),
                "money": "",
                "beside": "",
                "owes": balance.money < 0,
            }
            for place, balance in ranked
        ],
        "pays": _("Who pays whom"),
        "payments": [_payment(payment, names, payment.money) for payment in shown_payments(settled)],
        "foot": " ".join(into_kitty % {"kitty": sum_of_money(*kitty)} for kitty in settled.kitties),
        "app": _("Scorekeeper"),
    }
    language, name = translation.get_language() or "en", file_name(headline, day, *settled.names.values())
    return Order(title=title, language=language, sheets=[sheet], name=name)


def _payment(payment: ShownPayment, names: Mapping[str, str], amount: str) -> dict[str, object]:
    debtor, creditor = payment.on_paper(names)
    return {"debtor": debtor, "creditor": creditor, "amount": amount, "is_paid": payment.is_paid}
