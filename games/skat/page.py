"""Tables of Skat for its page "how this is scored" and for paper, besides those of the tariff."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.scoring.text import Text
from games.scoring.text import message as _
from games.skat.game_value import STEPS, Step
from games.skat.hand import SIGNS_AS_TEXT
from games.skat.tariff import BIDS, FOSTER_CLASS, GAMES, GRAND_CALLS, MATADORS, MOST_STEPS, UNIT, Call
from games.ui.page import NOTHING, TariffTable, Value, tariff

MOST_STEPS_OF_BOOK = 3
"""What is at most added to the matadors in Gucki-solo, with nothing announced: 1, schneider and schwarz."""


def cards() -> TariffTable:
    """Return the card points of each card, the same in all rule sets."""
    names = (_("ace"), _("ten"), _("king"), _("queen"), _("jack"), _("nine, eight, seven"))
    rows = zip(names, (11, 10, 4, 3, 2, 0), strict=True)
    return tariff(_("What the cards are worth"), [_("Card"), _("Card points")], rows)


def isko_steps() -> TariffTable:
    announced = _("or announced, or ouvert")
    counted = {
        Step.HAND: _("the skat was not taken"),
        Step.SCHNEIDER: _("one side has 30 card points or fewer, {announced}", announced=announced),
        Step.SCHNEIDER_ANNOUNCED: _("schneider or schwarz was announced, or ouvert"),
        Step.SCHWARZ: _("one side took no trick, {announced}", announced=announced),
        Step.SCHWARZ_ANNOUNCED: _("schwarz was announced, or ouvert"),
        Step.OUVERT: _("the declarer’s cards lay open"),
    }
    rows: list[list[Value]] = [
        [_("matadors"), _("with or without; in a grand 1 to 4"), "1–11"],
        [_("game"), _("always"), 1],
    ]
    rows += [[STEPS[step], words, 1] for step, words in counted.items()]
    return tariff(_("What counts"), [_("Step"), _("when"), _("Counts")], rows, words=2)


def isko_values() -> TariffTable:
    most = _with_matadors(MOST_STEPS, GAMES[Call.SUIT].printed.values(), GAMES[Call.GRAND].printed.values())
    head: list[Value] = [_("Steps"), *SIGNS_AS_TEXT.values(), _("Grand")]
    return _values(_("Made: the sum of the steps; lost: twice as much"), most, head)


def bids() -> TariffTable:
    first, *rows = ([*map(str, BIDS[start : start + 9])] for start in range(0, len(BIDS), 9))
    return tariff(_("The 63 values"), first, rows)


# On the rule card alone


def foster_values() -> TariffTable:
    """Return the products of every unit of the book and every possible sum of class and matadors."""
    suits = {unit for call in (Call.TOURNEE, Call.SOLO) for unit in GAMES[call].printed.values()}
    grands = {GAMES[call].printed[UNIT] for call in GRAND_CALLS if call != Call.GRAND} - suits
    most = dict(sorted(_with_matadors(max(FOSTER_CLASS.values()), suits, grands).items()))
    return _values(_("Unit times class and matadors added together"), most)


def gucki_values() -> TariffTable:
    """Return the values of games with nothing announced."""
    most = _with_matadors(MOST_STEPS_OF_BOOK, GAMES[Call.SOLO].printed.values(), GAMES[Call.GRAND].printed.values())
    return _values(_("Nothing announced: the unit times matadors, 1 and steps added together"), most)


def _with_matadors(steps: int, suits: Iterable[int], grands: Iterable[int]) -> Mapping[int, int]:
    """Return the highest multiplier of each unit: so many steps besides the matadors."""
    return {**dict.fromkeys(suits, MATADORS[False] + steps), **dict.fromkeys(grands, MATADORS[True] + steps)}


def _values(caption: Text, most: Mapping[int, int], head: Sequence[Value] = ()) -> TariffTable:
    """Return a tariff of multiples, from units with their highest multipliers."""
    rows = range(2, max(most.values()) + 1)
    cells = [[times, *(unit * times if times <= most[unit] else NOTHING for unit in most)] for times in rows]
    return tariff(caption, head or ["×", *most], cells)


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "cards": cards,
    "isko-steps": isko_steps,
    "isko-values": isko_values,
    "bids": bids,
}
"""The tables that the text of the page shows."""
