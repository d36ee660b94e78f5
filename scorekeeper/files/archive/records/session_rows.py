"""The rows of a session: from the database to its line and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.files.archive.bulk_insert import pour
from scorekeeper.files.archive.fields import LinePart, columns, told
from scorekeeper.files.archive.id_map import Arrival
from scorekeeper.files.archive.records.base import Said
from scorekeeper.files.archive.references import Names
from scorekeeper.files.archive.replay_check import played, totals_of
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.models import Change, Hand, Seat, Session, Settlement, make_token
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.standings.models import CallStats, PlayerPairStats, Result

COLUMNS = (
    *("public_id", "game", "rules", "options", "tariff", "first_dealer", "stake", "currency"),
    *("revision", "started_at", "closed_at", "locked_at", "called", "table_number"),
)
NOT_YET = {"table_number": None}
"""Defaults of columns that older files lack. Tables are numbered when all sessions are imported."""
OF_SEAT = ("place", "name")
OF_HAND = ("number", "outcome", "rules_version", "recorded_at", "voided_at")
OF_CHANGE = ("revision", "verb", "hand_number", "before", "after", "who", "at")
OF_SETTLEMENT = ("totals", "transfers", "stake", "currency", "settled_at", "withdrawn_at")
OF_RESULT = ("total", "points", "hands", "best", "best_amount", "worst", "worst_amount")
OF_CALL_STATS = ("call", "made", "failed", "amount")
OF_PAIR_STATS = ("together", "together_amount", "against", "against_amount")
OF_WRITTEN = ("hand_number", "place", "total")
LISTS = ("seats", "hands", "changes", "settlements", "results", "written_totals")


# From the database


def lines_of(sessions: Sequence[Session], names: Names, totals: Mapping[int, list[int] | None]) -> Iterator[Said]:
    """Yield the lines of some sessions, in order."""
    within = {"session__in": sessions}
    lists = {
        "seats": _seats(within, names),
        "hands": _hands(within),
        "changes": _plain(Change, OF_CHANGE, within, "revision"),
        "settlements": _plain(Settlement, OF_SETTLEMENT, within, "pk"),
        "results": _results(within),
        "written_totals": _plain(WrittenTotal, OF_WRITTEN, within, "hand_number", "place"),
    }
    for one in sessions:
        yield {
            **told(Session, COLUMNS, [getattr(one, name) for name in COLUMNS]),
            "evening": names.evenings.get(one.evening_id or 0),
            "follows": names.sessions.get(one.follows_id or 0),
            **{name: found.get(one.pk, []) for name, found in lists.items()},
            "totals": totals[one.pk],
        }


def _plain(model: type[Model], names: Sequence[str], within: Mapping[str, Any], *order: str) -> dict[int, list[Said]]:
    found: dict[int, list[Said]] = defaultdict(list)
    rows = model._base_manager.filter(**within).order_by("session_id", *order)
    for session, *values in rows.values_list("session_id", *names):
        found[session].append(told(model, names, values))
    return found


def _seats(within: Mapping[str, Any], names: Names) -> dict[int, list[Said]]:
    found: dict[int, list[Said]] = defaultdict(list)
    rows = Seat.objects.filter(**within).order_by("session_id", "place")
    for session, player, *values in rows.values_list("session_id", "player__uid", *OF_SEAT):
        found[session].append({**told(Seat, OF_SEAT, values), "player": player})
    return found


def _hands(within: Mapping[str, Any]) -> dict[int, list[Said]]:
    """Return every row of a hand; `replaces` is the list index of the row that it replaces."""
    found: dict[int, list[Said]] = defaultdict(list)
    places: dict[int, int] = {}
    rows = Hand.objects.filter(**within).order_by("session_id", "number", "pk")
    for session, pk, replaces, *values in rows.values_list("session_id", "pk", "replaces_id", *OF_HAND):
        places[pk] = len(found[session])
        found[session].append({**told(Hand, OF_HAND, values), "replaces": places.get(replaces)})
    return found


def _results(within: Mapping[str, Any]) -> dict[int, list[Said]]:
    """Return the results by session, in seat order, with their statistics nested."""
    call_stats: dict[int, list[Said]] = defaultdict(list)
    of_result = {f"result__{name}": value for name, value in within.items()}
    for result, *values in (
        CallStats.objects.filter(**of_result).order_by("call").values_list("result_id", *OF_CALL_STATS)
    ):
        call_stats[result].append(told(CallStats, OF_CALL_STATS, values))
    pair_stats: dict[int, list[Said]] = defaultdict(list)
    others = PlayerPairStats.objects.filter(**of_result).order_by("other__place")
    for result, place, *values in others.values_list("result_id", "other__place", *OF_PAIR_STATS):
        pair_stats[result].append({**told(PlayerPairStats, OF_PAIR_STATS, values), "other": place})
    found: dict[int, list[Said]] = defaultdict(list)
    rows = Result.objects.filter(**within).order_by("session_id", "seat__place")
    for session, pk, place, *values in rows.values_list("session_id", "pk", "seat__place", *OF_RESULT):
        found[session].append(
            {
                "seat": place,
                **told(Result, OF_RESULT, values),
                "call_stats": call_stats[pk],
                "pair_stats": pair_stats[pk],
            }
        )
    return found


# To the database


@dataclass
class SessionRows:
    """The rows of one session from the file, not yet inserted."""

    part: LinePart
    session: Session
    seats: list[Seat]
    hands: list[Hand]
    changes: list[Change]
    settlements: list[Settlement]
    results: list[Result]
    call_stats: list[CallStats]
    pair_stats: list[PlayerPairStats]
    written: list[WrittenTotal]
    replaces: list[int | None] = field(default_factory=list)

    @property
    def public_id(self) -> str:
        return self.session.public_id

    @property
    def name(self) -> str:
        """The session's name in reports and messages."""
        return f"{self.session}: {', '.join(seat['name'] for seat in self.part['seats'].said)}"

    @classmethod
    def read(cls, part: LinePart, arrival: Arrival) -> SessionRows:
        """Return the rows of a line; raises `ClubFileError` with the place of invalid content."""
        if isinstance(part.said, Mapping):
            part = LinePart(part.line, {**NOT_YET, **part.said}, part.place)
        part.only(*COLUMNS, *LISTS, "evening", "follows", "totals")
        session = Session(club=arrival.club, creation_token=make_token(), **columns(Session, COLUMNS, part))
        if not isinstance(session.options, dict):
            raise part["options"].refused(_("this has the wrong format."))
        if session.tariff is not None:
            _refuse_unreadable(session, part["tariff"])
        evening = part["evening"].maybe()
        if evening:
            if evening.text() not in arrival.evenings:
                raise evening.refused(_("the file has no entry with this name."))
            session.evening = arrival.evenings[evening.text()]
        found = cls(part, session, _read_seats(part["seats"], session, arrival), [], [], [], [], [], [], [])
        found._read_hands(part["hands"])
        found.changes = [_change(one, session) for one in part["changes"].each()]
        found.settlements = [_settlement(one, session, len(found.seats)) for one in part["settlements"].each()]
        stand = any(one.withdrawn_at is None for one in found.settlements)
        if stand is not (session.closed_at is not None):
            raise part["settlements"].refused(_("a closed session must have a settlement, and an open one must not."))
        found._read_results(part["results"])
        found.written = [
            WrittenTotal(session=session, **columns(WrittenTotal, OF_WRITTEN, one.only(*OF_WRITTEN)))
            for one in part["written_totals"].each()
        ]
        return found

    def _read_hands(self, parts: LinePart) -> None:
        for place, part in enumerate(parts.each()):
            self.hands.append(Hand(session=self.session, **columns(Hand, OF_HAND, part.only(*OF_HAND, "replaces"))))
            if not isinstance(self.hands[-1].outcome, dict):
                raise part["outcome"].refused(_("this has the wrong format."))
            replaces = part["replaces"].maybe()
            before = None if replaces is None else replaces.number()
            if before is not None and not 0 <= before < place:
                raise part["replaces"].refused(_("there is no hand at that number."))
            self.replaces.append(before)

    def _read_results(self, parts: LinePart) -> None:
        for part in parts.each():
            part.only("seat", *OF_RESULT, "call_stats", "pair_stats")
            said = columns(Result, OF_RESULT, part)
            result = Result(session=self.session, seat=self._seat(part["seat"]), **said)
            self.results.append(result)
            self.call_stats += [
                CallStats(result=result, **columns(CallStats, OF_CALL_STATS, one.only(*OF_CALL_STATS)))
                for one in part["call_stats"].each()
            ]
            self.pair_stats += [
                PlayerPairStats(
                    result=result,
                    other=self._seat(one["other"]),
                    **columns(PlayerPairStats, OF_PAIR_STATS, one.only("other", *OF_PAIR_STATS)),
                )
                for one in part["pair_stats"].each()
            ]
        if not any(one.hands or one.total for one in self.results):
            # Older versions wrote results for sessions in which nothing was played.
            self.results, self.call_stats, self.pair_stats = [], [], []

    def _seat(self, part: LinePart) -> Seat:
        number = part.number()
        if not 0 <= number < len(self.seats):
            raise part.refused(_("there is nobody at that seat."))
        return self.seats[number]

    # Checking

    def replayed(self) -> list[int] | None:
        """Return the totals of the hands in the line, without using the database."""
        replaced = {place for place in self.replaces if place is not None}
        live = sorted(
            (hand for place, hand in enumerate(self.hands) if place not in replaced), key=lambda hand: hand.number
        )
        rows = [played(hand.number, hand.outcome, hand.recorded_at, hand.voided_at) for hand in live]
        return totals_of(self.session, self.seats, rows)

    def require_totals(self, totals: list[int] | None) -> None:
        """Raise `ClubFileError` if the totals differ from those in the file."""
        if totals != self.part["totals"].said:
            words = _("the totals of %(session)s are %(here)s here and %(there)s in the file.")
            said = {"session": self.name, "here": _counters(totals), "there": _counters(self.part["totals"].said)}
            raise self.part["totals"].refused(words % said)

    # Writing

    def take_over(self, found: Session, *, known: int) -> None:
        """Continue an existing session; its players, links and evening stay as they are here."""
        for name in ("revision", "closed_at", "locked_at", "called"):
            setattr(found, name, getattr(self.session, name))
        here = list(found.seats.order_by("place"))
        for result in self.results:
            result.seat = here[result.seat.place]
        for one in self.pair_stats:
            one.other = here[one.other.place]
        rows: Iterable[Any] = (*self.hands, *self.changes, *self.settlements, *self.results, *self.written)
        for row in rows:
            row.session = found
        self.session, self.seats, self.changes = found, [], self.changes[known:]

    def clear(self) -> None:
        """Delete the rows that are inserted again; the journal and access rights stay."""
        for rows in (self.session.results, self.session.settlements, self.session.hands):
            rows.all().delete()
        WrittenTotal.objects.filter(session=self.session).delete()

    @staticmethod
    def insert(every: Sequence[SessionRows], arrival: Arrival) -> None:
        """Insert the rows of saved sessions, model by model."""
        arrival.insert([seat for rows in every for seat in rows.seats])
        left = [(rows, place) for rows in every for place in range(len(rows.hands))]
        done: set[tuple[str, int | None]] = set()
        while left:  # first the rows that replace none, then those that replace them
            now = [
                (rows, place)
                for rows, place in left
                if rows.replaces[place] is None or (rows.public_id, rows.replaces[place]) in done
            ]
            for rows, place in now:
                before = rows.replaces[place]
                rows.hands[place].replaces = None if before is None else rows.hands[before]
            arrival.insert([rows.hands[place] for rows, place in now if place in rows.replaces])
            pour([rows.hands[place] for rows, place in now if place not in rows.replaces])
            done |= {(rows.public_id, place) for rows, place in now}
            left = [one for one in left if (one[0].public_id, one[1]) not in done]
        arrival.insert([row for rows in every for row in rows.results])
        for name in ("changes", "settlements", "call_stats", "pair_stats", "written"):
            pour([row for rows in every for row in getattr(rows, name)])


