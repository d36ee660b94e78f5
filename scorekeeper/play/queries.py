"""Database reads about sessions that take more than a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Max, OuterRef, QuerySet
from django.db.models.fields.json import KT
from django.utils import timezone

from games import registry
from games.scoring.tariffs import OwnTariff
from games.scoring.types import CORRECTION, Amounts
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club, ClubDevice, HouseRules, Player, Starters
from scorekeeper.clubs.names import name_order
from scorekeeper.play.errors import PANEL
from scorekeeper.play.ledger import SessionLedger, session_ledgers, with_installed_game
from scorekeeper.play.models import Access, Change, Hand, Role, Seat, Session, Settlement
from scorekeeper.play.nights import hidden_nights
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.play.session_draft import NO_CLUB_RULES, TARIFF, ClubDefaults, ClubRules, typed
from scorekeeper.play.totals import SessionTotals


def open_for(device: str | None, public_id: str) -> Access:
    """Return what the device may do at a table, with session and club loaded; raise `Access.DoesNotExist` if nothing.

    A table that doesn't exist and one without access for this device can't be told apart: the same query finds nothing.
    Their timing differs only by a step in an index. In a locked session everybody is a watcher.
    """
    access = Access.objects.of(device).select_related("session__club").get(session__public_id=public_id)
    if access.session.locked_at is not None:
        access.role = Role.WATCHER  # whatever role is stored
    return access


def tournament_tables(sessions: Collection[Session]) -> set[int]:
    """Return the primary keys of those sessions that are played in a round of a tournament."""
    in_rounds = [session.pk for session in sessions if session.round_id is not None]
    if not in_rounds:
        return set()
    of_tournaments = Session.objects.filter(pk__in=in_rounds, round__evening__tournament__isnull=False)
    return set(of_tournaments.values_list("pk", flat=True))


def access_revoked(device: str | None, public_id: str) -> bool:
    """Return whether the device had access to the table and was shut out."""
    return Access.objects.shut_out().filter(device=device, session__public_id=public_id).exists()


def table_of_own_club(device: str, public_id: str) -> Session | None:
    """Return the table if the device belongs to its club, or None."""
    return Session.objects.filter(public_id=public_id, club__devices__device=device).first()


def table_of_clubs(clubs: QuerySet[Club], public_id: str) -> Session | None:
    """Return the table if it belongs to one of these clubs, or None."""
    return Session.objects.filter(public_id=public_id, club__in=clubs).first()


def seats(session: Session) -> list[Seat]:
    """Return the seats at which people sit now, or sat last, with their players."""
    seats = Seat.objects.filter(stretch__session=session).in_last_stretch()
    return list(seats.select_related("player").order_by("place"))


def people(session: Session, *, until: int | None = None) -> list[Seat]:
    """Return the latest seat of everybody who sat at the table, in the order in which they first sat down.

    Stretches that begin with a later hand than `until` are left out.
    """
    seats = Seat.objects.of([session]).select_related("stretch", "player")
    if until is not None:
        seats = seats.filter(stretch__first_hand__lte=until)
    return list({seat.player_id: seat for seat in seats}.values())


def recorded_at(hand: int) -> datetime:
    """Return when the row of a hand was recorded. Ledgers leave it out: only the page of the hand shows it."""
    return Hand.objects.values_list("recorded_at", flat=True).get(pk=hand)


def journal(session: Session) -> list[Change]:
    """Return every change, newest first."""
    return list(session.changes.order_by("-revision"))


def changes_since(session: Session, revision: int, *, until: int, count: int = 3) -> list[Change]:
    """Return the latest changes after a revision and up to another, newest first."""
    since = session.changes.filter(revision__gt=revision, revision__lte=until)
    return list(since.order_by("-revision")[:count])


def settlement(session: Session) -> Settlement | None:
    """Return the settlement in force of a closed session, or None."""
    return session.settlements.filter(withdrawn_at=None).first()


def known_players(device: str | None) -> list[str]:
    """Return the names of players in sessions that this device scores, most recent first, without players of clubs."""
    if device is None:
        return []
    sessions = Session.objects.recorded_by(device)
    known = Player.objects.filter(club=None, seats__stretch__session__in=sessions)
    with_last_seen = known.annotate(seen=Max("seats__stretch__session__started_at"))
    rows = sorted(with_last_seen.values_list("seen", "name"), key=lambda row: name_order(row[1]))
    rows.sort(key=lambda row: row[0], reverse=True)
    return list(dict.fromkeys(name for _seen, name in rows))


def club_rules(club: Club | None) -> ClubRules:
    """Return a club's house rules and tariffs, for the forms that offer them."""
    if club is None:
        return NO_CLUB_RULES
    tariffs_by_rules: dict[tuple[str, str], dict[str, OwnTariff]] = {}
    for tariff in tariffs.offered(club):
        tariffs_by_rules.setdefault((tariff.game, tariff.rules), {})[str(tariff.pk)] = tariffs.latest(tariff)
    return ClubRules(houses=_houses(club, tariffs_by_rules), tariffs=tariffs_by_rules)


