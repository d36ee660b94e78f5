"""The list of the games, the rules page of each, and the figures that a table or club plays for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
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
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Paragraph, RuleSet, Table
from games.ui import written_text
from games.ui.page import TariffTable, own_tables, printed_tables
from games.ui.written_text import Placeholder, WrittenText
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play.access import access_of
from scorekeeper.play.formatting import IN_COUNTERS, remember_notation, tariff_name
from scorekeeper.play.game_picker import game_picker
from scorekeeper.play.models import Access
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.web import cookies
from scorekeeper.web.locales import reading_locale
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
    club_tariffs = tariffs.game_tariffs(club, game.slug)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """A section of the page in one language: its anchor, the paragraph that it explains, if any, and its HTML."""

    slug: str
    title: Text | str
    paragraph: Paragraph | None = None
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """The worked examples of one rule set for one number of players."""

    rule_set: RuleSet
    players: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Everything that the page of a game prints, in one language; `refused` examples have no score."""

    game: Game
    introduction: str
    sections: tuple[Section, ...]
    groups: tuple[ExampleGroup, ...]
    refused: tuple[Example, ...]
    refused_in_files: tuple[Example, ...]


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the list of games."""
    return render(request, "play/games.html", {"picker": game_picker(request)})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a game is scored: its tariff, its paragraphs and every worked example.

    A phone of a club also sees the club's own figures.
    """
    if (game := registry.find(slug)) is None:
        raise Http404(slug)
    book = _book(slug, get_language() or examples.ENGLISH, game.rules_offered(reading_locale(request)))
    figures_of_club = club_figures(clubs.club_of(cookies.device_id(request)), book.game)
    context = {"book": book, "game": book.game, "club_figures": figures_of_club}
    return render(request, "play/rules.html", context)


@require_safe
def glossary(request: HtmxRequest, slug: str) -> HttpResponse:
    """Show the glossary of a game in the fold at the table; without htmx, redirect to that part of its rules."""
    text = written_text.rules_of(slug, get_language() or examples.ENGLISH) if registry.find(slug) else None
    if text is None or not text.glossary:
        raise Http404(slug)
    if not request.htmx:
        return redirect(f"{reverse('rules', args=[slug])}#{written_text.GLOSSARY}")
    return HttpResponse(text.glossary)


@lru_cache(maxsize=64)
def _book(slug: str, language: str, offered: str) -> RulesPage:
    """Return the contents of a game's page in the active language; `offered` is the rule set marked as the default."""
    game = registry.get(slug)
    game_examples = {example.id: example.in_language(language) for example in examples.scored_examples(slug)}
    text = written_text.rules_of(slug, language)
    return RulesPage(
        game=game,
        introduction=text.introduction if text else "",
        sections=tuple(_sections(game, text, game_examples, offered) if text else _plain_sections(game, offered)),
        groups=tuple(_groups(game, [example for example in game_examples.values() if example.refusal is None])),
        refused=tuple(_refused(game_examples.values(), in_files=False)),
        refused_in_files=tuple(_refused(game_examples.values(), in_files=True)),
    )


def _sections(game: Game, text: WrittenText, game_examples: Mapping[str, Example], offered: str) -> Iterable[Section]:
    """Return the sections of a game's text, with tables and examples in their places."""

    def html(block: str | Placeholder) -> str:
        match block:
            case Placeholder("tariff", names):
                return _html("tariffs", tariffs=[game.page_tariff(name) for name in names])
            case Placeholder("examples", names):
                return _html("chapter_examples", examples=[game_examples[name] for name in names])
            case Placeholder("rule-sets", ()):
                return _html("rule_sets", game=game, offered=offered)
            case str():
                return block
        raise ValueError(block)

    for section in text.sections:
        yield Section(
            slug=section.slug,
            title=section.title,
            paragraph=game.rules.paragraphs.get(section.slug),
            blocks=tuple(map(html, section.blocks)),
        )


def _plain_sections(game: Game, offered: str) -> Iterable[Section]:
    """Return the sections of a game without a text: its rule sets, its paragraphs and its printed tariffs."""
    rule_sets = _html("rule_sets", game=game, offered=offered)
    yield Section(slug="rule-sets", title=_("Rule sets and options"), blocks=(rule_sets,))
    for paragraph in game.rules.paragraphs.values():
        yield Section(slug=paragraph.slug, title=paragraph.title, paragraph=paragraph)
    for rule_set in game.rules.rule_sets.values():
        if tables := printed_tables(game.rules.tariff(rule_set.slug)):
            yield Section(
                slug=f"tariff-{rule_set.slug}",
                title=_("Tariff: {rules}", rules=rule_set.name),
                blocks=tuple(_html("tariff", tariff=table) for table in tables.values()),
            )


def _html(part: str, **context: Any) -> str:
    return render_to_string(f"play/_{part}.html", context)


def _refused(game_examples: Iterable[Example], *, in_files: bool) -> Iterable[Example]:
    return (
        example
        for example in game_examples
        if example.refusal is not None and (example.refusal.code in ONLY_IN_FILES) == in_files
    )


def _groups(game: Game, scored: list[Example]) -> Iterable[ExampleGroup]:
    for rule_set in game.rules.rule_sets.values():
        for players in rule_set.players:
            examples_of_rules = [
                example for example in scored if example.rules == rule_set.slug and len(example.players) == players
            ]
            if examples_of_rules:
                yield ExampleGroup(rule_set, players, tuple(examples_of_rules))


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the club's figures beside the printed ones, to everybody at the table."""
    return figures_page(request, access_of(request, public_id), reverse("session", args=[public_id]))


def figures_page(request: HttpRequest, access: Access, back: str, *, in_panel: bool = False) -> HttpResponse:
    page = TablePage.from_request(request, access)
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
