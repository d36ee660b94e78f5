"""Tables of French Tarot for its page "how this is scored" and for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, SeatNumber
from games.tarot.hand import FIVE, FOUR, Outcome, Poignee, margin
from games.tarot.rules import TarotRules
from games.tarot.tariff import (
    BASE,
    CALL_NAMES,
    DEFENCE_POINTS,
    GRAND_AGAINST_DOG,
    MISERE,
    MISERE_NAMES,
    MULTIPLIER,
    OUR_SLAMS,
    PETIT_AU_BOUT,
    PETIT_POINTS,
    POIGNEE,
    POIGNEE_NAMES,
    POIGNEE_TRUMPS,
    POINTS_NEEDED,
    POINTS_WITH_BOUTS,
    SLAM_CLASSIC,
    SLAM_FFT,
    SLAM_POINTS_WITH_DOG,
    SLAMS_OF,
    Call,
    PoigneeSize,
    Range,
    Slam,
)
from games.ui.page import NOTHING, TariffTable, Value, ours, signed, tariff

_RULES = TarotRules()
_CLASSIC, _FFT = _RULES.rule_sets["classic"].name, _RULES.rule_sets["fft"].name
_NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")


# The table


def _who_plays() -> TariffTable:
    called_king, mort = _("Five, with a called king"), _("Five, with a mort: the dealer sits out")
    both = Text("{first}, {second}", {"first": _CLASSIC, "second": _FFT})
    return tariff(
        _("Who plays"),
        [_("At the table"), _("Rules"), _("Play"), _("Points in steps of")],
        [
            [_("Three"), _FFT, 3, "½"],
            [_("Four"), both, 4, 1],
            [called_king, _FFT, 5, "½"],
            [mort, _FFT, 4, 1],
        ],
        words=2,
    )


def next_dealer(*, mort: bool | None = None) -> TariffTable:
    """Return the table of who deals next, with a mort, without one, or for both."""
    following, same, nothing = _("the next player"), _("the same player"), _("nothing changes")
    heads = {False: _("Next deal by"), True: _("At five with a mort") if mort is None else _("Next deal by")}
    columns = tuple(heads) if mort is None else (mort,)
    rows = [
        (_("A contract"), (following, following)),
        (_("All passed"), (following, same)),
        (_("Petit sec"), (following, same)),
        (_("A misdeal"), (same, same)),
        (_("A correction"), (nothing, nothing)),
    ]
    return tariff(
        _("Who deals next"),
        [_("After"), *(heads[column] for column in columns)],
        [[after, *(by[column] for column in columns)] for after, by in rows],
        words=1 + len(columns),
    )


def _differences() -> TariffTable:
    not_known = _("not used")
    little_slam = _(
        "+{made} announced and made, −{missed} announced and missed",
        made=SLAM_CLASSIC[Slam.PETIT, Slam.PETIT],
        missed=-SLAM_CLASSIC[Slam.PETIT, None],
    )
    return tariff(
        _("Where the two rule sets differ"),
        ["", _CLASSIC, _FFT],
        [
            [_("Players"), _("four"), _("three, four or five")],
            [
                _("A poignée"),
                _("settled by the player who showed it with each of the others"),
                _("goes to the camp that wins the contract"),
            ],
            [_("No honours, no trumps"), _("settled like a poignée"), not_known],
            [_("Little slam"), little_slam, not_known],
            [
                _("Every trick to the defence"),
                _("cannot be recorded"),
                _("{amount} to each defender", amount=-SLAM_FFT[None, Slam.DEFENCE]),
            ],
        ],
        words=3,
    )


# The contract


def needed() -> TariffTable:
    return tariff(
        _("Points that the attack needs"),
        [_("Bouts in its tricks"), _("Points")],
        [[bouts, needed] for bouts, needed in enumerate(POINTS_NEEDED)],
    )


def multiplier() -> TariffTable:
    return tariff(
        _("Contract multipliers"),
        [_("Contract"), _("times")],
        [[CALL_NAMES[call], f"× {multiplier}"] for call, multiplier in MULTIPLIER.items()],
    )


def worth(*, round_to_ten: bool = False) -> TariffTable:
    """Return the worth of each contract by points above or below; with `round_to_ten`, by points that round alike."""
    by = [(number, number) for number in (*range(11), *range(15, 56, 5))]
    if round_to_ten:
        by = [(max(tens - 5, 0), tens + 4) for tens in range(0, 60, 10)]
    return tariff(
        _("What each defender pays when it is made, and gets when it is lost"),
        [_("by"), *(CALL_NAMES[call] for call in MULTIPLIER)],
        [
            [_from_to((low, high)) if low < high else low, *(_worth_by(call, low, round_to_ten) for call in MULTIPLIER)]
            for low, high in by
        ],
    )


def _worth_by(call: str, by: int, round_to_ten: bool) -> int:
    *_why, counted = margin(bouts=3, points=POINTS_NEEDED[3] + by, round_to_ten=round_to_ten)
    return (BASE + counted) * MULTIPLIER[call]


def shares(playing: int | None = None) -> TariffTable:
    """Return the shares for a Prise just made, which is worth 25: for this number of active players, or for all."""

    def row(words: Text, size: int, *, rules: str = "fft", **outcome: Any) -> list[Value]:
        amounts = _amounts(size, rules, call=Call.PRISE, bouts=3, points=POINTS_NEEDED[3], **outcome)
        shares = [amount // BASE for amount in amounts]
        partner: list[Value] = [signed(shares[1]) if outcome.get("partner") else NOTHING]
        return [words, signed(shares[0]), *(partner if playing in (None, FIVE) else []), signed(shares[2])]

    rows = [
        (3, row(_("Three"), 3)),
        (FOUR, row(_("Four, or five with a mort"), FOUR)),
        (FIVE, row(_("Five, taker and partner"), FIVE, partner=SeatNumber(1))),
        (FIVE, row(_("Five, the taker alone"), FIVE)),
    ]
    return tariff(
        _("How many times each player gets or pays the value of the hand when the attack wins"),
        [_("At the table"), _("taker"), *([_("partner")] if playing in (None, FIVE) else []), _("each defender")],
        [cells for players, cells in rows if playing in (None, players)],
    )


def _amounts(size: int, rules: str, **outcome: Any) -> Amounts:
    """Return the amounts of a hand taken by the first player."""
    table = _RULES.table(_NAMES[:size], rules=rules)
    entry, _state = _RULES.score(table, _RULES.opening(table), Outcome(taker=SeatNumber(0), **outcome))
    return entry.amounts


# Bonuses


def petit(*, of_four: bool = True) -> TariffTable:
    """Return what each defender pays for the petit au bout; with `of_four`, also the taker's gain with four players."""
    taker = [_("taker, of four")] if of_four else []
    return tariff(
        _("Petit au bout when the attack wins the last trick; reversed when the defence does"),
        [_("Contract"), _("each defender"), *taker],
        [
            [
                CALL_NAMES[call],
                signed(-PETIT_AU_BOUT * multiplier),
                *(signed(3 * PETIT_AU_BOUT * multiplier) for _taker in taker),
            ]
            for call, multiplier in MULTIPLIER.items()
        ],
    )


