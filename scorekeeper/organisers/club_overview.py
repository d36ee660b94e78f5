"""What the panel's first page says of a club, and its warnings for the site administrator.

The warnings are of a missing or old backup, and of little space on the disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import duplicates
from scorekeeper.clubs.models import Club, Player
from scorekeeper.database import data_directory
from scorekeeper.evenings.models import Evening
from scorekeeper.files.archive.backup import last_made_at
from scorekeeper.organisers import merging
from scorekeeper.play.models import Change, Result, Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Standing, Standings, Terms, current, seasons, standings_by_game
from scorekeeper.web.dates import this_evening

OLD = timedelta(days=7)
"""Age from which a backup is too old."""


def server_warnings(user: User | AnonymousUser) -> list[str]:
    """Return what the site administrator or, where there is none, any organiser should do something about."""
    warnings = []
    backup = last_made_at()
    if backup is None:
        warnings.append(_("There is no backup yet. The command “backup” makes one while people play."))
    elif timezone.now() - backup > OLD:
        warnings.append(_("The last backup was made %(time)s ago.") % {"time": timesince(backup)})
    if data_directory.is_little():
        warnings.append(_("The disk is almost full."))
    if user.is_superuser or not warnings or not User.objects.filter(is_superuser=True, is_active=True).exists():
        return warnings
    return []


LEFT_OPEN = timedelta(hours=12)
"""A table without an entry for this long was forgotten."""
REMEMBERED = timedelta(days=30)
"""How long an evening that was never settled is mentioned: some clubs settle table by table."""
MOST_EVENINGS = 20
"""How many evenings are mentioned, newest first: the site administrator would otherwise see some of every club."""
LEADERS = 3


# What is left to do


@dataclass(frozen=True, kw_only=True)
class FirstSteps:
    """What a club that has never played has done so far."""

    club: Club
    has_members: bool
    has_phones: bool


def first_steps(club: Club) -> FirstSteps | None:
    """Return the first steps of a club, or None once it has a session or an evening."""
    if club.sessions.exists() or club.evenings.exists():
        return None
    return FirstSteps(club=club, has_members=club.players.exists(), has_phones=club.devices.exists())


@dataclass(frozen=True, kw_only=True)
class LeftToDo:
    """Something for an organiser to do, and the page where it is done."""

    words: str
    url: str


def left_to_do(clubs: QuerySet[Club]) -> list[LeftToDo]:
    """Return what waits in these clubs: disputes, results, open tables, unsettled evenings, duplicate members."""
    parts = (_disputed, _without_result, _left_open, _doubled)
    return [task for part in parts for task in part(clubs)]


def _disputed(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    """Yield the evenings with lists that a player disputes."""
    in_these = Evening.objects.filter(club__in=clubs, rounds__lists__disputed_at__isnull=False)
    for evening in in_these.annotate(number=Count("rounds__lists")).order_by("-date", "-pk")[:MOST_EVENINGS]:
        words = ngettext(
            "%(number)d list is disputed: %(evening)s", "%(number)d lists are disputed: %(evening)s", evening.number
        )
        url = reverse("tournament_lists", args=[evening.public_id])
        yield LeftToDo(words=words % {"number": evening.number, "evening": evening.title()}, url=url)


def _left_open(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    latest = Change.objects.filter(session=OuterRef("pk")).order_by("-revision").values("at")[:1]
    in_these = Session.objects.in_play().filter(club__in=clubs).annotate(written=Subquery(latest))
    if number := in_these.filter(written__lt=timezone.now() - LEFT_OPEN).count():
        words = ngettext(
            "%(number)d table was left open: nothing has been entered for 12 hours",
            "%(number)d tables were left open: nothing has been entered for 12 hours",
            number,
        )
        yield LeftToDo(words=words % {"number": number}, url=f"{reverse('admin:play_session_changelist')}?open=yes")


def _without_result(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    """Yield earlier evenings whose result is still sealed, and lately played for money but not settled."""
    today = this_evening()
    paid = Exists(Session.objects.listed().filter(evening=OuterRef("pk"), stake__isnull=False))
    unsettled = Q(date__gte=today - REMEMBERED, settled_at=None) & paid
    earlier = Evening.objects.filter(Q(is_sealed=True) | unsettled, club__in=clubs, date__lt=today)
    for evening in earlier.order_by("-date", "-pk")[:MOST_EVENINGS]:
        words = _("Result not released: %(evening)s") if evening.is_sealed else _("Evening not settled: %(evening)s")
        page = "tournament_result" if evening.is_sealed else "evening_cash"
        yield LeftToDo(words=words % {"evening": evening.title()}, url=reverse(page, args=[evening.public_id]))


def _doubled(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    """Yield how many pairs of records have equal names; similar names are for the page of duplicates."""
    people = Player.objects.filter(club__in=clubs, merged_into=None).only("club_id", "name", "nickname", "guest")
    names = [(player, (player.club_id, duplicates.plain(player.name))) for player in people]
    frequent = Counter(name for _player, name in names)
    namesakes = [player for player, name in names if frequent[name] > 1]
    if number := len(duplicates.likely(namesakes, apart=merging.sat_together)):
        words = ngettext(
            "%(number)d pair of records may be the same person",
            "%(number)d pairs of records may each be the same person",
            number,
        )
        yield LeftToDo(words=words % {"number": number}, url=reverse("admin:clubs_player_duplicates"))


# The season


@dataclass(frozen=True, kw_only=True)
class GameLeaders:
    """The leaders of one game: the game, the page with its full standings, and who leads."""

    game: str
    url: str
    leaders: Sequence[Standing]


@dataclass(frozen=True, kw_only=True)
class SeasonOverview:
    """The leaders of a club's current season or, without one, of all time; the game played most comes first."""

    season: Season | None
    url: str
    sessions: int
    games: Sequence[GameLeaders]

    @property
    def slugs(self) -> list[str]:
        return [standing.game for standing in self.games]


def season_overview(club: Club) -> SeasonOverview | None:
    """Return the leaders of a club's season, or None if nothing was played."""
    season = current(seasons(club), this_evening())
    terms = Terms(club=club).in_season(season)
    with_results = Exists(Result.objects.filter(session=OuterRef("pk")))
    played = terms.sessions().listed().filter(with_results).order_by().values("game")
    sessions = Counter(dict(played.annotate(sessions=Count("pk")).values_list("game", "sessions")))
    sessions.update(table.round.game for table in terms.on_paper().tables)
    if not sessions:
        return None
    by_game = sorted(sessions.items(), key=lambda row: (-row[1], row[0]))
    ranking = standings_by_game(terms)
    return SeasonOverview(
        season=season,
        url=f"{reverse('standings')}?{terms.query(club=club.pk)}",
        sessions=sessions.total(),
        games=[_leaders(ranking[game], club) for game, _number in by_game],
    )


def _leaders(ranking: Standings, club: Club) -> GameLeaders:
    url = f"{reverse('standings')}?{ranking.terms.query(club=club.pk)}"
    return GameLeaders(game=ranking.terms.game, url=url, leaders=ranking.ranked[:LEADERS])