def _houses(club: Club, offered: Mapping[tuple[str, str], Collection[str]]) -> dict[str, ClubDefaults]:
    """Return the house rules by game, each with its tariff if that is still offered."""

    def options(row: HouseRules) -> dict[str, str]:
        values, key = {name: typed(value) for name, value in row.options.items()}, str(row.tariff_id)
        return {**values, TARIFF: key} if key in offered.get((row.game, row.rules), ()) else values

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
    """Return the browsers that have access or were shut out: scorers first, each group in the order of joining."""
    return list(session.accesses.exclude(device__startswith=PANEL).order_by("role", "pk"))


@dataclass(frozen=True, kw_only=True)
class ListedSession:
    """A session as the home page lists it; `hands` is how many were played.

    `goes_on` means that this device may start another session with the same players, and `sees_night` that it may look
    at the night with which the session is settled.
    """

    session: Session
    role: str
    names: tuple[str, ...]
    totals: Amounts
    hands: int
    goes_on: bool = False
    sees_night: bool = False


@dataclass(frozen=True, kw_only=True)
class DeletedSession:
    """A deleted session as the home page lists it."""

    session: Session
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Home:
    """The sessions on a device's home page, newest first; `more` means that older closed ones are left out."""

    open: list[ListedSession]
    closed: list[ListedSession]
    more: bool
    deleted: list[DeletedSession]


def home(device: str | None, *, closed: int = 20) -> Home:
    """Return the sessions that a device has access to: all open ones, and the latest `closed` of the closed ones.

    Those that were deleted and can still be restored are apart from both. Sealed results that it may not see are left
    out.
    """
    own = Session.objects.open_to(device)
    settled = _accesses(device, own.not_deleted().closed_with_hands())
    closed_accesses = list(settled.order_by("-session__closed_at", "-session_id")[: closed + 1])
    finished = _listed_closed(_shown(closed_accesses[:closed], device), device)
    return Home(
        open=in_play_for(device),
        closed=finished,
        more=len(closed_accesses) > closed,
        deleted=_listed_deleted(own.recoverable()),
    )


def in_play_for(device: str | None) -> list[ListedSession]:
    """Return the sessions in play that a device has access to, newest first, without sealed results."""
    newest_first = _accesses(device, Session.objects.open_to(device).in_play()).order_by(
        "-session__started_at", "-session_id"
    )
    return _listed_open(_shown(list(newest_first), device))


def _accesses(device: str | None, sessions: QuerySet[Session]) -> QuerySet[Access]:
    """Return what a browser may do in these sessions, with each session and its round."""
    return Access.objects.of(device).filter(session__in=sessions).select_related("session__round")


def _listed_deleted(deleted: QuerySet[Session]) -> list[DeletedSession]:
    """Return these deleted sessions, the one that was deleted last first."""
    sessions = list(deleted.order_by("-deleted_at", "-pk"))
    names = _names([session.pk for session in sessions]) if sessions else {}
    return [DeletedSession(session=session, names=names[session.pk]) for session in sessions]


BOARD_PERIOD = timedelta(hours=24)
"""A table at which nothing was written for longer is not on the board: it was left open on another evening."""
MOST_ON_BOARD = 24


def board(device: str | None) -> list[Session]:
    """Return the tables in play that this device may look at, in the order in which they were started."""
    lately = Change.objects.filter(session=OuterRef("pk"), at__gte=timezone.now() - BOARD_PERIOD)
    playing = Session.objects.open_to(device).in_play().filter(Exists(lately)).select_related("round")
    newest = playing.order_by("-started_at", "-pk")[:MOST_ON_BOARD]
    return list(reversed(with_installed_game(newest)))


def only_table(device: str) -> Session | None:
    """Return the one table in play that this device scores or, if it scores none, the one on its board.

    None unless there is exactly one.
    """
    playing = board(device)
    writes = _writing(device, playing)
    candidates = [session for session in playing if session.pk in writes] or playing
    return candidates[0] if len(candidates) == 1 else None


