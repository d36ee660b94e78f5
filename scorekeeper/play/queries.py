"""Every read of a session that is longer than a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.utils import timezone

from games import registry
from games.scoring.tariffs import OwnTariff
from games.scoring.types import CORRECTION, Amounts
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.collation import name_order
from scorekeeper.clubs.models import Club, ClubDevice, HouseRules, Player, RemovedPhone, Starters
from scorekeeper.play.empty_sessions import not_empty
from scorekeeper.play.errors import PANEL
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.ledger.accounting import came_to
from scorekeeper.play.ledger.ledgers import PlayedHand as PlayedHand
from scorekeeper.play.ledger.ledgers import SessionLedger as SessionLedger
from scorekeeper.play.models import Access, Change, Hand, Role, Seat, Session, Settlement
from scorekeeper.play.removed_phones import lost, opens
from scorekeeper.play.session_draft import NO_WAYS, TARIFF, ClubDefaults, Ways, typed

OF_CLUB = {field.attname: f"club_{field.column}_of_it" for field in Club._meta.concrete_fields}
"""The columns of the session's club, as `OPEN_FOR` names them."""
OPEN_FOR = f"""
    SELECT play_session.*, access.id AS access_id, access.role AS access_role, access.label AS access_label,
        EXISTS (
            SELECT 1 FROM clubs_removedphone AS removed
            WHERE removed.club_id = play_session.club_id AND removed.device = access.device
        ) AS of_removed_phone,
        {", ".join(f"club.{field.column} AS {OF_CLUB[field.attname]}" for field in Club._meta.concrete_fields)}
    FROM play_access AS access JOIN play_session ON play_session.id = access.session_id
        LEFT JOIN clubs_club AS club ON club.id = play_session.club_id
    WHERE access.device = %s AND play_session.public_id = %s AND access.shut_out_at IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM clubs_removedphone AS removed
            WHERE removed.club_id = play_session.club_id AND removed.device = access.device
                AND removed.removed_at >= access.granted_at
        )
"""  # noqa: S608 - names of our own columns
"""Every request asks this, and the ORM takes three times as long to put it together as the database to answer it."""


def open_for(device: str | None, public_id: str) -> Access:
    """What the device may do at that table, its session and club included; raises `Access.DoesNotExist` if nothing.

    A table that is not there and one at which this device was not let in are the same here: one statement, which finds
    nothing. What it takes longer for one of them is a step in an index. Where the session is locked, all only watch.
    """
    session = next(iter(Session.objects.raw(OPEN_FOR, [device, public_id])), None)
    if session is None:
        raise Access.DoesNotExist
    found = vars(session)
    values = [found["access_id"], session.pk, device, found["access_role"], found["access_label"], None]
    names = ["id", "session_id", "device", "role", "label", "shut_out_at"]
    access = Access.from_db(session._state.db, names, values)
    access.of_removed_phone = bool(found["of_removed_phone"])
    if session.locked_at is not None:
        access.role = Role.WATCHER  # whatever it may do else
    session.club = (
        Club.from_db(session._state.db, list(OF_CLUB), [found[name] for name in OF_CLUB.values()])
        if session.club_id
        else None
    )
    access.session = session
    return access


def shut_out(device: str | None, public_id: str) -> bool:
    """Whether the device was let in at that table and shut out again."""
    return Access.objects.filter(device=device, session__public_id=public_id, shut_out_at__isnull=False).exists()


def removed_from_club_of(device: str, public_id: str) -> Club | None:
    """Return the club of a table, where an organiser has removed the browser from it."""
    return Club.objects.filter(sessions__public_id=public_id, removed_phones__device=device).first()


def of_its_club(device: str, public_id: str) -> Session | None:
    """A table of the club that the device belongs to."""
    return Session.objects.filter(public_id=public_id, club__devices__device=device).first()


def of_clubs(clubs: QuerySet[Club], public_id: str) -> Session | None:
    """A table of one of these clubs."""
    return Session.objects.filter(public_id=public_id, club__in=clubs).first()


def ledger(session: Session) -> SessionLedger:
    """The session's ledger; where others wrote meanwhile, `session` is brought up to their revision."""
    return ledgers.of(session)


def seats(session: Session) -> list[Seat]:
    return list(session.seats.select_related("player").order_by("place"))


