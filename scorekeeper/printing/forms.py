"""Forms for choosing what to print. They are sent by GET, so the URL has all the choices.

Missing values get defaults. Errors appear at their field, with all input kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.types import Option, RuleSet, Table
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.formatting import in_words
from scorekeeper.play.recording.start import checked_table
from scorekeeper.play.session_draft import MOST_SEATS, NO, TARIFF, YES, ClubRules, Draft, typed
from scorekeeper.printing.typesetting import PAPERS, PageSetup
from scorekeeper.web import camera as camera_extra
from scorekeeper.web.locales import usual_paper

LIES = {"": None, "upright": False, "across": True}
"""Orientations: None is the one that suits the content, True is landscape."""

FILLED, BLANK, CARD, RESULT, SIGNING_LIST = "filled", "blank", "card", "result", "signing-list"
CHAMPIONSHIP, DATES = "championship", "dates"
LISTS, SEATING, START_CARDS, PLACE_CARDS = "lists", "seating", "start-cards", "place-cards"
START_LIST, PRIZES = "start-list", "prizes"
WHAT: Mapping[str, Any] = {
    FILLED: _("What was played"),
    BLANK: _("Blank score sheet"),
    CARD: _("Rule card"),
    RESULT: _("Result for the notice board"),
    SIGNING_LIST: _("List to sign"),
    DATES: _("Dates"),
    CHAMPIONSHIP: _("Every result of every member"),
    START_LIST: _("Start list"),
    LISTS: _("Lists of a round"),
    SEATING: _("Seating plan"),
    START_CARDS: _("Start cards"),
    PLACE_CARDS: _("Place cards"),
    PRIZES: _("Prizes to sign for"),
}
"""What can be printed."""

NO_SUCH = _("This choice isn’t available here.")


@dataclass(frozen=True, kw_only=True)
class PrintChoices:
    """The choices of a form: what to print, on which paper, in which language."""

    what: str
    page_setup: PageSetup
    language: str
    appendix: bool = False


def camera_choices(games: Iterable[Game], *, goes_on: bool = False) -> Mapping[str, str]:
    """Return what can have boxes that the camera reads, and whether it has them if nobody chooses.

    A list with them takes several pages instead of one. The sheet of what was played can have them if the session
    `goes_on`, so that somebody writes on it. Without the packages that read photos, nothing has them.
    """
    if not camera_extra.is_installed() or not any(game.marked_sheet for game in games):
        return {}
    return {BLANK: YES, LISTS: NO, **({FILLED: NO} if goes_on else {})}


def choice_field(label: Any, choices: Sequence[tuple[str, Any]], **more: Any) -> forms.ChoiceField:
    """Return a field of radio buttons."""
    return forms.ChoiceField(
        label=label,
        choices=choices,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": NO_SUCH, "required": NO_SUCH},
        **more,
    )


class LookForm(forms.Form):
    """A form for what to print, on which paper and in which language.

    `what` are the choices, with the default first; `hidden` are hidden values to send along; `camera` are the
    `camera_choices`.
    """

    use_required_attribute = False

    def __init__(
        self,
        query: QueryDict,
        what: Sequence[str],
        *,
        more: Mapping[str, str] | None = None,
        paper: str = "a4",
        hidden: Sequence[tuple[str, str]] = (),
        camera: Mapping[str, str] | None = None,
    ) -> None:
        self.hidden = hidden
        defaults = {"what": what[0], "paper": paper, "lies": "", "language": get_language() or settings.LANGUAGE_CODE}
        usual = (camera or {}).get(query.get("what", what[0]))
        if usual:
            defaults["camera"] = usual
        values = {name: query.get(name, value) for name, value in {**defaults, "appendix": ""}.items()}
        super().__init__({**(more or {}), **values}, label_suffix="")
        self.fields["what"] = choice_field(_("To print"), [(name, WHAT[name]) for name in what])
        self.fields["paper"] = choice_field(_("Paper"), list(PAPERS.items()))
        lies = [("", _("Automatic")), ("upright", _("Portrait")), ("across", _("Landscape"))]
        self.fields["lies"] = choice_field(_("Orientation"), lies, required=False)
        self.fields["language"] = choice_field(_("Language"), settings.LANGUAGES)
        if usual:
            answers = [(YES, _("Yes")), (NO, _("No"))]
            self.fields["camera"] = choice_field(_("Can be read by the camera"), answers)
        if FILLED in what:
            self.fields["appendix"] = forms.BooleanField(required=False, label=_("How each hand was scored"))

    @property
    def several(self) -> bool:
        """Whether there is more than one thing to print."""
        return len(self["what"]) > 1

    def choices(self) -> PrintChoices:
        """Return the choices; the form must be valid."""
        cleaned = self.cleaned_data
        return PrintChoices(
            what=cleaned["what"],
            page_setup=PageSetup(cleaned["paper"], LIES[cleaned["lies"]], camera=cleaned.get("camera") == YES),
            language=cleaned["language"],
            appendix=bool(cleaned.get("appendix")) and cleaned["what"] == FILLED,
        )

    def query(self) -> str:
        """Return the form as query parameters; a seat without a name keeps its place before those with one."""
        given = [(name, value) for name, value in self.data.items() if value or name.startswith("player-")]
        return urlencode([*given, *self.hidden])


@dataclass(frozen=True)
class PrintedSeat:
    """A seat on the page: its number, the field for its name, and whether it deals first."""

    number: int
    field: BoundField
    deals: bool


class BlankForm(LookForm):
    """The form for a blank sheet or a rule card, for a table that may not exist.

    `for` is the game and rule set whose rule sets and player numbers the page offered. If the game or the rule set has
    been changed since, values that no longer fit get defaults; otherwise they are errors.
    """

    def __init__(
        self,
        query: QueryDict,
        defaults: Mapping[str, str],
        club_rules: ClubRules,
        *,
        locale: str,
        hidden: Sequence[tuple[str, str]] = (),
    ) -> None:
        params = {} if "game" in query else dict(defaults)
        params |= {name: str(value) for name, value in query.items()}
        draft = Draft.from_fields(params, club_rules, locale=locale)
        game, rules = params.get("game", draft.game.slug), params.get("rules", draft.rule_set.slug)
        if changed := params.get("for", "") not in ("", f"{game}:{rules}"):
            rules = draft.rule_set.slug
        size = _size(params.get("players", ""), draft, changed=changed)
        names = (*draft.names, *("" for _place in range(MOST_SEATS)))[: int(size) if _fits(size, draft) else draft.size]
        dealer = draft.dealer if draft.dealer < len(names) else draft.game.rules.usual_first_dealer(len(names))
        self.draft = replace(draft, names=names, dealer=dealer)
        beyond = [(f"player-{place}", name) for place, name in enumerate(draft.names) if place >= len(names)]
        chosen = {"game": game, "rules": rules, "players": size, "first_dealer": str(dealer)}
        chosen |= {"for": draft.offered_for}
        more = {**self.draft.on_paper(), **chosen, **self._options()}
        super().__init__(
            query,
            (BLANK, CARD),
            more=more,
            paper=usual_paper(locale),
            hidden=[*beyond, *hidden],
            camera=camera_choices([draft.game]),
        )
        self._add_fields()

    def _options(self) -> dict[str, str]:
        """Return the values of the shown options, with defaults for those not chosen."""
        draft = self.draft
        return {
            f"option-{option.name}": draft.options.get(option.name, typed(option.default))
            for option in draft.shown_options
        }

    def _add_fields(self) -> None:
        draft = self.draft
        self.fields["game"] = choice_field(_("Game"), [(slug, slug) for slug in registry.slugs()])
        sets = draft.game.rules.rule_sets
        self.fields["rules"] = choice_field(
            _("Rules"), [(slug, in_words(rule_set.name)) for slug, rule_set in sets.items()]
        )
        self.fields["rules"].error_messages["invalid_choice"] = _("This game has no such rule set.")
        sizes = [(str(number), str(number)) for number in draft.rule_set.players]
        self.fields["players"] = choice_field(_("Number of players"), sizes)
        self.fields["players"].error_messages["invalid_choice"] = _("These rules don’t allow this number of players.")
        self.fields["first_dealer"] = forms.IntegerField()
        for place in range(draft.size):
            self.fields[f"player-{place}"] = _name_field(place)
        for option in draft.shown_options:
            self.fields[f"option-{option.name}"] = option_field(option)

    # For the page

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Yield each rule set with its radio button."""
        return zip(self["rules"], self.draft.game.rules.rule_sets.values(), strict=True)

    def places(self) -> Iterator[PrintedSeat]:
        for place in range(self.draft.size):
            yield PrintedSeat(place + 1, self[f"player-{place}"], place == self.draft.dealer)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.draft.shown_options:
            yield option, self[f"option-{option.name}"]

    # The choices

    def clean(self) -> dict[str, Any]:
        """Check the table, and add a refusal of the rules as an error at its field."""
        cleaned, draft = self.cleaned_data, self.draft
        if self.errors:
            return cleaned
        try:
            cleaned["table"] = checked_table(
                game=cleaned["game"],
                rules=cleaned["rules"],
                options={
                    option.name: option_value(option, cleaned[f"option-{option.name}"])
                    for option in draft.shown_options
                    if option.name != TARIFF
                },
                tariff=draft.tariff,
                players=[str(place + 1) for place in range(draft.size)],
                first_dealer=cleaned["first_dealer"],
            )
        except RuleError as error:
            name = (error.field or "").replace("options.", "option-")
            self.add_error(name if name in self.fields else None, in_words(error.message))
        return cleaned

    @property
    def table(self) -> Table:
        """The table, without the players' names; the form must be valid."""
        table: Table = self.cleaned_data["table"]
        return table

    @property
    def seated(self) -> list[str]:
        """The names to print, in seat order; empty if not given."""
        return [self.cleaned_data[f"player-{place}"] for place in range(self.draft.size)]


def _fits(size: str, draft: Draft) -> bool:
    return size in {str(number) for number in draft.rule_set.players}


def _size(requested: str, draft: Draft, *, changed: bool) -> str:
    """Return the requested number of players, or the draft's if the rules have changed and it no longer fits."""
    return str(draft.size) if not requested or (changed and not _fits(requested, draft)) else requested


def _name_field(place: int) -> forms.CharField:
    attrs = {"class": "input", "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
    return NameField(
        required=False,
        label=_("Player %(number)s") % {"number": place + 1},
        widget=forms.TextInput(attrs={**attrs, "hx-preserve": "true"}),
    )
