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
from games.scoring.documents import read_players
from games.scoring.errors import Code, RuleError
from games.scoring.replay import Ledger
from games.scoring.rescoring import OriginalHand, RescoredHand, WhatIf, score_otherwise
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Amount, isolated
from games.scoring.types import Amounts, RuleSet, ScoredHand, Table
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play import queries
from scorekeeper.play.ledger.formatting import in_words, rounded_money
from scorekeeper.play.ledger.ledgers import SessionLedger, transfers_of
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.ledger.session_totals import SessionTotals
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.new_session.session_draft import TARIFF, ClubDefaults, ClubRules, Draft, typed
from scorekeeper.play.stretches import Stretches

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


def readable(ledger: SessionLedger) -> list[RuleSet]:
    """Return the rule set that was played, and the others that can score a hand of this session."""
    return [one for one in ledger.rules.rule_sets.values() if one.slug == ledger.table.rules or _reads(one, ledger)]


def _reads(rule_set: RuleSet, ledger: SessionLedger) -> bool:
    rules, played = ledger.rules, ledger.table
    try:
        table = rules.table(
            read_players(rule_set, list(played.players)), rules=rule_set.slug, first_dealer=played.first_dealer
        )
    except RuleError:
        return False
    return score_otherwise(rules, table, played_hands(ledger), ledger.naming).reads_hands


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
    original, rescored = _come_to(session, ledger, what_if, settlement)
    differing = [hand for hand in what_if.hands if hand.differs]
    refused = [hand for hand in what_if.hands if hand.refused]
    most = None if all_hands else MOST_HANDS
    names, differences = table.players, tuple(map(sub, rescored.totals, original.totals))
    players = _compared(names, original, rescored)
    if whole:
        players = _with_others(players, whole, session)
    return WhatIfResult(
        players=[_shown(one) for one in players],
        hands=[_differing(ledger, hand, notation, url) for hand in differing[:most]],
        more=len(differing[most:]) if most else 0,
        refused=[_differing(ledger, hand, notation, url) for hand in refused[:most]],
        more_refused=len(refused[most:]) if most else 0,
        stopped=what_if.stopped,
        scored=len(what_if.then.hands) if what_if.reads_hands else 0,
        pool_shared=original.shares_pool or rescored.shares_pool,
        is_part=bool(whole),
        result=_in_short(names, differences, notation)
        or (_("All totals would be the same.") if what_if.complete else _("No hand that was scored would differ.")),
    )


def _come_to(
    session: Session, ledger: SessionLedger, what_if: WhatIf, settlement: Settlement | None
) -> tuple[SessionTotals, SessionTotals]:
    """Return what the session has come to, as settled or as it stands, and what it would have come to.

    If some hands could not be scored, return what the others add up to in both cases.
    """
    as_played = SessionTotals.of_settlement(settlement) if settlement else SessionTotals.of_ledger(ledger, session)
    rules, after = ledger.rules, what_if.then
    original, rescored = what_if.totals()
    if what_if.complete and not ledger.refusal:
        rescored = rules.settled(after.table, after.state, rescored)
        return as_played, _paid(rules, after, what_if.totals()[1], rescored, as_played)
    return _paid(rules, ledger.ledger, original, original, as_played), _paid(
        rules, after, rescored, rescored, as_played
    )


def _paid(rules: AnyRules, at: Ledger, counted: Amounts, settled: Amounts, like: SessionTotals) -> SessionTotals:
    """Return totals with what is paid for them at a table, at the same stake."""
    transfers = transfers_of(settled) if rules.zero_sum(at.table) else None
    return SessionTotals.of(counted, transfers, like.stake, like.currency)


@dataclass(frozen=True, kw_only=True)
class _Compared:
    """A player's totals as played and rescored, with the exact money of both; `currency` is empty without a stake."""

    name: str
    totals: tuple[int, int]
    money: tuple[Decimal, Decimal] = (Decimal(0), Decimal(0))
    currency: str = ""

    def plus(self, total: int, money: Decimal) -> _Compared:
        """Return the same player with more that stays as it was played."""
        (old, new), (paid, rescored) = self.totals, self.money
        return replace(self, totals=(old + total, new + total), money=(paid + money, rescored + money))


def _compared(names: Sequence[str], original: SessionTotals, rescored: SessionTotals) -> list[_Compared]:
    nothing = [Decimal(0)] * len(names)
    return [
        _Compared(name=name, totals=totals, money=money, currency=original.currency if original.stake else "")
        for name, totals, money in zip(
            names,
            zip(original.totals, rescored.totals, strict=True),
            zip(original.worth or nothing, rescored.worth or nothing, strict=True),
            strict=True,
        )
    ]


def _with_others(players: Sequence[_Compared], whole: Stretches, session: Session) -> list[_Compared]:
    """Return the players with their totals of all stretches, and behind them those who play in others only."""
    seats = next(one.seats for one in whole.stretches if one.session.pk == session.pk)
    others = Stretches(tuple(one for one in whole.stretches if one.session.pk != session.pk))
    found = {seat.player_id: player for seat, player in zip(seats, players, strict=True)}
    worth = others.come_to.worth
    for place, person in enumerate(others.people):
        before = found.get(person.player) or _Compared(name=person.name, totals=(0, 0), currency=players[0].currency)
        found[person.player] = before.plus(person.total, worth[place] if worth else Decimal(0))
    return list(found.values())


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
