"""The demo's club with the odd cases: what an evening seldom sees, and what only an organiser has."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from games import registry
from games.scoring.tariffs import FigurePlace
from scorekeeper.accounts import logins
from scorekeeper.accounts.models import SECRET_LENGTH, SecondFactor
from scorekeeper.api import auth
from scorekeeper.clubs import personal_data, services, tariffs
from scorekeeper.clubs.models import Club, ClubDevice, HouseRules, Player, Tariff
from scorekeeper.desk import (
    attendance,
    entries,
    entry_payments,
    lists,
    publication,
    rounds,
    settlement,
    sign_up,
    table_start,
    terms,
)
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.terms import usual_plan
from scorekeeper.desk.register import EntryDetails
from scorekeeper.devtools.everything import home
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.organisers import merging
from scorekeeper.organisers.members.logins import password_link
from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.standings.models import Season
from scorekeeper.welcome.demo import evening as demo
from scorekeeper.welcome.demo.people import CLUBS
from scorekeeper.welcome.demo.sessions import close, write

PLAN = CLUBS["en"]
PASSWORD = "spades and clubs"  # noqa: S105 - of the accounts in a temporary database
FOUR = ("Anne", "Bruno", "Chloé", "David")
ODD_PEOPLE = (*FOUR, "Emil", "Emile", "Jo Spare")
CASH_BOX = "Cash box"
PERSONAL = {
    "federation_number": "04-1178",
    "email": "anne@example.org",
    "phone_number": "+33 1 99 00 12 34",
    "entered_on": date(1998, 5, 1),
}
SOLO, ABUNDANCE = FigurePlace("stake", "solo", "each"), FigurePlace("stake", "abundance", "each")
GRAND = {"call": "grand", "bid": 18, "matadors": 1}
TYPED = [(912, 9, 1), (131, 4, 3), (540, 8, 2), (-45, 3, 2)]
"""The points, games won and games lost of a list of Skat that was played on paper."""


@dataclass(frozen=True, kw_only=True)
class Everything:
    """The rows that addresses need. The first five are devices, whose browsers see different things."""

    club_phone: str
    """Runs the evenings of the club, records at `session` and watches `at_home`."""
    kitchen: str
    """Records at home."""
    watcher: str
    member_phone: str
    """`member` is signed in on it."""
    new_club: str
    """The device of a club that was just created; `first_evening` is its evening."""
    club: Club
    organiser: User
    administrator: User
    """An organiser who may do everything."""
    member: Player
    user: User
    """The account of `member`, with a second factor."""
    invited: Player
    """Has not set a password yet; `password_link` is theirs."""
    alike: tuple[Player, Player]
    """Two likely duplicates."""
    evening: Evening
    settled: Evening
    next_evening: Evening
    first_evening: Evening
    tournament: Tournament
    listed: Session
    """The session of a closed table of the tournament."""
    session: Session
    at_home: Session
    elsewhere: Session
    changed: Session
    """A closed session at home whose players changed."""
    night: Session
    """One of two that are settled together, of which `club_phone` watches both."""
    deleted: Session
    by_own_tariff: Session
    tariff: Tariff
    unused_tariff: Tariff
    board: str
    """The token of the wall display."""
    password_link: str
    api_secret: str


def everything(name: str = PLAN.name) -> Everything:
    """Create everything in a club of this name; only tokens and dates differ from run to run."""
    club_phone, kitchen, watcher, member_phone, new_club = (secrets.token_hex(16) for _ in range(5))
    club = services.create_club(name)
    demo.fill(club, PLAN, club_phone)
    ClubDevice.objects.filter(device=club_phone).update(label="Tablet at the bar")
    services.admit_phone(club, member_phone)
    people = {player.name: player for player in services.add_members(club, ODD_PEOPLE)}
    member = people[FOUR[0]]
    _records(club, club_phone, people)
    user = _with_login(member, member_phone)
    logins.give(people["Bruno"], "bruno")
    administrator = User.objects.create_superuser("marion", password=PASSWORD, first_name="Marion")
    organiser = User.objects.create_user("organiser", password=PASSWORD, first_name=PLAN.organiser)
    for user in (administrator, organiser):
        services.make_organiser(club, user)
    evening = Evening.objects.get(club=club, name=PLAN.evening)
    tournament, listed = _tournament(club, club_phone)
    tariff, by_own_tariff = _own_tariff(club, club_phone)
    night = home.night(kitchen, watching=club_phone)
    at_home = home.closed(kitchen, "tarot", "fft", home.FIVE[:4], 2, stake=home.STAKE)
    for device in (watcher, club_phone):
        recording.join(at_home, device=device, role=Role.WATCHER)
    home.photographed(kitchen)
    for game in registry.all_games():
        rules = next(iter(game.rules.rule_sets.values()))
        home.played(kitchen, game.slug, rules.slug, home.FIVE[: min(rules.players)], 2)
    return Everything(
        club_phone=club_phone,
        kitchen=kitchen,
        watcher=watcher,
        member_phone=member_phone,
        new_club=new_club,
        club=club,
        organiser=organiser,
        administrator=administrator,
        member=member,
        user=user,
        invited=people["Bruno"],
        alike=(people["Emil"], people["Emile"]),
        evening=evening,
        settled=_settled_again(club, club_phone),
        next_evening=demo.begin(club, PLAN, timezone.localdate() + timedelta(days=7)),
        first_evening=_just_created(new_club),
        tournament=tournament,
        listed=listed,
        session=_odd_table(club_phone, evening),
        at_home=at_home,
        elsewhere=home.played(kitchen, "tarot", "fft", home.FIVE[:4], 1),
        changed=home.replaced_player(kitchen),
        night=night,
        deleted=home.deleted(kitchen),
        by_own_tariff=by_own_tariff,
        tariff=tariff,
        unused_tariff=_tariff(club, "Beginners"),
        board=recording.share_board(kitchen).token,
        password_link=password_link(User.objects.get(username="bruno")),
        api_secret=auth.issue(club, "Website", by="organiser")[1],
    )


def _records(club: Club, device: str, people: dict[str, Player]) -> None:
    """Insert guests, one of them retired, a merged person who has played, personal data and what the club agreed on."""
    anne = people["Anne"]
    Player.objects.filter(pk=anne.pk).update(member_number="17", category="Seniors")
    personal_data.store(anne, PERSONAL)
    Player.objects.create(club=club, name="Zoé", nickname="Zo", guest=True, retired_at=timezone.now())
    merged = Player.objects.create(club=club, name="Jo Spair", member_number="18")
    personal_data.store(merged, {"email": "jo@example.org"})
    home.played(device, "tarot", "fft", (merged.name, *FOUR[1:]), 2, evening="")
    merging.merge(people["Jo Spare"], merged, by="marion")
    HouseRules.objects.create(club=club, game="tarot", rules="fft", stake=home.STAKE, currency="€")
    starts = timezone.localdate() - timedelta(weeks=8)
    Season.objects.create(club=club, name="Championship", starts=starts, counted_by="rounds", scoring="per_cent")
    Season.objects.create(club=club, name="Cups", starts=starts, only_tournaments=True)


def _with_login(member: Player, device: str) -> User:
    """Give a member an account with a second factor, and sign in on a device."""
    logins.give(member, "anne")
    user = User.objects.get(username="anne")
    user.set_password(PASSWORD)
    user.save()
    SecondFactor.objects.create(user=user, secret="A" * SECRET_LENGTH, last_step=0)
    logins.sign_in(member, device)
    return user


def _odd_table(device: str, evening: Evening) -> Session:
    """Start a table of tonight with changed hands, a title and a note."""
    session = home.changed_hands(device, FOUR, evening=evening.public_id)
    details = SessionDetails.from_session(session, session.people)
    wanted = replace(details, title="Saint Nicholas", note="Bruno brought the cards.")
    recording.change_details(write(session, device), wanted=wanted)
    return session


def _settled_again(club: Club, device: str) -> Evening:
    """Create an evening whose settlement was withdrawn once, and one before that is settled through the cash box."""
    for weeks, name in ((4, CASH_BOX), (3, "")):
        evening = demo.begin(club, PLAN, timezone.localdate() - timedelta(weeks=weeks), name)
        home.closed(device, "tarot", "fft", FOUR, 2, stake=home.STAKE, evening=evening.public_id)
        session = home.changed_hands(device, (*FOUR[:3], "Emil"), evening=evening.public_id)
        close(session, device)
        recording.reopen(write(session, device))
        close(session, device)
        _settle(evening, through_box=name == CASH_BOX)
    withdrawn = settlement.standing(evening)
    assert withdrawn
    settlement.withdraw(evening, settlement=withdrawn.pk, by=PLAN.organiser)
    _settle(evening)
    return evening


def _settle(evening: Evening, *, through_box: bool = False) -> None:
    """Settle an evening, and tick the first two payments."""
    tables = settlement.tables_of(evening, settlement.sessions_of(evening))
    digest = settlement.preview_settlement(evening, tables, through_box=through_box).digest
    overview = settlement.settle(evening, digest=digest, through_box=through_box, by=PLAN.organiser)
    for row in overview.rows[:2]:
        settlement.tick_payment(evening, payment=row.pk, paid=True, by=PLAN.organiser)


def _tournament(club: Club, device: str) -> tuple[Tournament, Session]:
    """Play a round of a Preisskat: a list is confirmed, one disputed, one table not started; somebody withdraws.

    Return the tournament with the session of the confirmed list.
    """
    evening = demo.begin(club, PLAN, timezone.localdate() + timedelta(days=4), "Preisskat")
    game = table_start.playable(evening)["skat:isko"]
    plan = usual_plan(game)
    plan.terms |= {"team_size": 2, "match_points": [2, 1, 0], "table_size": 4}
    tournament = terms.make(evening, plan, by=PLAN.organiser)
    sign_up.set_open(tournament, is_open=True, by=PLAN.organiser)
    publication.open_to_public(tournament, by=PLAN.organiser)
    guests = ["Hannelore Bergmann; Herz-Buben; Damen", "Wolfgang Schulze-Niederdorf; Grand Hand Oberhausen"]
    entries.enter_lines(tournament, "\n".join([*FOUR, *PLAN.people[:7], *guests]), by=PLAN.organiser)
    waiting = EntryDetails(name="Käthe Petersen", team="Herz-Buben", category="Damen")
    sign_up.add(tournament, waiting, key=secrets.token_urlsafe(9))
    entered = list(tournament.entries.order_by("number"))
    for entry in entered[::2]:
        entry_payments.tick_fee(tournament, entry=entry.pk, paid=True, by=PLAN.organiser)
    of_round = Round(game=game.rules.slug, rules=game.slug, seating="draw", hands={"4": 48}, table_size=4)
    keys = [entry.player_id for entry in entered[:12]]
    tables = [keys[:4], keys[4:8], keys[8:]]
    round_ = rounds.publish(rounds.draft(evening, of_round, tables, by=PLAN.organiser), by=PLAN.organiser)
    rounds.start_clock(round_, 90, by=PLAN.organiser)
    (session,) = rounds.start_tables(round_, [1], device=device, label=PLAN.organiser)
    for declarer, card_points in ((0, 82), (1, 18)):
        home.record(session, device, {**GRAND, "declarer": declarer, "card_points": card_points})
    close(session, device)
    lists.confirm(tournament, round_, 1, seen=lists.session_results(session), by=PLAN.organiser)
    results = [dict(zip(("points", "won", "lost"), row, strict=True)) for row in TYPED]
    lists.type_list(tournament, round_, 2, results, by=PLAN.organiser)
    lists.dispute(round_, 2, reason="Tom won nine games.", by="Tom")
    entries.withdraw(tournament, entered[-1].pk, after=0, by=PLAN.organiser)
    return tournament, session


def _own_tariff(club: Club, device: str) -> tuple[Tariff, Session]:
    """Create a tariff of two versions, a closed session by the first and one in progress by the second.

    The first makes solos dearer than printed, the second abundances too.
    """
    tariff = _tariff(club, "Thursdays")
    HouseRules.objects.create(club=club, game="solo_whist", rules="foster", tariff=tariff)
    by_tariff: dict[str, Any] = {"stake": home.STAKE, "evening": "", "tariff": str(tariff.pk)}
    home.closed(device, "solo_whist", "foster", FOUR, 3, **by_tariff)
    tariffs.set_figures(tariff, {SOLO: 12, ABUNDANCE: 25}, by=PLAN.organiser)
    return tariff, home.played(device, "solo_whist", "foster", FOUR, 3, **by_tariff)


def _tariff(club: Club, name: str) -> Tariff:
    """Create a tariff by which a solo costs 12."""
    tariff = Tariff.objects.create(club=club, game="solo_whist", rules="foster", name=name)
    tariffs.set_figures(tariff, {SOLO: 12}, by=PLAN.organiser)
    return tariff


def _just_created(device: str) -> Evening:
    """Create a club in which nothing has happened yet, and begin its first evening."""
    club = services.create_club("Skatclub Karo Sieben")
    services.make_runner(club, device, label="Küche")
    return attendance.begin(
        club, token=secrets.token_urlsafe(9), day=timezone.localdate(), rounding=Decimal("0.10"), by="Küche"
    )