_SLAMS: Mapping[Slam | None, Text] = {
    None: _("no"),
    Slam.GRAND: _("Slam"),
    Slam.PETIT: _("Little slam"),
    Slam.DEFENCE: _("Every trick to the defence"),
}


_UNKNOWN_SLAMS = {"classic": Slam.DEFENCE, "fft": Slam.PETIT}


def slam(rules: str | None = None) -> TariffTable:
    """Return the slams by what was announced and made; a little slam not announced is worth nothing."""
    pairs = list(dict.fromkeys([*SLAM_CLASSIC, (None, Slam.PETIT), *SLAM_FFT]))
    heads = {"classic": _CLASSIC, "fft": _FFT} if rules is None else {rules: _("Worth")}

    def worth(pair: tuple[Slam | None, Slam | None], rules: str) -> Value:
        if _UNKNOWN_SLAMS[rules] in pair:
            return NOTHING
        value = signed(SLAMS_OF[rules].get(pair, 0))
        return ours(value) if pair in OUR_SLAMS else value

    rows = [[_SLAMS[pair[0]], _SLAMS[pair[1]], *(worth(pair, head) for head in heads)] for pair in pairs]
    return tariff(
        _("Slams: what each defender pays the attack"),
        [_("Announced"), _("Made"), *heads.values()],
        [row for row in rows if row[-1] != NOTHING or len(heads) > 1],
        words=2,
    )