def _refuse_unreadable(session: Session, part: LinePart) -> None:
    """Raise `ClubFileError` if the session's rules can't read its tariff; without its game, nothing is checked."""
    rules = registry.find_rules(session.game)
    if not isinstance(part.said, dict):
        raise part.refused(_("this has the wrong format."))
    if rules and session.rules in rules.rule_sets:
        try:
            rules.tariff(session.rules).read_own(part.said)
        except RuleError as error:
            raise part.refused(in_words(error.message)) from error


def _read_seats(parts: LinePart, session: Session, arrival: Arrival) -> list[Seat]:
    seats: list[Seat] = []
    for place, part in enumerate(parts.each()):
        said = columns(Seat, OF_SEAT, part.only(*OF_SEAT, "player"))
        player = arrival.people.get(part["player"].text())
        if said["place"] != place:
            raise part["place"].refused(_("there is nobody at that seat."))
        if player is None:
            raise part["player"].refused(_("the file has no person with this name."))
        if any(seat.player is player for seat in seats):
            words = _("%(name)s sits at this table twice: two people in the file are one person here.")
            raise part["player"].refused(words % {"name": player})
        seats.append(Seat(session=session, player=player, **said))
    return seats


def _change(part: LinePart, session: Session) -> Change:
    """Return a journal entry; its browser and form token are not taken over."""
    said = columns(Change, OF_CHANGE, part.only(*OF_CHANGE))
    if said["revision"] > session.revision:
        raise part["revision"].refused(_("the session has not reached this revision."))
    return Change(session=session, token=make_token(), **said)


def _settlement(part: LinePart, session: Session, size: int) -> Settlement:
    said = columns(Settlement, OF_SETTLEMENT, part.only(*OF_SETTLEMENT))
    if [one.number() for one in part["totals"].each()] and len(said["totals"]) != size:
        raise part["totals"].refused(_("this has the wrong format."))
    if part["transfers"].maybe():
        for one in part["transfers"].each():
            one.only("debtor", "creditor", "amount")["amount"].number()
            if not all(0 <= one[name].number() < size for name in ("debtor", "creditor")):
                raise one.refused(_("there is nobody at that seat."))
    return Settlement(session=session, **said)


def _counters(totals: Any) -> str:
    return ", ".join(map(str, totals)) if isinstance(totals, list) else "—"
