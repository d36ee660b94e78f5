"""The list of the games, the rules page of each, and the figures that a table or club plays for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from games import examples, registry
from games.examples import Example
from games.game import Game
from games.scoring.errors import Code
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.text import gettext_lazy as _
from games.scoring.types import RuleSet, Table
from games.ui.page import Section, TariffTable, own_tables
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play.access import access_of
from scorekeeper.play.formatting import IN_COUNTERS, remember_notation, tariff_name
from scorekeeper.play.models import Access
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.web import cookies
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, kw_only=True)
class OwnFigures:
    """One of a club's own tariffs: name, rule set and the schedules in which it differs from the printed one."""

    name: str
    rule_set: RuleSet
    tables: Sequence[TariffTable]


def _figures(rules: AnyRules, slug: str, tariff: OwnTariff) -> OwnFigures:
    tables = own_tables(rules.tariff(slug), tariff)
    return OwnFigures(name=tariff_name(tariff), rule_set=rules.rule_sets[slug], tables=tables)


def club_figures(club: Club | None, game: Game) -> list[OwnFigures]:
    """Return the club's current figures for one game, in the order of its rule sets."""
    rules = game.rules
    club_tariffs = tariffs.of_game(club, game.slug)
    return [
        _figures(rules, slug, tariff)
        for slug in rules.rule_sets
        for of_rules, tariff in club_tariffs
        if of_rules == slug
    ]


def table_figures(rules: AnyRules, table: Table) -> OwnFigures | None:
    """Return the figures that a table is played for, as they were when it began; None for the printed ones."""
    return _figures(rules, table.rules, table.tariff) if table.tariff else None


ONLY_IN_FILES = {
    Code.INVALID_DOCUMENT,
    Code.UNKNOWN_GAME,
    Code.UNKNOWN_RULES,
    Code.UNKNOWN_OPTION,
    Code.UNKNOWN_FIELD,
    Code.UNKNOWN_CHOICE,
    Code.UNKNOWN_PLAYER,
    Code.INVALID,
}
"""Errors that none of our forms can cause, only an imported session document."""

WORDS = Section(slug="words", title=_("What the words mean"), template="play/_glossary.html")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section with the worked examples printed in it."""

    section: Section
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """The worked examples of one rule set for one number of players."""

    rule_set: RuleSet
    players: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything that the page of a game prints, with titles in one language; `refused` examples have no score."""

    game: Game
    chapters: tuple[Chapter, ...]
    groups: tuple[ExampleGroup, ...]
    refused: tuple[Example, ...]
    refused_in_files: tuple[Example, ...]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the list of games."""
    return render(request, "play/games.html", {"games": registry.all_games()})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a game is scored: its tariff, its paragraphs and every worked example.

    A phone of a club also sees the club's own figures.
    """
    try:
        book = _book(slug, get_language() or examples.ENGLISH)
    except KeyError as error:
        raise Http404(slug) from error
    figures_of_club = club_figures(clubs.club_of(cookies.device_id(request)), book.game)
    context = {"book": book, "game": book.game, "club_figures": figures_of_club}
    return render(request, book.game.rules_template, context)


@require_safe
def glossary(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the glossary of a game in the fold at the table; without htmx, redirect to that part of its rules."""
    game = registry.find(slug)
    if game is None or not game.glossary:
        raise Http404(slug)
    if not request.htmx:
        return redirect(f"{reverse('rules', args=[slug])}#{WORDS.slug}")
    return render(request, "play/_glossary.html", {"game": game})


@lru_cache(maxsize=64)
def _book(slug: str, language: str) -> RulesPage:
    """Return the contents of a game's page, the same for all readers of a language.

    The texts themselves are translated when they are rendered.
    """
    game = registry.get(slug)
    game_examples = [example.in_language(language) for example in examples.of(slug)]
    by_id = {example.id: example for example in game_examples}
    return RulesPage(
        game=game,
        chapters=tuple(Chapter(one, tuple(by_id[key] for key in one.examples)) for one in _sections(game)),
        groups=tuple(_groups(game, [example for example in game_examples if example.refusal is None])),
        refused=tuple(_refused(game_examples, in_files=False)),
        refused_in_files=tuple(_refused(game_examples, in_files=True)),
    )


def _sections(game: Game) -> Iterable[Section]:
    """Return the sections of a game, with the glossary after the first one, which is a summary."""
    sections = game.sections()
    return [*sections[:1], *([WORDS] if game.glossary else []), *sections[1:]]


def _refused(game_examples: list[Example], *, in_files: bool) -> Iterable[Example]:
    return (one for one in game_examples if one.refusal is not None and (one.refusal.code in ONLY_IN_FILES) == in_files)


def _groups(game: Game, scored: list[Example]) -> Iterable[ExampleGroup]:
    for rule_set in game.rules.rule_sets.values():
        for players in rule_set.players:
            examples_of_rules = [one for one in scored if one.rules == rule_set.slug and len(one.players) == players]
            if examples_of_rules:
                yield ExampleGroup(rule_set, players, tuple(examples_of_rules))


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the club's figures beside the printed ones, to everybody at the table."""
    return figures_page(request, access_of(request, public_id), reverse("session", args=[public_id]))


def figures_page(request: HttpRequest, access: Access, back: str, *, in_panel: bool = False) -> HttpResponse:
    page = TablePage.of(request, access)
    context = {
        **page.context,
        "own": table_figures(page.ledger.rules, page.ledger.table),
        "urls": {"back": back, "in_panel": in_panel},
    }
    return render(request, "play/session_tariff.html", context)


@require_POST
def counters(request: HttpRequest) -> HttpResponse:
    """Set the notation of amounts and redirect back to the page on which it was chosen."""
    back = request.POST.get("next", "")
    is_own_site = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    response = redirect(back if is_own_site else reverse("home"))
    remember_notation(response, in_counters=request.POST.get("counters") == IN_COUNTERS)
    return response
