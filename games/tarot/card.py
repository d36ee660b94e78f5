"""French Tarot's tariff on paper: the rule card, and the small print of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.tarot import page
from games.tarot.hand import FIVE, active, with_mort
from games.tarot.rules import PARAGRAPHS
from games.ui.page import TariffTable
from games.ui.sheet import CardPart

_POIGNEE: Mapping[str, Text] = {
    "classic": _(
        "The player who showed a poignée gets it from each of the others if his camp wins the contract, and pays it "
        "to each if his camp loses."
    ),
    "fft": _("A poignée goes to the camp that wins the contract, whoever showed it."),
}


def small_print(table: Table) -> list[TariffTable]:
    """Return the tariffs that the scorer looks up, including the partner's share if there can be a partner."""
    misere = [page.misere()] if table.rules == "classic" else []
    shares = [page.shares(FIVE)] if active(table) == FIVE else []
    return [
        page.needed(),
        page.multiplier(),
        page.petit(of_four=False),
        page.poignee(active(table)),
        *misere,
        page.slam(table.rules),
        *shares,
    ]


def parts(table: Table) -> list[CardPart]:
    """Return the parts of the rule card: the whole tariff with the table's options."""
    tens = table.options["round_to_ten"] is True
    contract = CardPart.from_paragraph(
        PARAGRAPHS["contract"], page.needed(), page.multiplier(), page.worth(round_to_ten=tens)
    )
    poignee = PARAGRAPHS["poignee"].title
    misere = [CardPart.from_paragraph(PARAGRAPHS["misere"], page.misere())] if table.rules == "classic" else []
    return [
        contract,
        CardPart(title=_("Who pays whom"), tariffs=(page.shares(active(table)),)),
        CardPart.from_paragraph(PARAGRAPHS["petit-au-bout"], page.petit(of_four=False)),
        CardPart.from_paragraph(PARAGRAPHS["slam"], page.slam(table.rules)),
        CardPart(title=poignee, sentences=(_POIGNEE[table.rules],), tariffs=(page.poignee(active(table)),)),
        *misere,
        CardPart(title=_("The deal"), tariffs=(page.next_dealer(mort=with_mort(table)),)),
    ]