def poignee(playing: int | None = None) -> TariffTable:
    """Return the worth of each poignée and the trumps it needs, for this number of active players or for all."""
    counts = tuple(POIGNEE_TRUMPS) if playing is None else (playing,)
    return tariff(
        _("Poignées: value and trumps needed"),
        [_("Poignée"), _("worth"), *(_("{players} play", players=players) for players in counts)],
        [
            [POIGNEE_NAMES[size], worth, *(POIGNEE_TRUMPS[count][size] for count in counts)]
            for size, worth in POIGNEE.items()
        ],
    )


def _compared() -> TariffTable:
    """Return the scores of a hand on which the rule sets disagree: a defender's poignée when the defence wins."""
    poignees = (Poignee(player=SeatNumber(1), size=PoigneeSize.SIMPLE),)

    def row(rules: str, name: Text) -> list[Value]:
        amounts = _amounts(FOUR, rules, call=Call.PRISE, bouts=1, points=45, poignees=poignees)
        return [name, *map(signed, amounts)]

    return tariff(
        _("One hand, two rule sets: Anne’s Prise is down by 6, and Bruno showed a simple poignée"),
        [_("Rules"), *_NAMES[:FOUR]],
        [row("classic", _CLASSIC), row("fft", _FFT)],
    )


def misere() -> TariffTable:
    return tariff(
        _("Misères"),
        [_("Misère"), _("worth")],
        [[MISERE_NAMES[kind], worth] for kind, worth in MISERE.items()],
    )


# Impossible hands


def _from_to(limits: Range) -> Value:
    low, high = limits
    return _("{low} to {high}", low=low, high=high)


def _possible_points() -> TariffTable:
    return tariff(
        _("Possible points of the attack"),
        [_("Bouts"), *(_("{players} play", players=players) for players in sorted(POINTS_WITH_BOUTS))],
        [
            [bouts, *(_from_to(POINTS_WITH_BOUTS[players][bouts]) for players in sorted(POINTS_WITH_BOUTS))]
            for bouts in range(len(POINTS_NEEDED))
        ],
    )


def _possible_slams() -> TariffTable:
    """Return the points possible with slams; a little slam exists with four only, otherwise four are like three."""
    calls = (Call.GARDE, Call.GARDE_SANS, Call.GARDE_CONTRE)

    def rows() -> Iterator[list[Value]]:
        for bouts, points in sorted(SLAM_POINTS_WITH_DOG.items(), reverse=True):
            yield [_("Slam with {bouts} bouts", bouts=bouts), points, points, NOTHING]
        yield [_("Slam, any bouts"), NOTHING, NOTHING, _from_to(GRAND_AGAINST_DOG[FOUR])]
        yield [_("The same, five play"), NOTHING, NOTHING, _from_to(GRAND_AGAINST_DOG[FIVE])]
        yield [_SLAMS[Slam.PETIT], *(_from_to(PETIT_POINTS[call]) for call in calls)]
        yield [_SLAMS[Slam.DEFENCE], *(_from_to(DEFENCE_POINTS[FOUR][call]) for call in calls)]
        yield [_("The same, five play"), *(_from_to(DEFENCE_POINTS[FIVE][call]) for call in calls)]

    return tariff(
        _("Possible points of the attack in a slam"),
        ["", _("Prise, Garde"), CALL_NAMES[Call.GARDE_SANS], CALL_NAMES[Call.GARDE_CONTRE]],
        rows(),
    )


PAGE_TARIFFS: Mapping[str, Callable[[], TariffTable]] = {
    "who-plays": _who_plays,
    "next-dealer": next_dealer,
    "differences": _differences,
    "needed": needed,
    "multiplier": multiplier,
    "worth": worth,
    "shares": shares,
    "petit": petit,
    "slam": slam,
    "poignee": poignee,
    "compared": _compared,
    "misere": misere,
    "possible-points": _possible_points,
    "possible-slams": _possible_slams,
}
"""The tables that the text of the page shows."""