def journal(session: Session) -> list[Change]:
    """Every change, the latest first."""
    return list(session.changes.order_by("-revision"))


def changes_since(session: Session, revision: int, *, until: int, count: int = 3) -> list[Change]:
    """The latest changes after a revision and up to another, the latest first."""
    return list(session.changes.filter(revision__gt=revision, revision__lte=until).order_by("-revision")[:count])


def settlement(session: Session) -> Settlement | None:
    """What the session was settled at, while it is closed."""
    return session.settlements.filter(withdrawn_at=None).first()


def known_players(device: str | None) -> list[str]:
    """The names of the players this device has written for, those of clubs left out, those seen last first."""
    if device is None:
        return []
    mine = Q(
        seats__session__accesses__device=device,
        seats__session__accesses__role=Role.SCORER,
        seats__session__accesses__shut_out_at=None,
        club=None,
    )
    seen = Player.objects.filter(mine).annotate(seen=Max("seats__session__started_at"))
    rows = sorted(seen.values_list("seen", "name"), key=lambda row: name_order(row[1]))
    rows.sort(key=lambda row: row[0], reverse=True)
    return list(dict.fromkeys(name for _seen, name in rows))


def ways(club: Club | None) -> Ways:
    """How a club plays the games, for the forms that offer them."""
    if club is None:
        return NO_WAYS
    found: dict[tuple[str, str], dict[str, OwnTariff]] = {}
    for tariff in tariffs.offered(club):
        found.setdefault((tariff.game, tariff.rules), {})[str(tariff.pk)] = tariffs.latest(tariff)
    return Ways(houses=_houses(club, found), tariffs=found)


def _houses(club: Club, offered: Mapping[tuple[str, str], Collection[str]]) -> dict[str, ClubDefaults]:
    """Each with its tariff, where that is still offered."""

    def options(row: HouseRules) -> dict[str, str]:
        found, key = {name: typed(value) for name, value in row.options.items()}, str(row.tariff_id)
        return {**found, TARIFF: key} if key in offered.get((row.game, row.rules), ()) else found

    return {
        row.game: ClubDefaults(
            rules=row.rules,
            options=options(row),
            stake="" if row.stake is None else f"{row.stake.normalize():f}",
            currency=row.currency,
        )
        for row in club.house_rules.order_by("game")
        if registry.find(row.game)
    }


