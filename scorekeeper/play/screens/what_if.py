"""The result of a session by other rules, other options or another tariff, as the page "what if" shows it.

Nothing is written. The request is read as the draft of a session at the same table, with the session's own rules,
options and tariff as the club's defaults: what the request leaves out is as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from operator import sub

from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.rescoring import OriginalHand, RescoredHand, WhatIf, score_otherwise
from games.scoring.settlement import by_difference
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Amount, isolated
from games.scoring.types import Amounts, ScoredHand, Table
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play import queries
from scorekeeper.play.ledger.formatting import in_words, rounded_money
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.money import settled_totals
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.new_session.session_draft import TARIFF, ClubDefaults, ClubRules, Draft, typed
from scorekeeper.play.stretches import Stretch, Stretches, people_of

AS_PLAYED = "played"
"""The key of the tariff that the session was played for, even if its club has changed it since."""
MOST_HANDS = 60
"""Differing hands, and refused ones, that the page shows unless all are asked for."""


# The request


def drafted(session: Session, ledger: SessionLedger, club: Club | None, data: Mapping[str, str]) -> Draft:
    """Return the requested draft of the same table; `club` is the one whose tariffs the viewer may see, if any."""
    table = ledger.table
    options = {name: value for name, value in data.items() if name in ("rules", "for") or name.startswith("option-")}
    draft = Draft.of({**options, "game": session.game}, _ways(session, table, club))
    return replace(draft, names=table.players, dealer=table.first_dealer)


def _ways(session: Session, table: Table, club: Club | None) -> ClubRules:
    """Return the session's own settings as the defaults, and for each rule set the tariffs that can be chosen."""
    tariffs_by_rules: dict[tuple[str, str], dict[str, OwnTariff]] = {}
    if table.tariff:
        tariffs_by_rules[session.game, session.rules] = {AS_PLAYED: table.tariff}
    for tariff in tariffs.offered(club).filter(game=session.game) if club else ():
        of_rules = tariffs_by_rules.setdefault((session.game, tariff.rules), {})
        if (current := tariffs.latest(tariff)) not in of_rules.values():
            of_rules[str(tariff.pk)] = current
    options = {name: typed(value) for name, value in table.options.items()}
    options[TARIFF] = AS_PLAYED if table.tariff else ""
    defaults = ClubDefaults(rules=session.rules, options=options, stake="", currency="")
    return ClubRules(houses={session.game: defaults}, tariffs=tariffs_by_rules)


# The result


@dataclass(frozen=True, kw_only=True)
class WhatIfDifference:
    """A player's total as played and as it would be; `money` has both and the difference, if there is a stake."""

    name: str
    original: int
    rescored: int
    money: tuple[str, ...] | None

    @property
    def moved(self) -> int:
        return self.rescored - self.original


@dataclass(frozen=True, kw_only=True)
class DifferingHand:
    """A hand with another score, or one that the other rules refuse: then `reasons` says why, `rescored` is empty."""

    number: int
    what: str
    url: str
    original: str = ""
    rescored: str = ""
    reasons: str = ""


@dataclass(frozen=True, kw_only=True)
class WhatIfResult:
    """The whole comparison. If scoring `stopped` at a refused hand, no later hand was scored.

    The other stretches of the session count as they were played (`is_part`).

    Long lists are cut: `more` and `more_refused` are the numbers of hands left out. `scored` is the number of hands
    that could be scored again.
    """

    players: list[WhatIfDifference]
    hands: list[DifferingHand]
    more: int
    refused: list[DifferingHand]
    more_refused: int
    stopped: bool
    scored: int
    pool_shared: bool
    is_part: bool
    result: str
    """The differences in a sentence, for screen readers."""


def played_hands(ledger: SessionLedger) -> list[OriginalHand]:
    """Return the hands that count, up to the first that the session's own rules now refuse, if any."""
    return [OriginalHand(hand.number, hand.raw, hand.scored) for hand in ledger.counting if hand.scored]


def compare(
    session: Session,
    ledger: SessionLedger,
    table: Table,
    notation: Notation,
    url: Callable[[int], str],
    *,
    whole: Stretches,
    all_hands: bool = False,
) -> WhatIfResult:
    """Return the comparison of the session as played with the same hands at another table.

    If `whole` has other stretches, their totals and money are in both columns.
    """
    what_if = score_otherwise(ledger.rules, table, played_hands(ledger), ledger.naming)
    settlement = queries.settlement(session) if session.closed_at else None
    frozen = settled_totals(settlement.totals, settlement.transfers) if settlement else None
    original, rescored, shared = _totals(ledger, what_if, frozen)
    differing = [hand for hand in what_if.hands if hand.differs]
    refused = [hand for hand in what_if.hands if hand.refused]
    most = None if all_hands else MOST_HANDS
    names, differences = table.players, tuple(map(sub, rescored, original))
    gains = _paid_for(ledger, ledger.table, original), _paid_for(ledger, table, rescored)
    players = _money_of(names, (original, rescored), gains, settlement or session)
    if whole:
        players = _with_others(players, whole, session)
    return WhatIfResult(
        players=[_shown(one) for one in players],
        hands=[_differing(ledger, hand, notation, url) for hand in differing[:most]],
        more=len(differing[most:]) if most else 0,
        refused=[_differing(ledger, hand, notation, url) for hand in refused[:most]],
        more_refused=len(refused[most:]) if most else 0,
        stopped=what_if.stopped,
        scored=len(what_if.then.hands),
        pool_shared=shared,
        is_part=bool(whole),
        result=_in_short(names, differences, notation) or _("All totals would be the same."),
    )