def tables_of(club: Club, device: str | None) -> list[ListedSession]:
    """Return the tables at which a club is playing, newest first, without sealed results that the phone may not see."""
    lately = Change.objects.filter(session=OuterRef("pk"), at__gte=timezone.now() - BOARD_PERIOD)
    playing = club.sessions.in_play().filter(Exists(lately)).select_related("round")
    sessions = with_installed_game(playing.order_by("-started_at", "-pk")[:MOST_ON_BOARD])
    writes = _writing(device, sessions)
    hidden = hidden_from(device, sessions)
    sessions = [session for session in sessions if session.pk not in hidden]
    loaded = session_ledgers(sessions)
    return [
        _listed(session, loaded[session.pk], Role.SCORER if session.pk in writes else Role.WATCHER)
        for session in sessions
    ]


def _writing(device: str | None, sessions: Sequence[Session]) -> set[int]:
    """Return the primary keys of those sessions in which this device may record."""
    accesses = Access.objects.of(device).filter(role=Role.SCORER, session__in=sessions)
    return set(accesses.values_list("session_id", flat=True))


def may_look(device: str | None, sessions: Sequence[Session]) -> set[int]:
    """Return the primary keys of those sessions, deleted ones apart, to which this device has access."""
    own = Session.objects.open_to(device).not_deleted()
    return set(own.filter(pk__in=[session.pk for session in sessions]).values_list("pk", flat=True))


def _shown(accesses: Sequence[Access], device: str | None) -> list[Access]:
    """Return these accesses without those to sessions whose sealed results this device may not see."""
    hidden = hidden_from(device, [access.session for access in accesses])
    return [access for access in accesses if access.session_id not in hidden]


def _listed_open(accesses: Sequence[Access]) -> list[ListedSession]:
    loaded = session_ledgers(with_installed_game(access.session for access in accesses))
    return [
        _listed(access.session, loaded[access.session_id], access.role)
        for access in accesses
        if access.session_id in loaded
    ]


def _listed(session: Session, ledger: SessionLedger, role: str) -> ListedSession:
    return ListedSession(
        session=session,
        role=role,
        names=ledger.names,
        totals=ledger.totals,
        hands=len(ledger.played),
    )


def _listed_closed(accesses: Sequence[Access], device: str | None) -> list[ListedSession]:
    """Return closed sessions with their settled totals; no hand is replayed."""
    sessions = [access.session_id for access in accesses]
    names = _names(sessions)
    frozen = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
    totals = {settlement.session_id: SessionTotals.from_settlement(settlement).totals for settlement in frozen}
    hands = hands_played(sessions)
    refusing = _clubs_that_refuse({club for access in accesses if (club := access.session.club_id)}, device)
    seated_at_desk = tournament_tables([access.session for access in accesses])
    unseen = {None, *hidden_nights([access.session for access in accesses], device)}
    return [
        ListedSession(
            session=access.session,
            role=access.role,
            names=names[access.session_id],
            totals=totals[access.session_id],
            hands=hands[access.session_id],
            goes_on=access.role == Role.SCORER
            and access.session.club_id not in refusing
            and access.session_id not in seated_at_desk,
            sees_night=access.session.night_id not in unseen,
        )
        for access in accesses
    ]


def hands_played(sessions: Iterable[int]) -> Counter[int]:
    """Return how many hands were played in each session, as its ledger counts them, with one query."""
    live = Hand.objects.filter(session__in=sessions, replaced_by=None, voided_at=None).order_by()
    by_call = live.values_list("session", "session__game", KT("outcome__call")).annotate(Count("pk"))
    counts: Counter[int] = Counter()
    for session, game, call, count in by_call:
        rules = registry.find_rules(game)
        # If the game is no longer installed, misdeals can't be told apart.
        if rules.is_played(call) if rules else call != CORRECTION:
            counts[session] += count
    return counts


def _clubs_that_refuse(clubs: set[int], device: str | None) -> set[int]:
    """Return those of the clubs in which a device may not start sessions."""
    if not clubs:
        return set()
    runs = ClubDevice.objects.filter(club=OuterRef("pk"), device=device, runs=True)
    picky = Club.objects.filter(~Exists(runs), starters=Starters.RUNNERS, pk__in=clubs)
    return set(picky.values_list("pk", flat=True))


def _names(sessions: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of the people of each session, in the order in which they first sat down."""
    people: dict[int, dict[int, str]] = {}
    for seat in Seat.objects.of(sessions):
        people.setdefault(seat.stretch.session_id, {})[seat.player_id] = seat.name
    return {session: tuple(names.values()) for session, names in people.items()}
