"""House rules: how a club plays each game, filled in when one of its phones starts a session.

A row is for one game, which is chosen first. Its form has the options of all the game's rule sets; only those of the
chosen rule set count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import registry
from games.game import Game
from games.scoring.documents import read_options
from games.scoring.errors import RuleError
from games.scoring.types import RuleSet
from scorekeeper.clubs.models import Club, HouseRules, Tariff
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.organisers.panel import ClubScopedAdmin, MyClubsFilter
from scorekeeper.play.form_fields import NOT_OFFERED, StakeField, currency_field, option_field, option_value
from scorekeeper.play.formatting import game_name, in_words, rules_name, sum_of_money
from scorekeeper.play.game_picker import game_picker
from scorekeeper.play.models import Session
from scorekeeper.play.session_draft import TARIFF, typed
from scorekeeper.web.locales import reading_locale, usual_currency

if TYPE_CHECKING:
    HouseRulesModelForm = forms.ModelForm[HouseRules]
else:
    HouseRulesModelForm = forms.ModelForm


def option_field_name(rule_set: RuleSet, option: str) -> str:
    return f"{rule_set.slug}--{option}"


class HouseRulesForm(HouseRulesModelForm):
    """The house rules of one game; `form_of` adds the fields for options and tariffs."""

    game: Game
    rules = forms.ChoiceField(label=capfirst(_("rules")))
    stake = StakeField(
        required=False, label=capfirst(_("stake")), help_text=_("Money per point. Leave empty to play for points only.")
    )
    currency = currency_field(required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.game = self.game.slug
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.choices = [(slug, in_words(rule_set.name)) for slug, rule_set in self.game.rules.rule_sets.items()]
        if chosen := self.game.rules.rule_sets.get(self.instance.rules):
            for name, value in self.instance.options.items():
                self.initial[option_field_name(chosen, name)] = typed(value)
            self.initial[option_field_name(chosen, TARIFF)] = str(self.instance.tariff_id or "")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        rule_set = self.game.rules.rule_sets.get(cleaned.get("rules", ""))
        for other in self.game.rules.rule_sets.values():
            if other is not rule_set:  # the options of other rule sets are ignored
                for name in (*(option.name for option in other.options), TARIFF):
                    self.errors.pop(option_field_name(other, name), None)
        club = cleaned.get("club") or (self.instance.club if self.instance.pk else None)
        if rule_set is not None:
            self._read_options(rule_set, cleaned)
            self._read_tariff(option_field_name(rule_set, TARIFF), cleaned, club)
        others = HouseRules.objects.filter(club=club, game=self.game.slug).exclude(pk=self.instance.pk)
        if club is not None and others.exists():
            self.add_error("club", _("This club already has house rules for this game."))
        return cleaned

    def _read_options(self, rule_set: RuleSet, cleaned: dict[str, Any]) -> None:
        raw = {
            option.name: option_value(option, value)
            for option in rule_set.options
            if (value := cleaned.get(option_field_name(rule_set, option.name))) is not None
        }
        try:
            self.instance.options = read_options(rule_set, raw)
        except RuleError as error:
            name = option_field_name(rule_set, (error.field or "").removeprefix("options."))
            self.add_error(name if name in self.fields else "rules", in_words(error.message))

    def _read_tariff(self, name: str, cleaned: dict[str, Any], club: Club | None) -> None:
        chosen = cleaned.get(name) or ""
        tariff = Tariff.objects.get(pk=chosen) if chosen else None
        if tariff is not None and club is not None and tariff.club_id != club.pk:
            self.add_error(name, _("This tariff belongs to another club."))
        elif name not in self.errors:
            self.instance.tariff = tariff


def form_of(game: Game, tariffs: Sequence[Tariff]) -> type[HouseRulesForm]:
    """Return the form for a game, with the options of all its rule sets and the club's own tariffs."""
    fields: dict[str, forms.Field] = {
        option_field_name(rule_set, option.name): option_field(option)
        for rule_set in game.rules.rule_sets.values()
        for option in rule_set.options
    }
    for rule_set in game.rules.rule_sets.values():
        if club_tariffs := [tariff for tariff in tariffs if tariff.rules == rule_set.slug]:
            fields[option_field_name(rule_set, TARIFF)] = tariff_field(club_tariffs)
    return type("HouseRulesFormOfGame", (HouseRulesForm,), {"game": game, **fields})


