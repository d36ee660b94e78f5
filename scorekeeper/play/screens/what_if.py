"""The result of a session by other rules, other options or another tariff, as the page "what if" shows it.

Nothing is written. The request is read as the draft of a session at the same table, with the session's own rules,
options and tariff as the club's defaults: what the request leaves out is as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import sub

from django.utils.translation import gettext as _

from games import registry
from games.scoring.documents import read_players
from games.scoring.errors import Code, RuleError
from games.scoring.rescoring import OriginalHand, RescoredHand, WhatIf, score_otherwise
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Amount, isolated
from games.scoring.types import Amounts, RuleSet, ScoredHand, Table
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play import queries
from scorekeeper.play.ledger.formatting import in_words, sum_of_money
from scorekeeper.play.ledger.ledgers import SessionLedger, StretchLedger, combined
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.ledger.session_totals import SessionTotals
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.new_session.session_draft import TARIFF, ClubDefaults, ClubRules, Draft, typed

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
    try:
        tables = [
            ledger.rules.table(
                read_players(rule_set, list(stretch.table.players)),
                rules=rule_set.slug,
                first_dealer=stretch.table.first_dealer,
            )
            for stretch in ledger.stretches
        ]
    except RuleError:
        return False
    return all(what_if.reads_hands for what_if in _scored_otherwise(ledger, tables))


def _scored_otherwise(ledger: SessionLedger, tables: Sequence[Table]) -> list[WhatIf]:
    """Score each stretch again at its other table."""
    return [
        score_otherwise(stretch.rules, table, played_hands(stretch), stretch.naming)
        for stretch, table in zip(ledger.stretches, tables, strict=True)
    ]


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
    result: str
    """The differences in a sentence, for screen readers."""


def played_hands(stretch: StretchLedger) -> list[OriginalHand]:
    """Return the hands that count, up to the first that the session's own rules now refuse, if any."""
    return [OriginalHand(hand.number, hand.raw, hand.scored) for hand in stretch.counting if hand.scored]


def compare(
    session: Session,
    ledger: SessionLedger,
    tables: Sequence[Table],
    notation: Notation,
    url: Callable[[int], str],
    *,
    all_hands: bool = False,
) -> WhatIfResult:
    """Return the comparison of the session as played with the same hands at other tables, one for each stretch."""
    what_ifs = _scored_otherwise(ledger, tables)
    settlement = queries.settlement(session) if session.closed_at else None
    original, rescored = _come_to(session, ledger, what_ifs, settlement)
    is_complete = all(what_if.complete for what_if in what_ifs)
    hands = [hand for what_if in what_ifs for hand in what_if.hands]
    differing = [hand for hand in hands if hand.differs]
    refused = [hand for hand in hands if hand.refused]
    most = None if all_hands else MOST_HANDS
    in_short = _in_short(ledger.names, tuple(map(sub, rescored.totals, original.totals)), notation)
    is_paid = original.stake is not None
    return WhatIfResult(
        players=[_shown(name, place, original, rescored, is_paid=is_paid) for place, name in enumerate(ledger.names)],
        hands=[_differing(ledger, hand, notation, url) for hand in differing[:most]],
        more=len(differing[most:]) if most else 0,
        refused=[_differing(ledger, hand, notation, url) for hand in refused[:most]],
        more_refused=len(refused[most:]) if most else 0,
        stopped=any(what_if.stopped for what_if in what_ifs),
        scored=sum(len(what_if.then.hands) for what_if in what_ifs if what_if.reads_hands),
        pool_shared=original.shares_pool or rescored.shares_pool,
        result=in_short
        or (_("All totals would be the same.") if is_complete else _("No hand that was scored would differ.")),
    )


def _come_to(
    session: Session, ledger: SessionLedger, what_ifs: Sequence[WhatIf], settlement: Settlement | None
) -> tuple[SessionTotals, SessionTotals]:
    """Return what the session has come to, as settled or as it stands, and what it would have come to.

    If some hands could not be scored, return what the others add up to in both cases; nothing is paid for that.
    """
    if ledger.refusal or not all(what_if.complete for what_if in what_ifs):
        sums = [[0] * len(ledger.people) for _column in range(2)]
        for stretch, what_if in zip(ledger.stretches, what_ifs, strict=True):
            for column, amounts in zip(sums, what_if.totals(), strict=True):
                for person, amount in zip(stretch.people, amounts, strict=True):
                    column[person] += amount
        original, rescored = (SessionTotals.without_payments(column) for column in sums)
        return original, rescored
    as_played = SessionTotals.of_settlement(settlement) if settlement else SessionTotals.of_ledger(ledger, session)
    after = [
        replace(stretch, table=what_if.then.table, ledger=what_if.then)
        for stretch, what_if in zip(ledger.stretches, what_ifs, strict=True)
    ]
    return as_played, SessionTotals.of(combined(after), as_played.stake, as_played.currency)


def _shown(
    name: str, place: int, original: SessionTotals, rescored: SessionTotals, *, is_paid: bool
) -> WhatIfDifference:
    money = None
    if is_paid and original.money and rescored.money:
        old, new = original.money.amounts[place], rescored.money.amounts[place]
        money = tuple(sum_of_money(one, original.currency) for one in (old, new, new - old))
    return WhatIfDifference(name=name, original=original.totals[place], rescored=rescored.totals[place], money=money)


def _differing(
    ledger: SessionLedger, hand: RescoredHand, notation: Notation, url: Callable[[int], str]
) -> DifferingHand:
    number = hand.played.number
    table = ledger.at(number).table
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
