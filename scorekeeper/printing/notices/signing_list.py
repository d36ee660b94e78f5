"""The list to sign of an evening that is settled through the cash box."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from scorekeeper.desk.cash_box import CashBox
from scorekeeper.desk.settlement import SettlementOverview
from scorekeeper.evenings.models import Evening
from scorekeeper.play.formatting import sum_of_money
from scorekeeper.printing.notices.page import notice, section
from scorekeeper.printing.typesetting import PageSetup, Sheet, names_on_paper, on_paper


def of_evening(evening: Evening, settled: SettlementOverview, page_setup: PageSetup) -> Sheet:
    """Return the list: a line for each person with room for a signature, then the sums and what remains in the box."""
    box = CashBox.of(settled)
    people = names_on_paper(one.name for one in box.lines)

    def money(amount: Decimal) -> str:
        return sum_of_money(amount, settled.currency) if amount else ""

    def row(name: str, played: str, fee: Decimal, pays: Decimal, gets: Decimal) -> list[str]:
        return [name, played, *([money(fee)] if box.fees else []), money(pays), money(gets), ""]

    rows = [
        row(people[one.name], sum_of_money(one.played, settled.currency, sign=True), one.fee, one.pays, one.gets)
        for one in box.lines
    ]
    rows.append(row(_("Sum"), "", box.fees, box.pays, box.gets))
    head = [_("Name"), _("At the tables"), *([_("Kitty")] if box.fees else []), _("Pays in"), _("Gets"), _("Signature")]
    notes = []
    if box.kitty:
        notes.append(_("Remains in the box for the kitty: %(sum)s") % {"sum": money(box.kitty)})
    if box.rounding:
        rounding = sum_of_money(box.rounding, settled.currency, sign=True)
        notes.append(_("Rounding to whole coins: %(sum)s") % {"sum": rounding})
    return notice(
        page_setup,
        title=_("Cash box of the evening"),
        subtitle=f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}",
        sections=[section("", head, rows, wide=[0, len(head) - 1], signed=True)],
        notes=notes,
    )