def tariff_field(tariffs: Sequence[Tariff]) -> forms.ChoiceField:
    """Return the choice of a tariff; with several clubs, it names the club of each."""
    several = len({tariff.club_id for tariff in tariffs}) > 1
    choices: list[tuple[str, Any]] = [("", _("As printed"))]
    for tariff in tariffs:
        words = gettext("%(name)s (no longer offered)") % {"name": tariff} if tariff.retired_at else tariff.name
        choices.append((str(tariff.pk), f"{words} · {tariff.club}" if several else words))
    return forms.ChoiceField(
        label=capfirst(_("tariff")),
        choices=choices,
        required=False,
        error_messages={"invalid_choice": NOT_OFFERED},
    )


OF_GAME = Session.objects.filter(club=OuterRef("club"), game=OuterRef("game"))
LAST_PLAYED = Subquery(OF_GAME.order_by("-started_at").values("started_at")[:1])


@admin.register(HouseRules)
class HouseRulesAdmin(ClubScopedAdmin):
    """House rules, one row for each game; the game of a row can't be changed."""

    list_display = ("game_name", "club", "rule_set", "tariff", "in_money", "currency")
    list_filter = (("club", MyClubsFilter),)
    ordering = (LAST_PLAYED.desc(nulls_last=True), "game", "pk")
    actions = ("delete_selected",)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club", "tariff")

    @admin.display(description=pgettext_lazy("of cards", "game"), ordering="game")
    def game_name(self, row: HouseRules) -> str:
        return game_name(row.game)

    @admin.display(description=_("rules"))
    def rule_set(self, row: HouseRules) -> str:
        return rules_name(row.game, row.rules)

    @admin.display(description=_("stake"), ordering="stake")
    def in_money(self, row: HouseRules) -> str | None:
        return sum_of_money(row.stake, row.currency) if row.stake else None

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Let the user choose the game first, by a link."""
        if self._game(request, None) is None and self.has_add_permission(request):
            context = {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": gettext("House rules for which game?"),
                "picker": game_picker(request, clubs=clubs_of(request.user)),
            }
            return render(request, "admin/clubs/houserules/games.html", context)
        return super().add_view(request, form_url, extra_context)

    def _game(self, request: HttpRequest, obj: HouseRules | None) -> Game | None:
        return registry.find(obj.game if obj else request.GET.get("game", ""))

    def has_change_permission(self, request: HttpRequest, obj: HouseRules | None = None) -> bool:
        """Refuse changes to the rules of an uninstalled game; they can still be viewed and deleted."""
        return super().has_change_permission(request, obj) and (obj is None or self._game(request, obj) is not None)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        game = self._game(request, obj)
        form = {"form": form_of(game, self._tariffs(request, game, obj))} if game else {}
        return super().get_form(request, obj, change, **kwargs, **form)

    def _tariffs(self, request: HttpRequest, game: Game, obj: HouseRules | None) -> list[Tariff]:
        """Return the tariffs to choose from: the club's, or those of all the user's clubs for a new row."""
        tariffs = Tariff.objects.filter(game=game.slug).select_related("club")
        is_offered = Q(retired_at=None) | Q(pk=obj.tariff_id if obj else None)
        clubs = [obj.club] if obj else clubs_of(request.user)
        return list(tariffs.filter(is_offered, club__in=clubs))

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        game, locale = self._game(request, None), reading_locale(request)
        initial: dict[str, Any] = {"rules": game.rules_offered(locale)} if game else {}
        given = super().get_changeform_initial_data(request)
        club = {name: value for name, value in given.items() if name == "club"}
        return initial | club | {"currency": usual_currency(locale)}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("club", "game_name") if obj else ()

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        game = self._game(request, obj)
        of_row = (*(("game_name",) if obj else ()), "club", "rules", "stake", "currency")
        sets = game.rules.rule_sets.values() if game else ()
        with_tariffs = {tariff.rules for tariff in self._tariffs(request, game, obj)} if game else set()
        groups = [
            (
                rule_set,
                [*([TARIFF] if rule_set.slug in with_tariffs else []), *(option.name for option in rule_set.options)],
            )
            for rule_set in sets
        ]
        of_sets = [
            (
                gettext("Options of %(rules)s") % {"rules": in_words(rule_set.name)},
                {"fields": [option_field_name(rule_set, name) for name in names]},
            )
            for rule_set, names in groups
            if names
        ]
        return [(None, {"fields": of_row}), *of_sets]