def accesses(session: Session) -> list[Access]:
    """Every browser that was ever let in, those who write first, in the order in which they came.

    Without those that were removed from the club: only the club can let them in again.
    """
    return list(session.accesses.filter(~lost()).exclude(device__startswith=PANEL).order_by("role", "pk"))


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A session as the home page lists it; `hands` counts those that were played.

    `goes_on` is whether this device may start another one with the same people.
    """

    session: Session
    role: str
    names: tuple[str, ...]
    totals: Amounts
    hands: int
    goes_on: bool = False


@dataclass(frozen=True, kw_only=True)
class Home:
    """What a device sees at home, the latest first; `more` says that older closed sessions are left out."""

    open: list[Listed]
    closed: list[Listed]
    more: bool


def home(device: str | None, *, closed: int = 20) -> Home:
    """The sessions a device has access to: all that are open, and the latest `closed` of the closed ones."""
    mine = Access.objects.filter(opens(), device=device).select_related("session")
    still_open = mine.filter(session__closed_at=None).order_by("-session__started_at", "-session_id")
    settled = mine.filter(not_empty("session__"), session__closed_at__isnull=False)
    settled = settled.order_by("-session__closed_at", "-session_id")
    found = list(settled[: closed + 1])
    over = _listed_closed(found[:closed], device)
    return Home(open=_listed_open(list(still_open)), closed=over, more=len(found) > closed)


BOARD_KEEPS = timedelta(hours=24)
"""A table at which nothing was written for longer is not on the board: it was left open on another evening."""
MOST_ON_BOARD = 24


def board(device: str | None) -> list[Session]:
    """The tables that are being played where this device may look, in the order in which they were started."""
    lately = Change.objects.filter(session=OuterRef("pk"), at__gte=timezone.now() - BOARD_KEEPS)
    let_in = Access.objects.filter(opens(), device=device, session__closed_at=None)
    mine = Session.objects.filter(pk__in=let_in.values("session"))
    found = mine.filter(Exists(lately)).order_by("-started_at", "-pk")[:MOST_ON_BOARD]
    return list(reversed(ledgers.installed(found)))


def only_table(device: str) -> Session | None:
    """The one table that is being played: of those at which this device writes, else of all; None if not just one."""
    playing = board(device)
    mine = Access.objects.filter(opens(), device=device, role=Role.SCORER, session__in=playing)
    writes = set(mine.values_list("session_id", flat=True))
    found = [session for session in playing if session.pk in writes] or playing
    return found[0] if len(found) == 1 else None


def tables_of(club: Club, device: str | None) -> list[Listed]:
    """The tables at which a club is playing, the latest first, as one of its phones sees them."""
    lately = Change.objects.filter(session=OuterRef("pk"), at__gte=timezone.now() - BOARD_KEEPS)
    playing = Session.objects.filter(Exists(lately), club=club, closed_at=None)
    sessions = ledgers.installed(playing.order_by("-started_at", "-pk")[:MOST_ON_BOARD])
    writes = set(
        Access.objects.filter(device=device, session__in=sessions, role=Role.SCORER).values_list("session", flat=True)
    )
    found = ledgers.load_all(sessions)
    return [
        _listed(session, found[session.pk], Role.SCORER if session.pk in writes else Role.WATCHER)
        for session in sessions
    ]


def may_look(device: str | None, sessions: Sequence[Session]) -> set[int]:
    """At which of these tables this device was let in, by primary key."""
    mine = Access.objects.filter(opens(), device=device, session__in=sessions)
    return set(mine.values_list("session_id", flat=True))


def _listed_open(accesses: Sequence[Access]) -> list[Listed]:
    found = ledgers.load_all(ledgers.installed(access.session for access in accesses))
    return [
        _listed(access.session, found[access.session_id], access.role)
        for access in accesses
        if access.session_id in found
    ]


def _listed(session: Session, ledger: SessionLedger, role: str) -> Listed:
    return Listed(
        session=session,
        role=role,
        names=ledger.table.players,
        totals=ledger.totals,
        hands=len(ledger.played),
    )


def _listed_closed(accesses: Sequence[Access], device: str | None) -> list[Listed]:
    """From what was settled: nothing is replayed for a session that is over."""
    sessions = [access.session_id for access in accesses]
    names = _names(sessions)
    frozen = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
    totals = {
        session: came_to(counters, transfers)
        for session, counters, transfers in frozen.values_list("session", "totals", "transfers")
    }
    hands = hands_played(sessions)
    refusing = _clubs_that_refuse({club for access in accesses if (club := access.session.club_id)}, device)
    return [
        Listed(
            session=access.session,
            role=access.role,
            names=names[access.session_id],
            totals=totals[access.session_id],
            hands=hands[access.session_id],
            goes_on=access.role == Role.SCORER and access.session.club_id not in refusing,
        )
        for access in accesses
    ]


def hands_played(sessions: Iterable[int]) -> Counter[int]:
    """How many hands each of some sessions has, as their ledgers would say, in one statement."""
    live = Hand.objects.filter(session__in=sessions, replaced_by=None, voided_at=None).order_by()
    by_call = live.values_list("session", "session__game", KT("outcome__call")).annotate(Count("pk"))
    found: Counter[int] = Counter()
    for session, game, call, count in by_call:
        rules = registry.find_rules(game)
        # Of a game that is gone, nobody knows which calls were misdeals.
        if rules.is_played(call) if rules else call != CORRECTION:
            found[session] += count
    return found


def _clubs_that_refuse(clubs: set[int], device: str | None) -> set[int]:
    """Those of some clubs in which a device may not start sessions."""
    if not clubs:
        return set()
    runs = ClubDevice.objects.filter(club=OuterRef("pk"), device=device, runs=True)
    removed = RemovedPhone.objects.filter(club=OuterRef("pk"), device=device)
    picky = Club.objects.filter(Exists(removed) | Q(~Exists(runs), starters=Starters.RUNNERS), pk__in=clubs)
    return set(picky.values_list("pk", flat=True))


def _names(sessions: Iterable[int]) -> dict[int, tuple[str, ...]]:
    names: dict[int, tuple[str, ...]] = {}
    seated = Seat.objects.filter(session__in=sessions).order_by("session_id", "place")
    for session, name in seated.values_list("session_id", "name"):
        names[session] = (*names.get(session, ()), name)
    return names
