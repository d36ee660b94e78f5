"""Starting a session: from its form, or from a session document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.document_details import DocumentDetails
from games.scoring.documents import (
    DocumentError,
    SessionDocument,
    read_options,
    read_players,
    read_rule_set,
)
from games.scoring.errors import Code, RuleError
from games.scoring.naming import Naming
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import OptionValue, SeatNumber, Table
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.dates import validate_session_date
from scorekeeper.clubs.models import Club, Player, Starters
from scorekeeper.clubs.names import folded, typed_name
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.evenings.queries import evening_tonight, lock_evening, unsettled_evenings
from scorekeeper.play import announcements, queries
from scorekeeper.play.errors import CannotStartError
from scorekeeper.play.evening_tables import seat_players, table_number_at
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import (
    IN_ORDER_OF_PLAY,
    Access,
    Change,
    Hand,
    Role,
    Seat,
    Session,
    SessionTerms,
    Stretch,
    Verb,
    make_token,
)
from scorekeeper.play.recording.session import plan_close
from scorekeeper.play.recording.write import PlannedChange, Write
from scorekeeper.play.session_draft import name_among
from scorekeeper.web.dates import evening_date, this_evening

JUST_NOW = timedelta(minutes=10)
"""How long a table without hands counts as the session that a form, sent again, has already started."""
USUALLY_AT = time(20)
"""The starting time of a session that is entered after the day on which it was played."""


def start_session(  # noqa: PLR0913 - each is a field of the page
    *,
    device: str,
    game: str,
    rules: str,
    options: Mapping[str, OptionValue],
    players: Sequence[str],
    first_dealer: int,
    token: str,
    tariff: str = "",
    label: str = "",
    evening: str | None = None,
    played_on: date | None = None,
    once: bool = False,
    **terms: Unpack[SessionTerms],
) -> Session:
    """Start a session with the device as its scorer; raise `RuleError` at the field that is wrong.

    The session belongs to the device's club, and a name that nobody in the club has becomes a guest. Without a club, a
    name that the device has recorded before stands for the same player.

    `evening` is the public ID of an evening, empty for none, and None for tonight's. With `played_on`, a day in the
    past, the session belongs to an evening of that day instead. `tariff` is the key of one of the club's own tariffs,
    empty for the printed one. `terms` are those that are agreed.

    With `once`, if the device has just started the same session and no hand was recorded there, return that one: its
    form was sent again after the back button.
    """
    club = clubs.club_of(device)
    chosen_tariff = tariffs.chosen(club, game=game, rules=rules, key=tariff)
    table = checked_table(
        game=game, rules=rules, options=options, players=players, first_dealer=first_dealer, tariff=chosen_tariff
    )
    return start_at(
        table,
        device=device,
        game=game,
        token=token,
        label=label,
        evening=evening,
        played_on=played_on,
        once=once,
        **terms,
    )


def start_at(
    table: Table,
    *,
    device: str,
    game: str,
    token: str,
    label: str = "",
    evening: str | None = None,
    played_on: date | None = None,
    once: bool = False,
    **terms: Unpack[SessionTerms],
) -> Session:
    """Start a session at a table that was checked, as `start_session` does."""
    club = clubs.club_of(device)
    require_starter(club, device)
    if played_on is not None and played_on >= this_evening():
        played_on = None  # today is the default, not a day in the past
    opening = SessionStart(
        device=device,
        game=game,
        club=club,
        evening=_evening(club, evening) if played_on is None else _evening_of(club, played_on, evening),
        played_on=played_on,
        table=table,
        token=token,
        label=label,
        **terms,
    )
    just_started = opening.just_started() if once else None
    return just_started or opening.write(known_by_name(device, club))


def _evening(club: Club | None, public_id: str | None) -> Evening | None:
    if club is None or public_id == "":
        return None
    if public_id is None:
        return evening_tonight(club)
    evening = unsettled_evenings(club).filter(public_id=public_id).first()
    if evening is None:
        raise settled_meanwhile()
    return evening


def settled_meanwhile() -> RuleError:
    """Return the refusal of an evening that was settled since the form was rendered."""
    words = _("This evening has been settled in the meantime. Choose another, or none.")
    return RuleError(Code.UNKNOWN_CHOICE, "evening", words)


def _evening_of(club: Club | None, day: date, public_id: str | None) -> Evening | None:
    """Return the unsettled evening of a day: the only one, or among several the one that is named."""
    evenings = list(unsettled_evenings(club).filter(date=day)) if club else []
    return (
        evenings[0]
        if len(evenings) == 1
        else next((evening for evening in evenings if evening.public_id == public_id), None)
    )


def import_document(*, device: str, document: SessionDocument, token: str, evening: str | None = None) -> Session:
    """Start a session with the hands of a document, and so the same ledger; raise `DocumentError`.

    The date of a document decides about the evening as `played_on` does in `start_session`. Without one, the session
    belongs to an evening like one that starts now; pass an empty `evening` for a document of an older evening. Raise
    `RuleError` if one of its players sits at another table of the evening.

    A session of an earlier day is over: it is closed as of that day, and can be reopened.
    """
    club = clubs.club_of(device)
    require_starter(club, device)
    details = document.details
    played_on = _day_of(details)
    opening = SessionStart(
        device=device,
        game=document.stretches[0].rules.slug,
        club=club,
        evening=_evening(club, evening) if played_on is None else _evening_of(club, played_on, evening),
        played_on=played_on,
        title=details.title,
        table=document.stretches[0].table,
        stake=details.stake,
        currency=SessionStart.currency if details.stake is None else details.currency,
        kitty=None if club else details.kitty,
        token=token,
    )
    session = opening.write(known_by_name(device, club), _played(document))
    if played_on is not None:
        _close_as_played(session, device)
    return session


def _close_as_played(session: Session, device: str) -> None:
    """Close a session that was just imported as of its day, if it ended with a hand.

    The token is that of the import, so that a document that is sent twice at the same moment is closed once.
    """
    if session.revision or not session_ledger(session).last.counting:
        return
    access, as_of = session.accesses.get(device=device), session.started_at

    def plan(ledger: SessionLedger) -> PlannedChange:
        planned = plan_close(session, ledger)
        return replace(planned, columns={"closed_at": as_of}, insert=lambda _at: planned.insert(as_of))

    Write(session, access=access, revision=0, token=f"{session.creation_token:.37}-close").commit(plan, Verb.CLOSE)


def _day_of(details: DocumentDetails) -> date | None:
    """Return the day in the past on which a session was played; None if it was today, or if nobody knows."""
    if details.date is None:
        return None
    try:
        validate_session_date(details.date)
    except ValidationError as error:
        words = Text("{words}", {"words": error.messages[0]})
        raise DocumentError(None, RuleError(Code.OUT_OF_RANGE, "date", words)) from error
    return details.date if details.date < this_evening() else None


def require_starter(club: Club | None, device: str | None) -> None:
    """Raise `CannotStartError` if the phone may not start sessions in the club, or outside of one if `club` is None."""
    if not may_start(club, device):
        raise CannotStartError


def may_start(club: Club | None, device: str | None) -> bool:
    """Return whether a phone may start sessions in a club, or outside of one if `club` is None."""
    if club is None:
        return True
    if club.starters != Starters.RUNNERS:
        return True
    return club.devices.filter(device=device, runs=True).exists()


def refuse_after_tournament_table(session: Session) -> None:
    """Raise `RuleError` if a session is a table of a tournament: only its desk seats people for another one."""
    if queries.tournament_tables([session]):
        message = _("This table belongs to a tournament: the desk seats its next round.")
        raise RuleError(Code.IMPOSSIBLE, None, message)


def known_as(device: str | None, club_id: int | None, names: Sequence[str]) -> str:
    """Return the name under which a browser records if it gives none: of the member who is signed in, or as last time.

    The name of last time must be one of the players' names. Return an empty string if there is no such name.
    """
    return clubs.signed_in_as(device, club_id) or name_among(device, names)


def numbered_label(number: int) -> str:
    """Return the name in the journal of a scorer who has given none."""
    return gettext("Scorer %(number)d") % {"number": number}


class PlayedStretch(NamedTuple):
    """A stretch that was played elsewhere, with unsaved rows for its hands, numbered through the session."""

    table: Table
    first_hand: int
    hands: Sequence[Hand]


@dataclass(frozen=True, kw_only=True)
class SessionStart:
    """A session that is about to be started.

    `follows` is the session before it at the same table, `repeats` the one that it plays again with the same players.
    `change` says for the journal who left and who joined since the one before. With `played_on`, a day in the past, it
    is dated to the evening of that day. A table of a `round` can bring its `table_number`; without one, the table has
    the number of the session before it, or the evening's next.
    """

    device: str
    game: str
    club: Club | None
    evening: Evening | None = None
    round: Round | None = None
    table_number: int | None = None
    played_on: date | None = None
    follows: Session | None = None
    change: Mapping[str, Any] | None = None
    table: Table
    token: str
    stake: Decimal | None = None
    currency: str = "€"
    kitty: Decimal | None = None
    planned_hands: int | None = None
    title: str = ""
    label: str = ""
    repeats: Session | None = None

    def write(self, people: Mapping[str, Player], played: Sequence[PlayedStretch] = ()) -> Session:
        """Write the session and return it. If the same request was written before with this token, return that session.

        If the token was spent on something else (after the back button and a corrected name, or in another browser),
        the session is started with a new token, so that nothing is lost.
        """
        try:
            with transaction.atomic(durable=True):
                session = self.insert(people, played)
        except EveningSettledError:  # since the form was rendered
            raise settled_meanwhile() from None
        except IntegrityError:
            own_sessions = Session.objects.filter(accesses__device=self.device, accesses__role=Role.SCORER)
            started = own_sessions.filter(creation_token=self.token).first()
            if started and self._is_what_was_started(started, played):
                return started
            if not Session.objects.filter(creation_token=self.token).exists():
                raise
            return replace(self, token=make_token()).write(people, played)
        return session

    def insert(self, people: Mapping[str, Player], played: Sequence[PlayedStretch] = ()) -> Session:
        """Insert the rows, with those of the stretches that were `played` elsewhere. Call this within a transaction.

        Raise `RuleError` if a player sits at another table of the evening.
        """
        evening = lock_evening(self.evening) if self.evening else None
        number = self.table_number or table_number_at(evening, self.follows or self.repeats, self.round)
        session = self._insert_session(number)
        access = self._insert_people(session, people, [(stretch.table, stretch.first_hand) for stretch in played])
        if evening:
            seat_players(evening, session, afterwards=self.played_on is not None)
        self._insert_hands(session, access, played)
        announcements.announce(announcements.board_of(self.device))
        return session

    def just_started(self) -> Session | None:
        """Return the same session if the device has started it just now and no hand was recorded there, or None."""
        playing = Session.objects.recorded_by(self.device).in_play()
        lately = playing.filter(
            changes__verb=Verb.START,
            changes__at__gt=timezone.now() - JUST_NOW,
            hands=None,
            game=self.game,
            club=self.club,
            evening=self.evening,
            round=self.round,
        ).order_by("-pk")
        return next((session for session in lately if self._is_what_was_started(session, ())), None)

    def _is_what_was_started(self, session: Session, played: Sequence[PlayedStretch]) -> bool:
        tables = [stretch.table for stretch in session_ledger(session).stretches]
        hands = [hand.outcome for stretch in played for hand in stretch.hands]
        outcomes = list(session.hands.filter(replaces=None).values_list("outcome", flat=True))
        same_day = self.played_on in (None, evening_date(session.started_at))
        return (
            tables == ([stretch.table for stretch in played] or [self.table])
            and terms_of(session) == terms_of(self)
            and same_day
            and outcomes[: len(hands)] == hands
        )

    def _insert_session(self, table_number: int | None) -> Session:
        """Insert the session. This comes first because it spends the token: a second tap waits here, or fails."""
        return Session.objects.create(
            club=self.club,
            evening=self.evening,
            round=self.round,
            table_number=table_number,
            follows=self.follows,
            title=self.title,
            game=self.game,
            rules=self.table.rules,
            tariff=self.table.tariff and self.table.tariff.document(),
            **terms_of(self),
            started_at=self._started_at(),
            creation_token=self.token,
        )

    def _started_at(self) -> datetime:
        if self.played_on is None:
            return timezone.now()
        return timezone.make_aware(datetime.combine(self.played_on, USUALLY_AT))

    def _insert_people(
        self, session: Session, people: Mapping[str, Player], tables: Sequence[tuple[Table, int]]
    ) -> Access:
        names = self.table.players
        for table, first_hand in tables or [(self.table, 1)]:
            people = unmerged(people, table.players)
            if self.follows is not None and self.repeats is None:
                refuse_duplicates(names, people)  # two of them may have just been merged
            people = insert_stretch(session, table, people, first_hand=first_hand)
        label = self.label or known_as(self.device, session.club_id, names) or numbered_label(1)
        return Access.objects.create(session=session, device=self.device, role=Role.SCORER, label=label)

    def _insert_hands(self, session: Session, access: Access, played: Sequence[PlayedStretch]) -> None:
        hands = [hand for stretch in played for hand in stretch.hands]
        for hand in hands:
            hand.session, hand.recorded_at = session, session.started_at
        Hand.objects.bulk_create(hands)
        Change.objects.create(
            session=session,
            revision=session.revision,
            verb=Verb.IMPORT if played else Verb.START,
            after={"hands": len(hands)} if played else self.change,
            access=access,
            who=access.label,
            at=timezone.now() if self.played_on else session.started_at,
            token=self.token,
        )


def terms_of(session: Session | SessionStart) -> SessionTerms:
    return SessionTerms(
        stake=session.stake,
        currency=session.currency,
        kitty=session.kitty,
        planned_hands=session.planned_hands,
    )


def checked_table(
    *,
    game: str,
    rules: str,
    options: Mapping[str, OptionValue],
    players: Sequence[str],
    first_dealer: int,
    tariff: OwnTariff | None = None,
) -> Table:
    """Return the table as requested, with tidy names; raise `RuleError` at the first field that is wrong."""
    game_rules = registry.find_rules(game)
    if game_rules is None:
        raise RuleError(Code.UNKNOWN_GAME, "game", _("There is no game “{name}”.", name=game))
    rule_set = read_rule_set(game_rules, rules)
    checked = read_options(rule_set, options)
    names = read_players(rule_set, [typed_name(name) for name in players])
    if len({folded(name) for name in names}) < len(names):
        raise RuleError(Code.PLAYERS, "players", _("Two players cannot have the same name."))
    if not 0 <= first_dealer < len(names):
        raise RuleError(Code.UNKNOWN_PLAYER, "first_dealer", _("There is nobody in that seat."))
    return game_rules.table(names, rules=rules, options=checked, first_dealer=SeatNumber(first_dealer), tariff=tariff)


def dealt_first(rules: AnyRules, table: Table, due: SeatNumber) -> Table:
    """Return the table with the player who is due as its first dealer, or the next one whom the rules allow.

    In Mort, for example, one player sits out at first and can't deal.
    """
    refused: RuleError | None = None
    for step in range(table.size):
        dealer = SeatNumber((due + step) % table.size)
        try:
            return rules.table(
                table.players, rules=table.rules, options=table.options, first_dealer=dealer, tariff=table.tariff
            )
        except RuleError as error:
            if error.field != "first_dealer":
                raise
            refused = error
    raise refused or AssertionError("a table has seats")


def known_by_name(device: str, club: Club | None) -> dict[str, Player]:
    """Return the club's people by folded name or, without a club, the players that the device has recorded.

    If two of those players have the same name, the one who was seen last wins.
    """
    if club:
        return clubs.people(club).by_name
    seats = Seat.objects.filter(
        stretch__session__accesses__device=device,
        stretch__session__accesses__role=Role.SCORER,
        player__club=None,
    )
    by_last_seen = seats.select_related("player").order_by("stretch__session__started_at", *IN_ORDER_OF_PLAY)
    return {folded(seat.player.name): seat.player for seat in by_last_seen}


def insert_stretch(
    session: Session, table: Table, people: Mapping[str, Player], *, first_hand: int = 1
) -> dict[str, Player]:
    """Insert a stretch and its seats, and return the people who are known then.

    `people` are those who are known before, by folded name, as `unmerged` returns them.
    """
    players = _players(table.players, people, session.club)
    Player.objects.bulk_create([player for player in players if player._state.adding])
    stretch = Stretch.objects.create(
        session=session, first_hand=first_hand, options=dict(table.options), first_dealer=table.first_dealer
    )
    Seat.objects.bulk_create(
        Seat(stretch=stretch, place=place, player=player, name=name)
        for place, (player, name) in enumerate(zip(players, table.players, strict=True))
    )
    return {**people, **{folded(name): player for name, player in zip(table.players, players, strict=True)}}


def refuse_duplicates(names: Iterable[str], people: Mapping[str, Player]) -> None:
    """Raise `RuleError` if one person would sit under two names, which can happen after two players were merged."""
    seated: dict[int, str] = {}
    for name in names:
        player = people.get(folded(name))
        if player is not None and player.pk in seated:
            words = _("{name} and {other} are the same person.", name=seated[player.pk], other=name)
            raise RuleError(Code.SAME_PLAYER, "players", words)
        if player is not None:
            seated[player.pk] = name


def unmerged(people: Mapping[str, Player], names: Iterable[str]) -> dict[str, Player]:
    """Return the known people with those at the table reloaded and replaced by the players they were merged into.

    Their rows are locked, so that nobody is merged while sitting down.
    """
    typed = {folded(name) for name in names}
    seated = {name: player for name, player in people.items() if name in typed and player.club_id is not None}
    keys = {player.pk for player in seated.values()}
    locked = Player.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True)
    now = {player.pk: player for player in locked} if keys else {}
    current = {name: clubs.now_part_of(now.get(player.pk, player)) for name, player in seated.items()}
    return {**people, **current}


def _players(names: Iterable[str], people: Mapping[str, Player], club: Club | None) -> list[Player]:
    """Return a player for each name, each known one only once. The others are unsaved; in a club they are guests."""
    players: list[Player] = []
    for name in names:
        player = people.get(folded(name))
        if player is None or player in players:
            player = Player(name=name, club=club, guest=club is not None)
        players.append(player)
    return players


def _played(document: SessionDocument) -> list[PlayedStretch]:
    """Return the stretches of a document with unsaved rows for their hands.

    Raise `DocumentError` at a stretch without a hand, unless it is the last: it can't be stored.
    """
    played: list[PlayedStretch] = []
    number = 0
    for place, stretch in enumerate(document.stretches[:-1]):
        if not stretch.hands:
            words = _("Only the last stretch can be without hands.")
            raise DocumentError(None, RuleError(Code.REQUIRED, f"stretches.{place}.hands", words))
    for ledger in document.ledgers():
        rules, table = ledger.rules, ledger.table
        naming, version = Naming(table.players, by_seat=True), rules.rule_set(table).version
        first_hand, hands = number + 1, []
        for scored in ledger.hands:
            number += 1
            raw = encode_hand(rules, table, scored.hand, naming)
            hands.append(Hand(number=number, outcome=raw, rules_version=version))
        played.append(PlayedStretch(table, first_hand, hands))
    return played
