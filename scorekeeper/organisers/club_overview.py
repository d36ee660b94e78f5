"""What the panel's first page says of a club, and its warnings for the site administrator.

The warnings are of a missing or old backup, and of little space on the disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import duplicates
from scorekeeper.clubs.models import Club, ClubDevice, Player
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


def server_warnings() -> list[str]:
    """Return what the site administrator should do something about."""
    warnings = []
    backup = last_made_at()
    if backup is None:
        warnings.append(_("There is no backup yet. The command “backup” makes one while people play."))
    elif timezone.now() - backup > OLD:
        warnings.append(_("The last backup was made %(time)s ago.") % {"time": timesince(backup)})
    if data_directory.is_little():
        warnings.append(_("The disk is almost full."))
    return warnings


LEFT_OPEN = timedelta(hours=12)
"""A table without an entry for this long was forgotten."""
REMEMBERED = timedelta(days=30)
"""How long an evening that was never settled is mentioned: some clubs settle table by table."""
MOST_EVENINGS = 20
"""How many evenings are mentioned, newest first: the site administrator would otherwise see some of every club."""
LEADERS = 3


# What is left to do


@dataclass(frozen=True, kw_only=True)
class LeftToDo:
    """Something for an organiser to do, and the page where it is done."""

    words: str
    url: str


def left_to_do(clubs: QuerySet[Club]) -> list[LeftToDo]:
    """Return what needs attention in these clubs: first steps, open tables, unsettled evenings, duplicate members."""
    return [*_to_begin(clubs), *_left_open(clubs), *_not_settled(clubs), *_doubled(clubs)]


def _to_begin(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    """Yield the first steps of a club that has never played: its people, and the phones on its tables."""
    has_members, has_phones = (Exists(model.objects.filter(club=OuterRef("pk"))) for model in (Player, ClubDevice))
    for club in clubs.filter(sessions=None).annotate(has_members=has_members, has_phones=has_phones).order_by("name"):
        if not club.has_members:
            yield LeftToDo(words=_("Add the members, one name per line"), url=reverse("admin:clubs_player_add_several"))
        if not club.has_phones:
            words = _("Let the tables’ phones join the club through its link or QR code")
            yield LeftToDo(words=words, url=reverse("admin:clubs_club_link", args=[club.pk]))


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


def _not_settled(clubs: QuerySet[Club]) -> Iterator[LeftToDo]:
    today = this_evening()
    paid = Session.objects.listed().filter(evening=OuterRef("pk"), stake__isnull=False)
    lately = Evening.objects.filter(club__in=clubs, date__lt=today, date__gte=today - REMEMBERED, settled_at=None)
    for evening in lately.filter(Exists(paid)).order_by("-date", "-pk")[:MOST_EVENINGS]:
        words = _("Evening not settled: %(evening)s") % {"evening": evening.title()}
        yield LeftToDo(words=words, url=reverse("admin:evenings_evening_change", args=[evening.pk]))


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

    club: Club
    season: Season | None
    sessions: int
    last_evening: Evening | None
    games: Sequence[GameLeaders]


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
    evenings = Evening.objects.filter(club=club, date__lte=this_evening())
    if season:
        evenings = evenings.filter(date__gte=season.starts)
    return SeasonOverview(
        club=club,
        season=season,
        sessions=sessions.total(),
        last_evening=evenings.order_by("-date", "-pk").first(),
        games=[_leaders(ranking[game], club) for game, _number in by_game],
    )


def _leaders(ranking: Standings, club: Club) -> GameLeaders:
    url = f"{reverse('standings')}?{ranking.terms.query(club=club.pk)}"
    return GameLeaders(game=ranking.terms.game, url=url, leaders=ranking.ranked[:LEADERS])
