"""Tables of Skat for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.scoring.text import Text
from games.scoring.text import message as _
from games.skat.game_value import REASONS, STEPS
from games.skat.hand import SIGNS, Outcome
from games.skat.rules import RULE_SETS
from games.skat.tariff import (
    BIDS,
    CALLS,
    CONTRA_NAMES,
    CONTRA_TIMES,
    FOSTER_CLASS,
    GAME_NAMES,
    GRAND_UNIT,
    GUCKI_SOLO_ADDED,
    GUCKI_SOLO_TIMES,
    LOST_DOUBLE,
    LOST_TIMES,
    NULL_NAMES,
    NULL_VALUE,
    NULLO,
    POINTS_TO_WIN,
    RAMSCH_POINTS,
    SCHNEIDER_MADE,
    SEEGER_OTHERS,
    SEEGER_OWN,
    SUIT_UNIT,
    TARIFFS,
    Call,
    Level,
    Suit,
)
from games.ui.page import NOTHING, TariffTable, Value, ours, signed, tariff

_FOSTER, _GUCKI, _ISKO = (RULE_SETS[slug].name for slug in ("foster", "gucki_solo", "isko"))
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


def _differences() -> TariffTable:
    schneider = SCHNEIDER_MADE
    return tariff(
        _("Where the rule sets differ"),
        ["", _FOSTER, _GUCKI, _ISKO],
        [
            [_("The skat"), _("by the game"), _("always taken"), _("taken, or not: hand")],
            [_("Schneider and schwarz"), _("one class"), _("steps, or announced"), _("steps that add up")],
            [_("Schneider at"), schneider["foster"], schneider["gucki_solo"], schneider["isko"]],
            [_("A loss"), _("single; guckis and passt mir nicht double"), _("double"), _("double")],
            [_("The bid"), _("not recorded"), _("not recorded"), _("recorded; overbid is lost")],
            [_("By default"), _("paid, with Ramsch"), _("paid, with Ramsch"), _("on a sheet, without Ramsch")],
        ],
        words=4,
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


def foster_suits() -> TariffTable:
    return tariff(
        _("Units of the suit games"),
        [_("The game"), *_SUITS],
        [[_("Tournée"), *SUIT_UNIT[Call.TOURNEE].values()], [_("Solo"), *SUIT_UNIT[Call.SOLO].values()]],
    )


def foster_grands() -> TariffTable:
    return tariff(
        _("Units of the grands"),
        [_("The game"), _("Unit")],
        [[GAME_NAMES[call, None], GRAND_UNIT[call]] for call in CALLS["foster"] if call in GRAND_UNIT],
    )


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


def nullos(rules: str | None = None) -> TariffTable:
    """Return what each nullo wins and loses in one rule set, or in both that have nullos."""
    payments = ("foster", "gucki_solo") if rules is None else (rules,)

    def cell(one: str, call: str, *, won: bool) -> Value:
        if call not in REASONS[one]:
            return NOTHING
        outcome = Outcome(call=call, made=won)
        return signed(sum(reason.entry for reason in REASONS[one][call](TARIFFS[one].figures, outcome)))

    both = [(_("{rules}: made", rules=name), _("{rules}: lost", rules=name)) for name in (_FOSTER, _GUCKI)]
    heads = [head for pair in both for head in pair] if rules is None else [_("made"), _("lost")]
    calls = [call for call in NULLO if any(call in REASONS[rules] for rules in payments)]
    return tariff(
        _("Nullos"),
        [_("The game"), *heads],
        [
            [GAME_NAMES[call, None], *(cell(rules, call, won=won) for rules in payments for won in (True, False))]
            for call in calls
        ],
    )


def gucki_units() -> TariffTable:
    return tariff(
        _("Units of the games"),
        [*_SUITS, _("Grand")],
        [[*SUIT_UNIT[Call.SOLO].values(), ours(GRAND_UNIT[Call.GRAND])]],
        words=0,
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


def isko_base() -> TariffTable:
    return tariff(
        _("Base values"), [*_SUITS, _("Grand")], [[*SUIT_UNIT[Call.SUIT].values(), GRAND_UNIT[Call.GRAND]]], words=0
    )


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


def nulls() -> TariffTable:
    return tariff(
        _("Null"),
        [_("The game"), _("made"), _("lost")],
        [[NULL_NAMES[kind], signed(value), signed(-LOST_TIMES * value)] for kind, value in NULL_VALUE.items()],
    )


def contra() -> TariffTable:
    return tariff(
        _("Contra and re"),
        [_("Said"), _("Entry times")],
        [[CONTRA_NAMES[level], f"× {times}"] for level, times in CONTRA_TIMES.items()],
    )


def seeger() -> TariffTable:
    return tariff(
        _("What is written in addition to the points"),
        [_("At the table"), _("made: the declarer"), _("lost: the declarer"), _("lost: each of the others")],
        [[size, signed(SEEGER_OWN), signed(-SEEGER_OWN), signed(others)] for size, others in SEEGER_OTHERS.items()],
    )


def ramsch(rules: str | None = None) -> TariffTable:
    """Return what the loser of a Ramsch loses in one rule set, or in all."""
    nobody, *more = (signed(-RAMSCH_POINTS[trickless]) for trickless in RAMSCH_POINTS)
    book: list[Value] = [ours(nobody), *more]
    modern: list[Value] = [_("his card points"), _("2 × his card points"), _("he took every trick: +120")]
    both = Text("{first}, {second}", {"first": _FOSTER, "second": _GUCKI})
    columns = [(_ISKO, modern), (both, book)] if rules is None else [(_("Entry"), modern if rules == "isko" else book)]
    by = (_("no player"), _("one player"), _("two players"))
    return tariff(
        _("What the loser pays, by how many players took no trick"),
        [_("Took no trick"), *(head for head, _cells in columns)],
        [[words, *(cells[place] for _head, cells in columns)] for place, words in enumerate(by)],
        words=1 if columns[0][1] is book else 2,
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "cards": cards,
    "differences": _differences,
    "sheets": _sheets,
    "foster-suits": foster_suits,
    "foster-grands": foster_grands,
    "classes": classes,
    "foster-losses": foster_losses,
    "nullos": nullos,
    "gucki-units": gucki_units,
    "gucki-announced": gucki_announced,
    "gucki-spades": _gucki_spades,
    "isko-base": isko_base,
    "isko-steps": isko_steps,
    "isko-values": isko_values,
    "bids": bids,
    "overbid": _overbid,
    "nulls": nulls,
    "contra": contra,
    "seeger": seeger,
    "ramsch": ramsch,
}
"""The tables that the text of the page shows."""