def _totals(ledger: SessionLedger, what_if: WhatIf, frozen: Amounts | None) -> tuple[Amounts, Amounts, bool]:
    """Return the original and the other totals, both as settled, and whether a pool was shared out in either.

    If some hands could not be scored, return what the others add up to in both cases. `frozen` is what the session was
    settled at; without it, the original totals are settled as they stand.
    """
    original, rescored = what_if.totals()
    if not what_if.complete or ledger.refusal:
        return original, rescored, False
    rules, after = ledger.rules, what_if.then
    settles = rules.zero_sum(ledger.table) and rules.zero_sum(after.table)
    if frozen is None:
        frozen = rules.settled(ledger.table, ledger.state, original) if settles else original
    settled = rules.settled(after.table, after.state, rescored) if settles else rescored
    return frozen, settled, (frozen, settled) != (original, rescored)


def _paid_for(ledger: SessionLedger, table: Table, totals: Amounts) -> Amounts:
    """Return what the stake is paid for: the totals, or their differences if they don't sum to zero."""
    return totals if ledger.rules.zero_sum(table) else by_difference(totals)


@dataclass(frozen=True, kw_only=True)
class _Compared:
    """A player's totals as played and rescored, with the exact money of both; `currency` is empty without a stake."""

    name: str
    totals: tuple[int, int]
    money: tuple[Decimal, Decimal] = (Decimal(0), Decimal(0))
    currency: str = ""

    def plus(self, total: int, money: Decimal, currency: str) -> _Compared:
        """Return the same player with more that stays as it was played."""
        (old, new), (paid, rescored) = self.totals, self.money
        return replace(
            self, totals=(old + total, new + total), money=(paid + money, rescored + money), currency=currency
        )


def _money_of(
    names: Sequence[str], totals: tuple[Amounts, Amounts], gains: tuple[Amounts, Amounts], paid: Session | Settlement
) -> list[_Compared]:
    stake, currency = paid.stake or Decimal(0), paid.currency if paid.stake else ""
    return [
        _Compared(name=name, totals=(old, new), money=(gained * stake, otherwise * stake), currency=currency)
        for name, old, new, gained, otherwise in zip(names, *totals, *gains, strict=True)
    ]


def _with_others(players: Sequence[_Compared], whole: Stretches, session: Session) -> list[_Compared]:
    """Return the players with their totals of all stretches, and behind them those who play in others only."""
    seats = next(one.seats for one in whole.stretches if one.session.pk == session.pk)
    others = [one for one in whole.stretches if one.session.pk != session.pk]
    currency = whole.currency if any(one.stake for one in whole.stretches) else ""
    found = {seat.player_id: player for seat, player in zip(seats, players, strict=True)}
    for person in people_of(others):
        before = found.get(person.player) or _Compared(name=person.name, totals=(0, 0))
        found[person.player] = before.plus(person.total, _paid_in(others, person.player), currency)
    return [replace(one, currency=currency) for one in found.values()]


def _paid_in(stretches: Sequence[Stretch], player: int) -> Decimal:
    return sum((one.money().get(player, Decimal(0)) for one in stretches), Decimal(0))


def _shown(compared: _Compared) -> WhatIfDifference:
    old, new = compared.money
    figures = (old, new, new - old)
    money = tuple(rounded_money(one, compared.currency) for one in figures) if compared.currency else None
    original, rescored = compared.totals
    return WhatIfDifference(name=compared.name, original=original, rescored=rescored, money=money)


def _differing(
    ledger: SessionLedger, hand: RescoredHand, notation: Notation, url: Callable[[int], str]
) -> DifferingHand:
    table, number = ledger.table, hand.played.number
    game = registry.get(ledger.rules.slug)
    return DifferingHand(
        number=number,
        what=in_words(game.describe(table, hand.played.raw), table.players, notation.words),
        url=url(number),
        original=_moved(table.players, hand.played.scored, notation),
        rescored=_moved(table.players, hand.scored, notation) if hand.scored else "",
        reasons=_why(hand.refused, table.players) if hand.refused else "",
    )


def _moved(names: Sequence[str], scored: ScoredHand, notation: Notation) -> str:
    return _in_short(names, scored.entry.amounts, notation) or _("nothing")


def _in_short(names: Sequence[str], amounts: Amounts, notation: Notation) -> str:
    """Return the amounts that aren't zero in a line: "Anne +30, Bruno −10"."""
    signed = [(name, Amount(amount, signed=True)) for name, amount in zip(names, amounts, strict=True) if amount]
    return ", ".join(f"{isolated(name)}\N{NO-BREAK SPACE}{notation.words(amount)}" for name, amount in signed)


def _why(error: RuleError, names: Sequence[str]) -> str:
    """Return why the other rules refuse a hand, in words for readers who have no form to correct it in."""
    if error.code == Code.UNKNOWN_CHOICE and error.field == "call":
        return _("These rules have no such call.")
    if error.code in (Code.UNKNOWN_FIELD, Code.UNKNOWN_CHOICE):
        return _("These rules don’t have something that was recorded for this hand.")
    if error.code == Code.REQUIRED:
        return _("These rules need something that was not recorded for this hand.")
    return in_words(error.message, names)
