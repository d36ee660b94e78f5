"""The data behind the screenshots: a club with years of play and an evening in progress, and sessions at home."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.tariffs import FigurePlace
from scorekeeper.accounts import logins
from scorekeeper.api import tokens
from scorekeeper.api.models import ApiToken
from scorekeeper.clubs import personal_data, services, tariffs
from scorekeeper.clubs.models import Club, ClubDevice, HouseRules, Player, Tariff
from scorekeeper.clubs.names import display_name
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.devtools.demo_data.insertion import insert_club
from scorekeeper.devtools.demo_data.tarot_evening import date_back
from scorekeeper.evenings import attendance
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.money import settlement
from scorekeeper.evenings.rounds import rounds
from scorekeeper.evenings.rounds.rounds import RoundPlan, RoundSeats
from scorekeeper.evenings.tables import playable_games
from scorekeeper.organisers.members.logins import password_link
from scorekeeper.play.models import Access, Role, Session, make_token
from scorekeeper.play.recording.services import change_players, close, delete, join, record, share_board
from scorekeeper.play.recording.session_start import start_session
from scorekeeper.play.recording.transaction import Write
from scorekeeper.tournaments.desk import entries, lists, publication, sign_up, terms
from scorekeeper.tournaments.forms.terms import usual_plan
from scorekeeper.tournaments.models import Tournament

FIVE = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
LONG = ("Maximilian-Alexander", "Anne-Sophie Delacroix", "Wilhelmine", "Jean-Baptiste", "Ruprecht von Hohenzell")
PASSWORD = "spades and clubs"  # noqa: S105 - of an organiser in a temporary database
HANDS, MANY, FEW = 13, 60, 3
STAKE = Decimal("0.05")


@dataclass(frozen=True, kw_only=True)
class StartedSession:
    """A session, and the access of the device that records."""

    session: Session
    access: Access

    def now(self) -> dict[str, Any]:
        return {"access": self.access, "revision": self.session.revision, "token": secrets.token_urlsafe(12)}


@dataclass(frozen=True, kw_only=True)
class SampleData:
    """Everything that has a page.

    The first four are devices: the scorer at home, a watcher, the phone of the club and that of a member. `board` is
    the token of the wall display.
    """

    kitchen: str
    watcher: str
    club_phone: str
    member_phone: str
    organiser: User
    club: Club
    member: Player
    guest: Player
    evening: Evening
    settled: Evening
    tournament: Tournament
    listed: Session
    started: dict[str, StartedSession]
    board: str
    password_link: str
    new_club: str
    """The device of a club that was just created; `first_evening` is its evening."""
    first_evening: Evening
    token: ApiToken
    tariff: Tariff

    def session(self, name: str) -> Session:
        return self.started[name].session


def build(hands: int = 2500) -> SampleData:
    """Create everything in an empty database; only tokens and dates differ from run to run."""
    kitchen, watcher, member_phone = (secrets.token_hex(16) for _ in range(3))
    seeded = insert_club("Coupe-file", members=28, hands=hands, device=secrets.token_hex(16), random=Random(7))  # noqa: S311
    club, phone = seeded.club, seeded.device
    ClubDevice.objects.filter(device=phone).update(label="Tablet at the bar")
    people = list(club.players.filter(guest=False, merged_into=None).order_by("name"))
    settled = _evening_before(club, phone, people)
    evening = _tonight(club, phone, people)
    tournament = _tournament(club, people)
    started = dict(_at_home(kitchen)) | dict(_at_the_club(phone, evening, people))
    for name in ("tarot-4", "tarot-5", "skat-3"):
        join(started[name].session, device=watcher, role=Role.WATCHER)
    services.admit_phone(club, member_phone)
    member = people[0]
    _with_record(member)
    logins.give(member, "anne")
    logins.sign_in(member, member_phone)
    organiser = User.objects.create_user("organiser", password=PASSWORD, first_name="Solène")
    services.make_organiser(club, organiser)
    new_club, first = _is_double_tap()
    HouseRules.objects.create(club=club, game="tarot", rules="fft", options={}, currency="€", stake=STAKE)
    tariff = _own_tariff(club)
    HouseRules.objects.create(club=club, game="solo_whist", rules="foster", tariff=tariff)
    at_whist = [display_name(player) for player in people[16:20]]
    tariff_key = str(tariff.pk)
    started["club-solo_whist"] = played(phone, "solo_whist", "foster", at_whist, HANDS, tariff=tariff_key, evening="")
    logins.give(people[1], "bruno")
    bruno = User.objects.get(username="bruno")
    return SampleData(
        kitchen=kitchen,
        watcher=watcher,
        club_phone=phone,
        member_phone=member_phone,
        organiser=organiser,
        club=club,
        member=member,
        guest=club.players.filter(guest=True).first() or member,
        evening=evening,
        settled=settled,
        tournament=tournament,
        listed=_listed(club, phone, people),
        started=started,
        board=share_board(kitchen).token,
        password_link=password_link(bruno),
        new_club=new_club,
        first_evening=first,
        token=tokens.issue(club, "Website", by="organiser")[0],
        tariff=tariff,
    )


# Sessions at home


def _at_home(device: str) -> Iterator[tuple[str, StartedSession]]:
    """Yield sessions of every game: empty, just begun, in progress, with long names, with many hands, and closed."""
    for game in registry.all_games():
        sets = list(game.rules.rule_sets.values())
        for size in sorted({size for one in sets for size in one.players}):
            rules = next(one.slug for one in reversed(sets) if size in one.players)
            yield f"{game.slug}-{size}", played(device, game.slug, rules, FIVE[:size], HANDS)
        yield f"{game.slug}-begun", played(device, game.slug, rules, FIVE[:size], FEW)
        yield f"{game.slug}-empty", played(device, game.slug, rules, FIVE[:size], 0)
        yield f"{game.slug}-long", played(device, game.slug, rules, LONG[:size], HANDS)
        yield f"{game.slug}-60", played(device, game.slug, rules, FIVE[:size], MANY)
        finished = played(device, game.slug, rules, FIVE[:size], HANDS, stake=STAKE)
        close(Write(finished.session, **finished.now()))
        yield f"{game.slug}-closed", finished
    yield "rich", _large_totals(device)
    _before, now = _other_players(device)
    yield "changed", now
    before, now = _other_players(device)
    close(Write(now.session, **now.now()))
    yield "changed-part", before
    yield "changed-closed", now
    mistaken = played(device, "tarot", "fft", FIVE[:3], FEW)
    delete(Write(mistaken.session, **mistaken.now()))
    yield "deleted", mistaken


def _other_players(device: str) -> tuple[StartedSession, StartedSession]:
    """Return the two stretches of a session in which Solène has replaced Théo."""
    before = played(device, "tarot", "fft", FIVE[:4], FEW, stake=STAKE)
    session = change_players(Write(before.session, **before.now()), leaving=(1,), joining=FIVE[4:])
    now = StartedSession(session=session, access=session.accesses.get(device=device))
    for taker, points in ((0, 49), (1, 36)):
        raw = {"call": "garde", "taker": taker, "bouts": 2, "points": points}
        record(Write(session, **now.now()), raw=raw)
    return before, now


def _large_totals(device: str) -> StartedSession:
    """Return a session with totals of five digits, positive and negative."""
    rich = played(device, "tarot", "fft", FIVE[:4], 2, stake=Decimal(1))
    amounts = {"0": 34_560, "1": -12_340, "2": -11_110, "3": -11_110}
    record(Write(rich.session, **rich.now()), raw={"call": "correction", "amounts": amounts, "note": "Carried over"})
    return rich


# The club


def _with_record(member: Player) -> None:
    Player.objects.filter(pk=member.pk).update(member_number="17", category="Seniors")
    personal_data.store(
        member,
        {
            "federation_number": "04-1178",
            "email": "anne@example.org",
            "phone_number": "+33 1 99 00 12 34",
            "entered_on": date(1998, 5, 1),
        },
    )


def _own_tariff(club: Club) -> Tariff:
    """Create a tariff of two versions: the first makes solos dearer than printed, the second abundances too."""
    tariff = Tariff.objects.create(club=club, game="solo_whist", rules="foster", name="Thursdays")
    solo, abundance = FigurePlace("stake", "solo", "each"), FigurePlace("stake", "abundance", "each")
    figures: dict[tuple[str, str, str], int] = {}
    for place, figure in ((solo, 12), (abundance, 25)):
        figures[place] = figure
        tariffs.set_figures(tariff, figures, by="Solène")
    return tariff


def _is_double_tap() -> tuple[str, Evening]:
    device = secrets.token_hex(16)
    club = services.create_club("Skatclub Karo Sieben")
    services.make_runner(club, device, label="Küche")
    return device, _begin(club, days=0)


def _evening_before(club: Club, device: str, people: Sequence[Player]) -> Evening:
    """Create a settled evening a week ago."""
    before = _begin(club, days=7)
    for game, size, first in (("skat", 3, 0), ("boston", 4, 3)):
        _club_table(device, before, game, people[first : first + size], is_finished=True)
    settlement.settle(before, digest=settlement.preview_settlement(before, _tables(before)).digest, by="Solène")
    return before


def _tables(evening: Evening) -> list[settlement.SettlementTable]:
    return settlement.tables_of(evening, settlement.sessions_of(evening))


def _tonight(club: Club, device: str, people: Sequence[Player]) -> Evening:
    """Create tonight's evening with two closed tables; `_at_the_club` starts the others."""
    tonight = _begin(club, days=0, name="Coupe d’automne")
    for player in people[:20]:
        attendance.check_in(tonight, player=player.pk, by="Solène")
    _club_table(device, tonight, "solo_whist", people[9:13], is_finished=True)
    _club_table(device, tonight, "skat", people[13:16], is_finished=True)
    attendance.leave(tonight, player=people[15].pk, by="Solène")
    return tonight


