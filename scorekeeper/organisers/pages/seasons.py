"""Seasons: a span of dates, and the terms of its standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.game import Game
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.organisers.panel import MyClubsFilter
from scorekeeper.organisers.printing import PrintingAdmin
from scorekeeper.play.formatting import game_and_rules, game_name, in_words
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.printing.forms import CHAMPIONSHIP, RESULT, PrintChoices
from scorekeeper.printing.standings_paper import standings_print_order
from scorekeeper.printing.typesetting import Order
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Terms
from scorekeeper.web.dates import long_day

if TYPE_CHECKING:
    SeasonModelForm = forms.ModelForm[Season]
else:
    SeasonModelForm = forms.ModelForm


class SeasonForm(SeasonModelForm):
    """A season; reports errors by field and offers each rule set with its game."""

    game = forms.ChoiceField(label=capfirst(pgettext_lazy("of cards", "game")), required=False)
    rules = forms.ChoiceField(label=capfirst(_("rules")), required=False)
    games: Sequence[Game] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every: list[tuple[str, Any]] = [("", _("All"))]
        sets = [
            (f"{game.slug}:{slug}", game_and_rules(game.slug, slug))
            for game in self.games
            for slug in game.rules.rule_sets
        ]
        for name in ("starts", "ends"):
            self.fields[name].validators.append(in_our_time)
        for name, choices in (
            ("game", [*every, *((game.slug, in_words(game.name)) for game in self.games)]),
            ("rules", [*every, *sets]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        if self.instance.rules:
            self.initial["rules"] = f"{self.instance.game}:{self.instance.rules}"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        game, _sep, rules = cleaned.get("rules", "").partition(":")
        if rules and cleaned.get("game") not in ("", game):
            self.add_error("rules", _("This rule set is for another game."))
        elif rules:
            cleaned |= {"game": game, "rules": rules}
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", _("A season must end after it starts."))
        if cleaned.get("best") == 0:
            self.add_error("best", _("Leave this empty to count all of them."))
        self._clean_name(cleaned)
        return cleaned

    def _clean_name(self, cleaned: dict[str, Any]) -> None:
        club = cleaned.get("club") or (self.instance.club if self.instance.pk else None)
        others = Season.objects.filter(club=club, name=cleaned.get("name")).exclude(pk=self.instance.pk)
        if club is not None and others.exists():
            self.add_error("name", _("There is already a season with this name."))


@admin.register(Season)
class SeasonAdmin(PrintingAdmin):
    form = SeasonForm
    list_display = ("name", "club", "first_day", "last_day", "game_name", "minimum", "best")
    list_filter = (("club", MyClubsFilter),)
    search_fields = ("name",)
    fields = (
        *("club", "name", ("starts", "ends"), ("game", "rules"), "only_tournaments"),
        *(("minimum", "best"), ("counted_by", "scoring")),
    )
    what = (RESULT, CHAMPIONSHIP)
    actions = ("print_chosen", "delete_selected")
    ordering = ("-starts", "name")

    def get_form(self, request: HttpRequest, obj: Season | None = None, change: bool = False, **kwargs: Any) -> Any:
        form = type("FormWithGames", (SeasonForm,), {"games": games_in_order(request, clubs_of(request.user))})
        return super().get_form(request, obj, change, **{"form": form, **kwargs})

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club")

    def printable(self, rows: Sequence[Season], choices: PrintChoices, base: str) -> Order:
        return standings_print_order([Terms(club=season.club).in_season(season) for season in rows], choices)

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        return ("club",) if obj else ()

    @admin.display(description=_("first day"), ordering="starts")
    def first_day(self, season: Season) -> str:
        return long_day(season.starts)

    @admin.display(description=_("last day"), ordering="ends")
    def last_day(self, season: Season) -> str | None:
        return long_day(season.ends) if season.ends else None

    @admin.display(description=pgettext_lazy("of cards", "game"), ordering="game")
    def game_name(self, season: Season) -> str:
        return game_name(season.game) if season.game else ""
