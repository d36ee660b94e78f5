"""Skat's tariff on paper: the rule card, and the small print of the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.skat import page
from games.skat.rules import PARAGRAPHS, on_sheet
from games.skat.tariff import FOSTER_CLASS, GRAND_UNIT, MATADORS, SUIT_UNIT, Call, Level
from games.ui.page import NOTHING, TariffTable, tariff
from games.ui.sheet import CardPart

LOST: Mapping[str, Text] = {
    "foster": PARAGRAPHS["foster-loss"].sentence,
    "gucki_solo": _("Every loss counts double."),
    "isko": _("Every loss counts double, hand games included."),
}
"""What the scorer must know about lost games, by rule set."""

_BY_EACH = _("The declarer settles with every other player at the table, including the one sitting out.")
_ON_SHEET = _("Only the declarer’s own figure is written.")
_MOST = _("The player with the most card points loses.")

_SMALL: Mapping[str, Sequence[Callable[[], TariffTable]]] = {
    "foster": (page.foster_suits, page.foster_grands, partial(page.nullos, "foster"), page.classes),
    "gucki_solo": (page.gucki_units, partial(page.nullos, "gucki_solo"), page.gucki_announced),
    "isko": (page.isko_base, page.nulls),
}


def small_print(table: Table) -> list[TariffTable]:
    """Return the tariffs that the scorer looks up."""
    tariffs = [make() for make in _SMALL[table.rules]]
    if table.options.get("contra"):
        tariffs.append(page.contra())
    if table.options["ramsch"]:
        tariffs.append(page.ramsch(table.rules))
    return tariffs


def parts(table: Table) -> list[CardPart]:
    """Return the parts of the rule card: the whole tariff with the table's options."""
    card_parts = _GAMES[table.rules]()
    if table.options.get("contra"):
        card_parts.append(CardPart.from_paragraph(PARAGRAPHS["contra"], page.contra()))
    if table.options["ramsch"]:
        ramsch = PARAGRAPHS["ramsch"].title
        card_parts.append(CardPart(title=ramsch, sentences=(_MOST,), tariffs=(page.ramsch(table.rules),)))
    if table.options.get("seeger"):
        card_parts.append(CardPart.from_paragraph(PARAGRAPHS["seeger-fabian"], page.seeger()))
    card_parts.append(CardPart(title=_("Who pays"), sentences=(_ON_SHEET if on_sheet(table) else _BY_EACH,)))
    card_parts.append(CardPart(title=_("Cards"), tariffs=(page.cards(),)))
    return card_parts


def _foster() -> list[CardPart]:
    values = (page.foster_suits(), page.foster_grands(), page.classes(), foster_values())
    return [
        CardPart.from_paragraph(PARAGRAPHS["foster-value"], *values),
        CardPart.from_paragraph(PARAGRAPHS["foster-loss"], page.foster_losses()),
        CardPart.from_paragraph(PARAGRAPHS["nullo"], page.nullos("foster")),
    ]


def _gucki_solo() -> list[CardPart]:
    return [
        CardPart.from_paragraph(PARAGRAPHS["gucki-solo-value"], page.gucki_units(), page.gucki_announced()),
        CardPart.from_paragraph(PARAGRAPHS["nullo"], page.nullos("gucki_solo")),
        CardPart(title=_("Game values"), tariffs=(gucki_values(),)),
    ]


def _isko() -> list[CardPart]:
    return [
        CardPart.from_paragraph(PARAGRAPHS["isko-value"], page.isko_base(), page.isko_steps(), page.isko_values()),
        CardPart.from_paragraph(PARAGRAPHS["overbid"]),
        CardPart.from_paragraph(PARAGRAPHS["null"], page.nulls()),
        CardPart(title=_("Possible bids"), tariffs=(page.bids(),)),
    ]


_GAMES: Mapping[str, Callable[[], list[CardPart]]] = {"foster": _foster, "gucki_solo": _gucki_solo, "isko": _isko}


def foster_values() -> TariffTable:
    """Return the products of every unit of the book and every possible sum of class and matadors."""
    suits = {unit for call in (Call.TOURNEE, Call.SOLO) for unit in SUIT_UNIT[call].values()}
    grands = {unit for call, unit in GRAND_UNIT.items() if call != Call.GRAND}
    most = max(FOSTER_CLASS.values())
    units = {unit: MATADORS[unit not in suits] + most for unit in sorted(suits | grands)}
    return _values(_("Unit times class and matadors added together"), units.items())


def gucki_values() -> TariffTable:
    """Return the values of games with nothing announced."""
    units = dict.fromkeys(SUIT_UNIT[Call.SOLO].values(), MATADORS[False] + 1 + Level.SCHWARZ)
    units[GRAND_UNIT[Call.GRAND]] = MATADORS[True] + 1 + Level.SCHWARZ
    return _values(_("Nothing announced: the unit times matadors, 1 and steps added together"), units.items())


def _values(caption: Text, units: Iterable[tuple[int, int]]) -> TariffTable:
    """Return a tariff of multiples, from units and their highest multiplier."""
    units = tuple(units)
    rows = range(2, max(most for _unit, most in units) + 1)
    return tariff(
        caption,
        ["×", *(unit for unit, _most in units)],
        [[times, *(unit * times if times <= most else NOTHING for unit, most in units)] for times in rows],
    )
