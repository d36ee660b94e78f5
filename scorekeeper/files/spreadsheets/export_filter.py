"""The filter of an export: club, season or span of days, and game; and its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.game import Game
from scorekeeper.clubs.dates import EARLIEST, in_our_time
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.play.formatting import in_words
from scorekeeper.play.models import SessionQuerySet
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Terms, has_points
from scorekeeper.web.downloads import file_name


@dataclass(frozen=True, kw_only=True)
class ExportFilter:
    """Which sessions of a club to export."""

    club: Club
    season: Season | None = None
    game: str = ""
    first: date | None = None
    last: date | None = None
    points: bool = False

    @property
    def span(self) -> tuple[date, date | None]:
        """The first and the last day, within both the season and the requested days."""
        season = self.season
        firsts = [day for day in (self.first, season and season.starts) if day]
        lasts = [day for day in (self.last, season and season.ends) if day]
        return max(firsts, default=EARLIEST), min(lasts, default=None)

    @property
    def terms(self) -> Terms:
        """The same as the terms of standings; a span of days becomes a season without a name."""
        season = self.season
        first, last = self.span
        terms = Terms(club=self.club, game=self.game).in_season(season)
        terms = replace(terms, game=self.game or terms.game, points=self.points)
        if self.first or self.last:
            terms = replace(terms, season=Season(club=self.club, starts=first, ends=last))
        return terms

    def sessions(self) -> SessionQuerySet:
        """Return the sessions, open or closed."""
        season, sessions = self.season, self.club.sessions.all()
        if game := self.game or (season.game if season else ""):
            sessions = sessions.filter(game=game)
        if season and season.rules:
            sessions = sessions.filter(rules=season.rules)
        return sessions.within(*self.span) if season or self.first or self.last else sessions

    def file_name(self, what: str) -> str:
        """Return the name of a file, without extension, by what is in it."""
        days = [day.isoformat() for day in (self.first, self.last) if day]
        return file_name(self.club.name, self.season.name if self.season else "", self.game, *days, what)


class ClubForm(forms.Form):
    """The choice of one of the user's clubs, before other fields; hidden if there is only one."""

    ids = "of-%s"

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "auto_id": self.ids, **kwargs})
        self.clubs = clubs_of(user)
        self.has_several = self.clubs.count() > 1
        self.fields["club"] = forms.ModelChoiceField(
            self.clubs,
            label=capfirst(_("club")),
            required=self.has_several,
            empty_label=None,
            widget=forms.Select if self.has_several else forms.HiddenInput,
        )
        self.order_fields(["club"])

    def clean_club(self) -> Club | None:
        club: Club | None = self.cleaned_data["club"]
        return club or self.clubs.first()


class ExportFilterForm(ClubForm):
    """The filter's form. No field is required: an empty form selects everything."""

    ids = "wanted-%s"
    season = forms.ModelChoiceField(Season.objects.none(), label=_("Season"), required=False, empty_label=_("All time"))
    game = forms.ChoiceField(label=_("Game"), required=False)
    first = forms.DateField(label=_("first day"), required=False, validators=[in_our_time])
    last = forms.DateField(label=_("last day"), required=False, validators=[in_our_time])
    points = forms.BooleanField(label=_("Standings by tournament points"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, user: User | AnonymousUser, in_order: Sequence[Game]) -> None:
        super().__init__(data, user=user)
        seasons, games = self.fields["season"], self.fields["game"]
        assert isinstance(seasons, forms.ModelChoiceField)
        assert isinstance(games, forms.ChoiceField)
        seasons.queryset = Season.objects.filter(club__in=self.clubs).select_related("club")
        if self.has_several:
            seasons.choices = [
                ("", _("All time")),
                *((season.pk, f"{season.club}: {season}") for season in seasons.queryset),
            ]
        games.choices = [("", _("All games")), *((game.slug, in_words(game.name)) for game in in_order)]
        for name in ("first", "last"):
            self.fields[name].label = capfirst(self.fields[name].label)
            self.fields[name].widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        season, first, last = cleaned.get("season"), cleaned.get("first"), cleaned.get("last")
        if season and cleaned.get("club") and season.club_id != cleaned["club"].pk:
            self.add_error("season", _("This season belongs to another club."))
        elif season and season.game and cleaned.get("game") not in ("", season.game):
            self.add_error("game", _("This season is for another game."))
        if first and last and last < first:
            self.add_error("last", _("The last day must not be before the first."))
        if cleaned.get("points") and not has_points(cleaned.get("game") or (season.game if season else "")):
            self.add_error("points", _("Choose a game that has tournament points."))
        return cleaned

    def export_filter(self) -> ExportFilter:
        """Return the filter; the form must be valid."""
        return ExportFilter(**self.cleaned_data)
