"""The terms that query parameters ask for, and the links to other terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import registry
from scorekeeper.clubs.models import Club
from scorekeeper.play.formatting import game_name, in_words, rules_name
from scorekeeper.play.game_picker import game_picker
from scorekeeper.standings import wording
from scorekeeper.standings.models import MOST_UNITS, SCORING_WORDS, CountedBy, Season
from scorekeeper.standings.standings import SORTS, Terms, current, games_played, has_points, scoring_of
from scorekeeper.web.dates import this_evening


class NumbersForm(forms.Form):
    """How many evenings or rounds a player needs to be ranked, and how many of the best ones count."""

    minimum = forms.IntegerField(min_value=0, max_value=MOST_UNITS, required=False)
    best = forms.IntegerField(
        help_text=gettext_lazy("Leave empty to count all of them."),
        min_value=1,
        max_value=MOST_UNITS,
        required=False,
    )

    def __init__(self, numbers: Mapping[str, Any], counted_by: str) -> None:
        super().__init__(numbers, label_suffix="")
        rounds = counted_by == CountedBy.ROUNDS
        self.fields["minimum"].label = _("rounds needed to be ranked") if rounds else _("evenings needed to be ranked")
        self.fields["best"].label = (
            _("how many of the best rounds count") if rounds else _("how many of the best evenings count")
        )
        for name, field in self.fields.items():
            described = f"id_{name}_error id_{name}_help" if field.help_text else f"id_{name}_error"
            field.widget = forms.TextInput()  # a text input shows a wrong entry again
            field.widget.attrs |= {
                "class": "input input--number",
                "inputmode": "numeric",
                "aria-describedby": described,
            }
            if self.errors.get(name):
                field.widget.attrs["aria-invalid"] = "true"


class UnknownTerm(Http404):
    """The query parameters ask for something the club doesn't have; `name` is the parameter."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def query_of(request: HttpRequest, seasons: list[Season]) -> QueryDict:
    """Return the query parameters of a page; without any, those of the season in progress."""
    season = current(seasons, this_evening())
    return request.GET or QueryDict(f"season={season.pk}" if season else "")


def terms_of(query: QueryDict, club: Club, seasons: list[Season]) -> tuple[Terms, NumbersForm]:
    """Return the terms in the query parameters, and the form of their numbers.

    Raises `UnknownTerm`, a 404, for what this club doesn't have.
    """
    season = _season(query.get("season", ""), seasons)
    game = (season.game if season else "") or query.get("game", "")
    rules = (season.rules if season else "") or query.get("rules", "")
    of_season = season is not None and season.game != "" and rules == season.rules
    if not of_season and not _known(club, game, rules):
        raise UnknownTerm("rules" if _known(club, game, "") else "game")
    points, sort = query.get("by") == "points", query.get("sort") or SORTS[0]
    if sort not in SORTS:
        raise UnknownTerm("sort")
    scoring = query.get("scoring") or scoring_of(season)
    if scoring not in SCORING_WORDS:
        raise UnknownTerm("scoring")
    if points and not has_points(game):
        raise UnknownTerm("by")
    form = _numbers(query, season)
    terms = Terms(
        club=club,
        season=season,
        game=game,
        rules=rules,
        points=points,
        minimum=form.cleaned_data.get("minimum") or 0,
        best=form.cleaned_data.get("best"),
        counted_by=season.counted_by if season else CountedBy.EVENINGS,
        scoring=scoring,
        sort=sort,
    )
    return terms, form


def _known(club: Club, game: str, rules: str) -> bool:
    """Return whether a game and rule set exist, or the club has played them."""
    if not game:
        return not rules
    installed = registry.find(game)
    if installed and (not rules or rules in installed.rules.rule_sets):
        return True
    played = games_played(club).get(game, [])
    return rules in played if rules else bool(played)


def _season(query: str, seasons: list[Season]) -> Season | None:
    if query in ("", "all"):
        return None
    season = next((season for season in seasons if str(season.pk) == query), None)
    if season is None:
        raise UnknownTerm("season")
    return season


