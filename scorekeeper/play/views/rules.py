"""Public pages: the installed games, and how each is scored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import examples, registry
from games.examples import Example
from games.game import Game
from games.scoring.errors import Code
from games.scoring.text import gettext_lazy as _
from games.scoring.types import RuleSet
from games.ui.page import Section
from scorekeeper.clubs import queries as clubs
from scorekeeper.play.screens import tariff_figures
from scorekeeper.web import device_cookie
from scorekeeper.web.request_params import HtmxRequest

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
    club_figures = tariff_figures.of_club(clubs.club_of(device_cookie.device_id(request)), book.game)
    return render(request, book.game.rules_template, {"book": book, "game": book.game, "club_figures": club_figures})


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
