"""Tables of Skat for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.scoring.text import Text
from games.scoring.text import message as _
from games.skat.game_value import REASONS, STEPS
from games.skat.hand import SIGNS, Outcome
from games.skat.tariff import (
    BIDS,
    CALLS,
    FOSTER_CLASS,
    GAME_NAMES,
    GRAND_UNIT,
    GUCKI_SOLO_ADDED,
    GUCKI_SOLO_TIMES,
    LOST_DOUBLE,
    MATADORS,
    POINTS_TO_WIN,
    SCHNEIDER_MADE,
    SUIT_UNIT,
    TARIFFS,
    Call,
    Level,
    Suit,
)
from games.ui.page import NOTHING, TariffTable, Value, ours, signed, tariff

_SUITS = tuple(f"{SIGNS[suit]}\ufe0e" for suit in Suit)
_BOOKS_SHEETS = ((-7, 88, 19), (186, 42, 344, 116))
"""The sheet totals that the book settles as examples (L)."""


# The table


def cards() -> TariffTable:
    """Return the card points of each card, the same in all rule sets."""
    names = (_("ace"), _("ten"), _("king"), _("queen"), _("jack"), _("nine, eight, seven"))
    return tariff(
        _("What the cards are worth"), [_("Card"), _("Card points")], zip(names, (11, 10, 4, 3, 2, 0), strict=True)
    )


def _sheets() -> TariffTable:
    """Return the book's own sheets, settled: each player gets n times his total less the sum of all totals."""

    def rows(sheet: tuple[int, ...]) -> list[list[Value]]:
        paid = [len(sheet) * total - sum(sheet) for total in sheet]
        nothing: list[Value] = [NOTHING] * (4 - len(sheet))
        return [
            [_("{players} on the sheet", players=len(sheet)), *map(signed, sheet), *nothing],
            [_("the same, paid"), *map(signed, paid), *nothing],
        ]

    players: list[Value] = [_("player {number}", number=number) for number in range(1, 5)]
    table = [row for sheet in _BOOKS_SHEETS for row in rows(sheet)]
    return tariff(_("The book’s score sheets, settled"), ["", *players], table)


# The book's games


def classes() -> TariffTable:
    words = {
        (Level.GAME, Level.GAME): _("Game: 61 card points or more"),
        (Level.GAME, Level.SCHNEIDER): _("Schneider made, not announced: 91 or more"),
        (Level.GAME, Level.SCHWARZ): _("Schwarz made, nothing announced"),
        (Level.SCHNEIDER, Level.SCHNEIDER): _("Schneider announced, and made or missed"),
        (Level.SCHNEIDER, Level.SCHWARZ): _("Schwarz made after schneider was announced"),
        (Level.SCHWARZ, Level.SCHWARZ): _("Schwarz announced, and made or missed"),
    }
    rows: list[list[Value]] = [[words[key], class_] for key, class_ in FOSTER_CLASS.items()]
    rows.append([_("Open grand"), ours(FOSTER_CLASS[Level.SCHWARZ, Level.SCHWARZ])])
    rows.append([_("Lost with 31 card points or more, nothing announced"), FOSTER_CLASS[Level.GAME, Level.GAME]])
    rows.append([_("Lost with 30 or fewer, nothing announced"), ours(FOSTER_CLASS[Level.GAME, Level.SCHNEIDER])])
    rows.append([_("Lost without a trick, nothing announced"), ours(FOSTER_CLASS[Level.GAME, Level.SCHWARZ])])
    return tariff(_("The classes"), [_("Final result"), _("Class")], rows)


def foster_losses() -> TariffTable:
    double, single = _("double"), _("single")
    turned = {Call.TOURNEE, Call.SOLO, Call.TURNED_GRAND}
    return tariff(
        _("How each game is lost"),
        [_("The game"), _("Lost")],
        [
            [_("Tournée, turned grand"), single],
            [_("The same, passt mir nicht"), double],
            [_("Solo"), single],
            *(
                [GAME_NAMES[call, None], double if call in LOST_DOUBLE else single]
                for call in CALLS["foster"]
                if call not in turned
            ),
        ],
        words=2,
    )