def _numbers(query: QueryDict, season: Season | None) -> NumbersForm:
    """Return the form of the requested numbers; those missing come from the season."""
    numbers: dict[str, Any] = {"minimum": (season and season.minimum) or None, "best": season and season.best}
    numbers |= {name: query.get(name) for name in numbers if name in query}
    if numbers["best"] == "all":
        numbers["best"] = None
    form = NumbersForm(numbers, season.counted_by if season else CountedBy.EVENINGS)
    form.is_valid()
    return form


def kept(terms: Terms) -> list[tuple[str, str]]:
    """Return the hidden fields that the form of the numbers sends along."""
    season = terms.season
    query = {
        "season": str(season.pk) if season else "",
        "game": terms.game,
        "rules": terms.rules,
        "by": "points" if terms.points else "",
        "scoring": "" if terms.scoring == scoring_of(season) else terms.scoring,
        "sort": terms.sort,
    }
    return [(name, value) for name, value in query.items() if value]


def words_of(terms: Terms, units: int) -> dict[str, str]:
    """Return what the pages say of the numbers, after `units` evenings or rounds."""
    return {
        "what_counts": wording.what_counts(terms, units),
        "ranked_from": wording.ranked_from(terms),
        "too_few": wording.too_few(terms),
    }


@dataclass(frozen=True, kw_only=True)
class TermsLink:
    """A link to other terms, and whether these are the current ones."""

    label: str
    query: str
    chosen: bool


@dataclass(frozen=True, kw_only=True)
class TermsLinks:
    """A group of links, such as all seasons, with its label; `more` are folded."""

    label: str
    choices: list[TermsLink]
    more: Sequence[TermsLink] = ()


def choices_of(request: HttpRequest, terms: Terms, seasons: list[Season], *, points: bool = True) -> list[TermsLinks]:
    """Return the links for seasons, games, rule sets and what is added up; omits groups with nothing to choose."""
    groups = [
        TermsLinks(label=_("Season"), choices=_season_links(terms, seasons)),
        *_game_links(request, terms),
        TermsLinks(label=_("Count by"), choices=_amount_links(terms) if points else []),
    ]
    return [group for group in groups if len(group.choices) > 1]


def _season_links(terms: Terms, seasons: list[Season]) -> list[TermsLink]:
    return [
        TermsLink(
            label=season.name if season else _("All time"),
            query=terms.in_season(season).query(),
            chosen=season == terms.season,
        )
        for season in (*seasons, None)
    ]


def _game_links(request: HttpRequest, terms: Terms) -> list[TermsLinks]:
    """Return the links for games and rule sets; a season's own game or rule set can't be changed."""
    assert terms.club is not None  # the home table offers no choice
    played = games_played(terms.club)
    games, rule_sets = _("Game"), _("Rules")
    picker = game_picker(request, terms.game, among=played)
    shown = ["", *(game.slug for game in picker.first), *(slug for slug in played if registry.find(slug) is None)]
    of_games, more = (
        [
            TermsLink(
                label=game_name(game) if game else _("All games"),
                query=terms.for_game(game).query(),
                chosen=game == terms.game,
            )
            for game in slugs
        ]
        for slugs in (shown, [game.slug for game in picker.others])
    )
    groups = [] if terms.season and terms.season.game else [TermsLinks(label=games, choices=of_games, more=more)]
    if terms.game and not (terms.season and terms.season.rules):
        choices = [
            TermsLink(
                label=rules_name(terms.game, rules) if rules else _("All rules"),
                query=replace(terms, rules=rules).query(),
                chosen=rules == terms.rules,
            )
            for rules in ("", *played.get(terms.game, []))
        ]
        groups.append(TermsLinks(label=rule_sets, choices=choices if len(choices) > 2 or terms.rules else []))
    return groups


def _amount_links(terms: Terms) -> list[TermsLink]:
    if not has_points(terms.game):
        return []
    game = registry.get(terms.game)
    return [
        TermsLink(label=in_words(label), query=replace(terms, points=points).query(), chosen=points == terms.points)
        for label, points in ((game.counter, False), (game.tournament, True))
    ]
