"""The parts of a session that its line holds, and the rows that a line becomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.files.archive.format import LinePart
from scorekeeper.files.archive.records.bulk_insert import bulk_insert
from scorekeeper.files.archive.records.id_map import IdMap
from scorekeeper.files.archive.replay_check import played, totals_of
from scorekeeper.files.archive.rows import RowType
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.models import Change, Hand, Seat, Session, Settlement, make_token
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.standings.models import CallStats, PlayerPairStats, Result

OF_SESSION: Any = {"parent": "session"}
SEATS = RowType(model=Seat, **OF_SESSION, references={"player": "player__uid"}, order=["place"])
HANDS = RowType(model=Hand, **OF_SESSION, references={"replaces": "replaces_id", "_key": "pk"}, order=["number", "pk"])
CHANGES = RowType(model=Change, **OF_SESSION, left_out=["token"], order=["revision"])
SETTLEMENTS = RowType(model=Settlement, **OF_SESSION)
WRITTEN_TOTALS = RowType(model=WrittenTotal, **OF_SESSION, order=["hand_number", "place"])
CALL_STATS = RowType(model=CallStats, parent="result", order=["call"])
PAIR_STATS = RowType(
    model=PlayerPairStats, parent="result", references={"other": "other__place"}, order=["other__place"]
)
RESULTS = RowType(
    model=Result,
    **OF_SESSION,
    references={"seat": "seat__place"},
    order=["seat__place"],
    nested={"call_stats": CALL_STATS, "pair_stats": PAIR_STATS},
)
SESSIONS = RowType(
    model=Session,
    left_out=["scorer_token", "watch_token", "creation_token", "deleted_at"],
    references={"evening": "evening__public_id", "round": "round__number", "follows": "follows__public_id"},
    added=["totals"],
    nested={
        "seats": SEATS,
        "hands": HANDS,
        "changes": CHANGES,
        "settlements": SETTLEMENTS,
        "results": RESULTS,
        "written_totals": WRITTEN_TOTALS,
    },
)


@dataclass
class SessionRows:
    """The rows of one session from the file, not yet inserted."""

    part: LinePart
    session: Session
    seats: list[Seat]
    hands: list[Hand] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    settlements: list[Settlement] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    call_stats: list[CallStats] = field(default_factory=list)
    pair_stats: list[PlayerPairStats] = field(default_factory=list)
    written: list[WrittenTotal] = field(default_factory=list)
    replaced: set[int] = field(default_factory=set)
    """The places of hands that others replace."""
    depths: list[int] = field(default_factory=list)
    """How many rows before it each hand replaces."""

    @property
    def public_id(self) -> str:
        return self.session.public_id

    @property
    def name(self) -> str:
        """The session's name in reports and messages."""
        return f"{self.session}: {', '.join(seat['name'] for seat in self.part['seats'].content)}"

    @classmethod
    def read(cls, part: LinePart, id_map: IdMap) -> SessionRows:
        """Return the rows of a line; raises `ArchiveError` with the place of invalid content."""
        session = Session(club=id_map.club, creation_token=make_token(), **SESSIONS.read(part))
        if not isinstance(session.options, dict):
            raise part["options"].wrong_format()
        if session.tariff is not None:
            _refuse_unreadable(session, part["tariff"])
        evening = part["evening"].or_none()
        if evening:
            if evening.text() not in id_map.evenings:
                raise evening.error(_("the file has no entry with this name."))
            session.evening = id_map.evenings[evening.text()]
        if number := part["round"].or_none():
            session.round = _round(number, session.evening, id_map)
        rows = cls(part, session, _read_seats(part["seats"], session, id_map))
        rows._read_hands(part["hands"])
        rows.changes = [_change(one, session) for one in part["changes"].each()]
        rows.settlements = [_settlement(one, session, len(rows.seats)) for one in part["settlements"].each()]
        stand = any(one.withdrawn_at is None for one in rows.settlements)
        if stand is not (session.closed_at is not None):
            raise part["settlements"].error(_("a closed session must have a settlement, and an open one must not."))
        rows._read_results(part["results"])
        rows.written = [
            WrittenTotal(session=session, **WRITTEN_TOTALS.read(one)) for one in part["written_totals"].each()
        ]
        return rows

    def _read_hands(self, parts: LinePart) -> None:
        for place, part in enumerate(parts.each()):
            replaces = part["replaces"].or_none()
            before = None if replaces is None else replaces.number()
            if before is not None and not 0 <= before < place:
                raise part["replaces"].error(_("there is no hand at that number."))
            replaced = None if before is None else self.hands[before]
            hand = Hand(session=self.session, replaces=replaced, **HANDS.read(part))
            if not isinstance(hand.outcome, dict):
                raise part["outcome"].wrong_format()
            self.hands.append(hand)
            self.depths.append(0 if before is None else self.depths[before] + 1)
            self.replaced.update([] if before is None else [before])

    def _read_results(self, parts: LinePart) -> None:
        for part in parts.each():
            result = Result(session=self.session, seat=self._seat(part["seat"]), **RESULTS.read(part))
            self.results.append(result)
            self.call_stats += [CallStats(result=result, **CALL_STATS.read(one)) for one in part["call_stats"].each()]
            self.pair_stats += [
                PlayerPairStats(result=result, other=self._seat(one["other"]), **PAIR_STATS.read(one))
                for one in part["pair_stats"].each()
            ]
        if not any(one.hands or one.total for one in self.results):
            # Older versions wrote results for sessions in which nothing was played.
            self.results, self.call_stats, self.pair_stats = [], [], []

    def _seat(self, part: LinePart) -> Seat:
        number = part.number()
        if not 0 <= number < len(self.seats):
            raise part.error(_("there is nobody at that seat."))
        return self.seats[number]

    # Checking

    def replayed(self) -> list[int] | None:
        """Return the totals of the hands in the line, without using the database."""
        live = [hand for place, hand in enumerate(self.hands) if place not in self.replaced]
        live.sort(key=lambda hand: hand.number)
        rows = [played(hand.number, hand.outcome, voided=hand.voided_at is not None) for hand in live]
        return totals_of(self.session, self.seats, rows)

    def require_totals(self, totals: list[int] | None) -> None:
        """Raise `ArchiveError` if the totals differ from those in the file."""
        if totals != self.part["totals"].content:
            words = _("the totals of %(session)s are %(here)s here and %(there)s in the file.")
            in_file = _counters(self.part["totals"].content)
            values = {"session": self.name, "here": _counters(totals), "there": in_file}
            raise self.part["totals"].error(words % values)

    # Writing

    def take_over(self, stored: Session, *, existing_changes: int) -> None:
        """Continue an existing session; its players, links, evening and round stay as they are here."""
        for name in ("revision", "closed_at", "locked_at", "called"):
            setattr(stored, name, getattr(self.session, name))
        existing = list(stored.seats.order_by("place"))
        for result in self.results:
            result.seat = existing[result.seat.place]
        for one in self.pair_stats:
            one.other = existing[one.other.place]
        rows: Iterable[Any] = (*self.hands, *self.changes, *self.settlements, *self.results, *self.written)
        for row in rows:
            row.session = stored
        self.session, self.seats, self.changes = stored, [], self.changes[existing_changes:]

    def clear(self) -> None:
        """Delete the rows that are inserted again; the journal and access rights stay."""
        for rows in (self.session.results, self.session.settlements, self.session.hands):
            rows.all().delete()
        WrittenTotal.objects.filter(session=self.session).delete()

    @staticmethod
    def insert(batch: Sequence[SessionRows], id_map: IdMap) -> None:
        """Insert the rows of saved sessions, model by model."""
        id_map.insert([seat for rows in batch for seat in rows.seats])
        deepest = max((depth for rows in batch for depth in rows.depths), default=0)
        for depth in range(deepest + 1):  # a row comes after the one that it replaces
            now = [(rows, place) for rows in batch for place, at in enumerate(rows.depths) if at == depth]
            id_map.insert([rows.hands[place] for rows, place in now if place in rows.replaced])
            bulk_insert([rows.hands[place] for rows, place in now if place not in rows.replaced])
        id_map.insert([row for rows in batch for row in rows.results])
        for name in ("changes", "settlements", "call_stats", "pair_stats", "written"):
            bulk_insert([row for rows in batch for row in getattr(rows, name)])