def gucki_announced() -> TariffTable:
    needed = {
        Level.GAME: _("{points} card points", points=POINTS_TO_WIN),
        Level.SCHNEIDER: _("{points} card points", points=SCHNEIDER_MADE["gucki_solo"]),
        Level.SCHWARZ: _("every trick"),
    }
    more: dict[Level, Value] = {
        Level.GAME: _("1 for schneider, 1 for schwarz, made or suffered*"),
        Level.SCHNEIDER: _("one unit more if schwarz is made"),
        Level.SCHWARZ: NOTHING,
    }
    names = {Level.GAME: _("Nothing"), Level.SCHNEIDER: _("Schneider"), Level.SCHWARZ: _("Schwarz")}
    return tariff(
        _("What was announced and what the game is worth: u is the unit, m the matadors"),
        [_("Announced"), _("Needed"), _("Besides"), _("Worth")],
        [
            [names[level], needed[level], more[level], _GUCKI_WORTH.format(_times(level), GUCKI_SOLO_ADDED[level])]
            for level in Level
        ],
        words=3,
    )


_GUCKI_WORTH = "{}u\u00a0×\u00a0(m\u00a0+\u00a0{})"


def _times(level: Level) -> str:
    times = GUCKI_SOLO_TIMES[level]
    return f"{times}" if times > 1 else ""


def _gucki_spades() -> TariffTable:
    """Return the scores of the book's example, a spade solo with one."""

    def row(words: Text, **outcome: object) -> list[Value]:
        solo = Outcome(call=Call.SOLO, suit=Suit.SPADES, matadors=1, **outcome)  # type: ignore[arg-type] # by name
        reasons = REASONS["gucki_solo"][Call.SOLO](TARIFFS["gucki_solo"].figures, solo)
        return [words, *(signed(reason.entry) for reason in reasons)]

    return tariff(
        _("Spade solo with one"),
        [_("Final result"), _("Entry")],
        [
            row(_("Game, nothing announced"), card_points=70),
            row(_("Lost, nothing announced"), card_points=50),
            row(_("Schneider announced and made"), card_points=95, announced="schneider"),
            row(_("Schneider announced, schwarz made"), card_points=120, schwarz=True, announced="schneider"),
            row(_("Schneider announced and missed"), card_points=80, announced="schneider"),
        ],
    )


# The international game


def isko_steps() -> TariffTable:
    announced = _("or announced, or ouvert")
    counted = {
        "game": _("always"),
        "hand": _("the skat was not taken"),
        "schneider": _("one side has 30 card points or fewer, {announced}", announced=announced),
        "schneider-announced": _("schneider or schwarz was announced, or ouvert"),
        "schwarz": _("one side took no trick, {announced}", announced=announced),
        "schwarz-announced": _("schwarz was announced, or ouvert"),
        "ouvert": _("the declarer’s cards lay open"),
    }
    rows: list[list[Value]] = [[_("matadors"), _("with or without; in a grand 1 to 4"), "1–11"]]
    rows += [[STEPS[name], words, 1] for name, words in counted.items()]
    return tariff(_("What counts"), [_("Step"), _("when"), _("Counts")], rows, words=2)


def isko_values() -> TariffTable:
    most_steps = [*((unit, 18) for unit in SUIT_UNIT[Call.SUIT].values()), (GRAND_UNIT[Call.GRAND], 11)]
    return tariff(
        _("Made: the sum of the steps; lost: twice as much"),
        [_("Steps"), *_SUITS, _("Grand")],
        [[steps, *(unit * steps if steps <= most else NOTHING for unit, most in most_steps)] for steps in range(2, 19)],
    )


_BIDS_A_ROW = 9


def bids() -> TariffTable:
    first, *rows = ([*map(str, BIDS[start : start + _BIDS_A_ROW])] for start in range(0, len(BIDS), _BIDS_A_ROW))
    return tariff(_("The 63 values"), first, rows)


def _overbid() -> TariffTable:
    """Return the scores of a clubs hand with one after a bid of 46 (M)."""

    def row(points: int) -> list[Value]:
        clubs = Outcome(call=Call.SUIT, suit=Suit.CLUBS, bid=46, matadors=1, hand=True, card_points=points)
        (reason,) = REASONS["isko"][Call.SUIT](TARIFFS["isko"].figures, clubs)
        return [_("{points} card points", points=points), reason.short, signed(reason.entry)]

    return tariff(
        _("Clubs hand with one, after a bid of 46"),
        ["", _("counted"), _("Entry")],
        [row(74), row(95), row(50), row(30)],
    )


# On the rule card alone


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


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "cards": cards,
    "sheets": _sheets,
    "classes": classes,
    "foster-losses": foster_losses,
    "gucki-announced": gucki_announced,
    "gucki-spades": _gucki_spades,
    "isko-steps": isko_steps,
    "isko-values": isko_values,
    "bids": bids,
    "overbid": _overbid,
}
"""The tables that the text of the page shows."""
