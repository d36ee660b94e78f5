"""On which terms an address asks for standings, and what else can be chosen there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from scorekeeper.clubs.models import MOST_SESSIONS, Club, Season
from scorekeeper.play.standings import SORTS, Terms, games_played, has_points
from scorekeeper.play.words import in_words, name_of_game, name_of_rules


class NumbersForm(forms.Form):
    """How many sessions somebody must have played to be ranked, and how many of them count."""

    minimum = forms.IntegerField(
        label=gettext_lazy("sessions to be ranked"), min_value=0, max_value=MOST_SESSIONS, required=False
    )
    best = forms.IntegerField(
        label=gettext_lazy("best sessions that count"),
        help_text=gettext_lazy("Left empty, all of them count."),
        min_value=1,
        max_value=MOST_SESSIONS,
        required=False,
    )

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given, label_suffix="")
        for name, field in self.fields.items():
            described = f"id_{name}_error id_{name}_help" if field.help_text else f"id_{name}_error"
            field.widget = forms.TextInput()  # what is no number stays to be seen
            field.widget.attrs |= {
                "class": "input input--number",
                "inputmode": "numeric",
                "aria-describedby": described,
            }
            if self.errors.get(name):
                field.widget.attrs["aria-invalid"] = "true"


class UnknownTerm(Http404):
    """What an address asks for is none of this club: `name` is what it is asked for by."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def terms_of(asked: QueryDict, club: Club, known: list[Season]) -> tuple[Terms, NumbersForm]:
    """The terms that an address asks for, and the form of their numbers; 404 for what there is not in this club."""
    season = _season(asked.get("season", ""), known)
    game = (season.game if season else "") or asked.get("game", "")
    rules = (season.rules if season else "") or asked.get("rules", "")
    of_season = season is not None and season.game != "" and rules == season.rules
    if not of_season and not _known(club, game, rules):
        raise UnknownTerm("rules" if _known(club, game, "") else "game")
    points, sort = asked.get("by") == "points", asked.get("sort") or SORTS[0]
    if sort not in SORTS:
        raise UnknownTerm("sort")
    if points and not has_points(game):
        raise UnknownTerm("by")
    form = _numbers(asked, season)
    terms = Terms(
        club=club,
        season=season,
        game=game,
        rules=rules,
        points=points,
        minimum=form.cleaned_data.get("minimum") or 0,
        best=form.cleaned_data.get("best"),
        sort=sort,
    )
    return terms, form


def _known(club: Club, game: str, rules: str) -> bool:
    """Whether there is such a game with such a rule set, or was one that the club has played."""
    if not game:
        return not rules
    found = registry.find(game)
    if found and (not rules or rules in found.rules.rule_sets):
        return True
    played = games_played(club).get(game, [])
    return rules in played if rules else bool(played)


def _season(asked: str, known: list[Season]) -> Season | None:
    if not asked:
        return None
    season = next((one for one in known if str(one.pk) == asked), None)
    if season is None:
        raise UnknownTerm("season")
    return season


def _numbers(asked: QueryDict, season: Season | None) -> NumbersForm:
    """The numbers that are asked for; those that are not, as the season has them."""
    given: dict[str, Any] = {"minimum": (season and season.minimum) or None, "best": season and season.best}
    given |= {name: asked.get(name) for name in given if name in asked}
    if given["best"] == "all":
        given["best"] = None
    form = NumbersForm(given)
    form.is_valid()
    return form


def unit_of(terms: Terms) -> str:
    """What is added up."""
    return in_words(registry.get(terms.game).tournament) if terms.points else _("Total")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of several ways to look at it, and whether it is the one that is looked at."""

    label: str
    query: str
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What can be chosen between, each in its place."""

    label: str
    choices: list[Choice]


def choices_of(terms: Terms, known: list[Season], *, points: bool = True) -> list[Choices]:
    """Seasons, games, rule sets, and what is added up; where there is nothing to choose, nothing is offered."""
    found = [
        Choices(label=_("Season"), choices=_of_seasons(terms, known)),
        *_of_games(terms),
        Choices(label=_("Counted"), choices=_of_amounts(terms) if points else []),
    ]
    return [one for one in found if len(one.choices) > 1]


def _of_seasons(terms: Terms, known: list[Season]) -> list[Choice]:
    return [
        Choice(
            label=season.name if season else _("All time"),
            query=terms.in_season(season).query(),
            chosen=season == terms.season,
        )
        for season in (None, *known)
    ]


def _of_games(terms: Terms) -> list[Choices]:
    """Of a season of one game, its rule sets; of one of a rule set, nothing."""
    played = games_played(terms.club)
    games, rule_sets = _("Game"), _("Rules")
    of_all = [Choice(label=_("All games"), query=terms.of_game("").query(), chosen=not terms.game)]
    of_each = [
        Choice(
            label=name_of_game(game),
            query=terms.of_game(game).query(),
            chosen=game == terms.game,
        )
        for game in played
    ]
    found = [] if terms.season and terms.season.game else [Choices(label=games, choices=[*of_all, *of_each])]
    if terms.game and not (terms.season and terms.season.rules):
        choices = [
            Choice(
                label=name_of_rules(terms.game, rules) if rules else _("All rules"),
                query=replace(terms, rules=rules).query(),
                chosen=rules == terms.rules,
            )
            for rules in ("", *played.get(terms.game, []))
        ]
        found.append(Choices(label=rule_sets, choices=choices if len(choices) > 2 or terms.rules else []))
    return found


def _of_amounts(terms: Terms) -> list[Choice]:
    if not has_points(terms.game):
        return []
    game = registry.get(terms.game)
    return [
        Choice(label=in_words(label), query=replace(terms, points=points).query(), chosen=points == terms.points)
        for label, points in ((game.counter, False), (game.tournament, True))
    ]