def _tournament(club: Club, people: Sequence[Player]) -> Tournament:
    """Create a Preisskat in three days, with entries from the desk and by the link."""
    evening = _begin(club, days=-3, name="Preisskat")
    plan = usual_plan(playable_games.playable(evening)["skat:isko"])
    tournament = terms.make(evening, plan, by="Solène")
    guests = ["Hannelore Bergmann; Herz-Buben; Damen", "Wolfgang Schulze-Niederdorf; Grand Hand Oberhausen"]
    for line in [*(display_name(player) for player in people[:14]), *guests]:
        (entry,) = entries.enter_lines(tournament, line, by="Solène").entries
        if entry.number % 3:
            entries.set_fee_paid(tournament, entry.pk, paid=True, by="Solène")
    sign_up.set_open(tournament, is_open=True, by="Solène")
    publication.open_to_public(tournament, by="Solène")
    return tournament


GRAND = {"call": "grand", "bid": 18, "matadors": 1}
TYPED = [(912, 9, 1), (131, 4, 3), (540, 8, 2), (-45, 3, 2)]


def _listed(club: Club, device: str, people: Sequence[Player]) -> Session:
    """Play a round of a tournament in which one table is closed, one is typed from paper, and one has not started.

    Return the session of the closed table.
    """
    evening = _begin(club, days=-4, name="Vereinsmeisterschaft")
    game = playable_games.playable(evening)["skat:isko"]
    tournament = terms.make(evening, usual_plan(game), by="Solène")
    entries.enter_lines(tournament, "\n".join(display_name(player) for player in people[:12]), by="Solène")
    plan = RoundPlan(game=replace(game, options=tournament.options), seating="draw", hands={"4": 48})
    entries_of = list(tournament.entries.all())
    keys = [entry.player_id for entry in entries_of]
    seats = RoundSeats(tables=[keys[:4], keys[4:8], keys[8:]])
    round_ = rounds.publish(rounds.draft(evening, plan, seats, by="Solène"), by="Solène")
    (session,) = rounds.start_tables(round_, [1], device=device, label="Solène")
    access = join(session, device=secrets.token_hex(16), role=Role.SCORER, label=entries_of[0].name)
    for declarer, card_points in ((0, 82), (1, 18)):
        raw = {**GRAND, "declarer": declarer, "card_points": card_points}
        record(Write.on_latest(session, access, make_token()), raw=raw)
    close(Write.on_latest(session, access, make_token()))
    results = [dict(zip(("points", "won", "lost"), row, strict=True)) for row in TYPED]
    lists.type_list(tournament, round_, 2, results, by="Solène")
    return session


