"""Making the demo: a club with a season, settled evenings, an evening in progress and a tournament to come.

Everything is written by the app's usual services, each in its own transaction. The mark that it is a demo comes first,
so it can be deleted completely even if the server was stopped in the middle.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from django.contrib.auth.models import User
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name
from scorekeeper.desk import attendance, entries, settlement, table_start, terms
from scorekeeper.desk.pages.terms import usual_plan
from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from scorekeeper.web.dates import this_evening
from scorekeeper.welcome import first_answer
from scorekeeper.welcome.demo import sessions
from scorekeeper.welcome.demo.disposal import throw_away
from scorekeeper.welcome.demo.people import CLUBS, DemoClub
from scorekeeper.welcome.demo.sessions import DemoTable

ORGANISER = "demo"
KITTY, ROUNDING = Decimal("1.50"), Decimal("0.10")
WEEKS_PLAYED = 2
ENDS = time(22, 30)
HANDS, HANDS_SO_FAR, FIRST_HANDS = 6, 5, 2


def make(*, language: str, device: str) -> Club:
    """Make a demo in which this browser runs the evening, and return its club; raises `AlreadyAnsweredError`.

    Its organiser has no password: browsers are signed in at the welcome address.
    """
    plan = CLUBS[language]
    organiser = User(username=ORGANISER, first_name=plan.organiser)
    organiser.set_unusable_password()
    club = first_answer.answer_demo(plan.name, organiser)
    try:
        fill(club, plan, device)
    except Exception:
        throw_away(club)
        raise
    return club


def fill(club: Club, plan: DemoClub, device: str) -> None:
    """Insert everything that happens in the demo into an empty club, whose evenings this device runs."""
    clubs.make_runner(club, device, label=plan.organiser)
    people = _people(club, plan)
    _season(club, plan)
    for weeks in range(WEEKS_PLAYED, 0, -1):
        _settled_evening(club, plan, people, device, weeks=weeks)
    _tonight(club, plan, people, device)
    _tournament(club, plan, people)


def _people(club: Club, plan: DemoClub) -> list[Player]:
    """Insert the members, who are on first-name terms at the table."""
    people = clubs.add_members(club, plan.people)
    for player in people:
        player.nickname = player.name.split()[0]
    Player.objects.bulk_update(people, ["nickname"])
    return people


def _season(club: Club, plan: DemoClub) -> None:
    """Insert a season that contains the evenings of the demo, whatever the date."""
    starts = timezone.localdate() - timedelta(weeks=WEEKS_PLAYED + 4)
    name = f"{plan.season} {starts.year}/{(starts.year + 1) % 100:02}"
    Season.objects.create(club=club, name=name, starts=starts, ends=starts + timedelta(days=300))


def _settled_evening(club: Club, plan: DemoClub, people: Sequence[Player], device: str, *, weeks: int) -> None:
    """Play at every table, with the people one place further every week, and settle."""
    day = timezone.localdate() - timedelta(weeks=weeks)
    evening = begin(club, plan, day)
    seated = [*people[weeks * 5 :], *people[: weeks * 5]]
    for number, (table, names) in enumerate(_seatings(plan, seated)):
        session = sessions.play(table, names, evening, device=device, hands=HANDS, variety=4 * weeks + number)
        sessions.close(session, device)
        sessions.date_back(session, timezone.make_aware(datetime.combine(day, ENDS)))
    tables = settlement.tables_of(evening, settlement.sessions_of(evening))
    digest = settlement.preview_settlement(evening, tables).digest
    settlement.settle(evening, digest=digest, by=plan.organiser)


def _tonight(club: Club, plan: DemoClub, people: Sequence[Player], device: str) -> None:
    """Check everybody in; two tables have finished, one is in the middle, and one has just begun."""
    evening = begin(club, plan, this_evening(), plan.evening)
    for player in people:
        attendance.check_in(evening, player=player.pk, by=plan.organiser)
    for number, (table, names) in enumerate(_seatings(plan, people)):
        hands = (FIRST_HANDS, HANDS_SO_FAR, HANDS, HANDS)[number]
        session = sessions.play(table, names, evening, device=device, hands=hands, variety=number)
        if hands == HANDS:
            sessions.close(session, device)
        sessions.date_back(session)


def _tournament(club: Club, plan: DemoClub, people: Sequence[Player]) -> None:
    """Announce a tournament of the club's own game in ten days, with the first entries."""
    evening = begin(club, plan, timezone.localdate() + timedelta(days=10), plan.tournament)
    own = plan.tables[0]
    game = table_start.playable(evening)[f"{own.game}:{own.rules}"]
    tournament = terms.make(evening, usual_plan(game), by=plan.organiser)
    entries.enter_lines(tournament, "\n".join(player.name for player in people[:11]), by=plan.organiser)


def begin(club: Club, plan: DemoClub, day: date, name: str = "") -> Evening:
    return attendance.begin(
        club,
        token=secrets.token_urlsafe(9),
        day=day,
        name=name,
        kitty=KITTY,
        rounding=ROUNDING,
        by=plan.organiser,
    )


def _seatings(plan: DemoClub, people: Sequence[Player]) -> list[tuple[DemoTable, list[str]]]:
    """Return each table with the names of those who sit there."""
    names = iter([display_name(player) for player in people])
    return [(table, [next(names) for _seat in range(table.size)]) for table in plan.tables]