def _round(part: LinePart, evening: Evening | None, id_map: IdMap) -> Round | None:
    """Return the round of the session's evening with this number; None if it is not added here."""
    key = (evening.public_id if evening else "", part.number())
    if key not in id_map.rounds:
        raise part.error(_("the file has no entry with this name."))
    return id_map.rounds[key]


def _refuse_unreadable(session: Session, part: LinePart) -> None:
    """Raise `ArchiveError` if the session's rules can't read its tariff; without its game, nothing is checked."""
    rules = registry.find_rules(session.game)
    if not isinstance(part.content, dict):
        raise part.wrong_format()
    if rules and session.rules in rules.rule_sets:
        try:
            rules.tariff(session.rules).read_own(part.content)
        except RuleError as error:
            raise part.error(in_words(error.message)) from error


def _read_seats(parts: LinePart, session: Session, id_map: IdMap) -> list[Seat]:
    seats: list[Seat] = []
    for place, part in enumerate(parts.each()):
        row = SEATS.read(part)
        player = id_map.people.get(part["player"].text())
        if row["place"] != place:
            raise part["place"].error(_("there is nobody at that seat."))
        if player is None:
            raise part["player"].error(_("the file has no person with this name."))
        if any(seat.player is player for seat in seats):
            words = _("%(name)s sits at this table twice: two people in the file are the same person here.")
            raise part["player"].error(words % {"name": player})
        seats.append(Seat(session=session, player=player, **row))
    return seats


def _change(part: LinePart, session: Session) -> Change:
    """Return a journal entry; its browser and form token are not taken over."""
    row = CHANGES.read(part)
    if row["revision"] > session.revision:
        raise part["revision"].error(_("the session has not reached this revision."))
    return Change(session=session, token=make_token(), **row)


def _settlement(part: LinePart, session: Session, size: int) -> Settlement:
    row = SETTLEMENTS.read(part)
    if [one.number() for one in part["totals"].each()] and len(row["totals"]) != size:
        raise part["totals"].wrong_format()
    if part["transfers"].or_none():
        for one in part["transfers"].each():
            one.only("debtor", "creditor", "amount")["amount"].number()
            if not all(0 <= one[name].number() < size for name in ("debtor", "creditor")):
                raise one.error(_("there is nobody at that seat."))
    for one in part["paid"].each():
        if not all(0 <= one.only("debtor", "creditor")[name].number() < size for name in ("debtor", "creditor")):
            raise one.error(_("there is nobody at that seat."))
    for one in part["paid_together"].each():
        one.only("debtor", "creditor", "amount")["amount"].text()
        for name in ("debtor", "creditor"):
            one[name].only("session", "place")["session"].text()
            one[name]["place"].number()
    return Settlement(session=session, **row)


def _counters(totals: Any) -> str:
    return ", ".join(map(str, totals)) if isinstance(totals, list) else "—"