def _begin(club: Club, *, days: int, name: str = "") -> Evening:
    return attendance.begin(
        club,
        token=secrets.token_urlsafe(9),
        day=timezone.localdate() - timedelta(days=days),
        name=name,
        kitty=Decimal("1.50"),
        rounding=Decimal("0.10"),
        by="Solène",
    )


def _at_the_club(device: str, evening: Evening, people: Sequence[Player]) -> Iterator[tuple[str, StartedSession]]:
    for game, size, first in (("tarot", 5, 0), ("boston", 4, 5)):
        yield f"club-{game}", _club_table(device, evening, game, people[first : first + size])


def _club_table(
    device: str, evening: Evening, game: str, people: Sequence[Player], *, is_finished: bool = False
) -> StartedSession:
    rules = next(one.slug for one in registry.get(game).rules.rule_sets.values() if len(people) in one.players)
    names = [display_name(player) for player in people]
    table = played(device, game, rules, names, HANDS, stake=STAKE, evening=evening.public_id)
    if is_finished:
        close(Write(table.session, **table.now()))
    return table


# Used by both


def played(
    device: str, game: str, rules: str, names: Sequence[str], hands: int, *, stake: Decimal | None = None, **more: Any
) -> StartedSession:
    """Record a session with that many hands of the game's worked examples, dated as if it had been played until now."""
    ledger = _unfinished(game, rules, names, hands)
    session = start_session(
        device=device,
        game=game,
        rules=rules,
        options={},
        players=names,
        first_dealer=ledger.table.first_dealer,
        stake=stake,
        currency="€",
        token=secrets.token_urlsafe(12),
        label=names[0],
        **more,
    )
    started_session = StartedSession(session=session, access=session.accesses.get(device=device))
    naming = Naming(ledger.table.players, by_seat=True)
    for scored in ledger.hands:
        raw = encode_hand(ledger.rules, ledger.table, scored.hand, naming)
        record(Write(session, **started_session.now()), raw=raw)
    date_back(session, timezone.now())
    return started_session


def _unfinished(game: str, rules: str, names: Sequence[str], hands: int) -> Ledger:
    """Return a ledger with that many hands in which the game is not over.

    If possible, it skips the first dozen hands of the worked examples, which precede those of ordinary play.
    """
    for begin in range(12, 60, 4):
        ledger = session_of(game, rules, names, hands, begin=begin)
        if len(ledger.hands) == hands and not ledger.rules.over(ledger.table, ledger.state):
            return ledger
    return session_of(game, rules, names, hands)
