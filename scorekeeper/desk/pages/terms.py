"""The terms of a tournament, from and to what the tournament document says; and making it an ordinary evening again.

The form checks that what was typed can be read. The document decides whether the terms make sense: its errors are shown
at the fields that they belong to.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import registry
from games.scoring.errors import RuleError
from games.scoring.fields import STILL_MISSING
from games.scoring.types import Option, RuleSet
from scorekeeper.desk import table_start
from scorekeeper.desk import terms as desk
from scorekeeper.desk.document.terms import (
    FIXED,
    ODD_SIZES,
    TEAM,
    LossMoneyTo,
    Missed,
    SpecialFor,
    has_term,
    tie_breaks_of,
)
from scorekeeper.desk.entries import categories_of
from scorekeeper.desk.models import Tournament, TournamentEntry, tournament_of
from scorekeeper.desk.pages.desk_request import find_run_tournament, find_tournament, tournament_context
from scorekeeper.desk.pages.evening import evening_context
from scorekeeper.desk.pages.evening_request import EveningRequest, find_run_evening
from scorekeeper.desk.pages.form_fields import MOST_HANDS, DeskForm, hands_field, name_field, number_field
from scorekeeper.desk.pages.lists import ReasonForm
from scorekeeper.desk.pages.seat_draw import game_names
from scorekeeper.desk.pages.seat_explanation import short_teams
from scorekeeper.desk.seating.requests import SeatingMethod
from scorekeeper.desk.stored_result import terms_of
from scorekeeper.desk.table_start import Playable
from scorekeeper.desk.terms_in_words import (
    LOSS_MONEY_WORDS,
    MISSED_WORDS,
    SEATING_WORDS,
    SPECIAL_WORDS,
    TIE_BREAK_WORDS,
    terms_in_words,
)
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.form_fields import MoneyField, option_field, option_in_words, option_value
from scorekeeper.play.formatting import in_words
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.play.session_draft import typed
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import number_of

MOST_ROUNDS = 30
MOST_TABLES = 1000
LOSS_STEPS, SPECIAL_PRIZES = 3, 4
"""How many rows the form has at least; there is always an empty one."""
SEEDS = 1_000_000
AMOUNTS, PERCENT = "amounts", "percent"
ODD = "odd-"
"""The beginning of a choice of `odd_tables`, beside those of `table_size`."""


class SumField(MoneyField):
    """An amount of money in the terms, which can be a prize of thousands."""

    most = 1_000_000


def _select(choices: Sequence[tuple[str, Any]], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, widget=forms.Select(attrs={"class": "input"}), **options)


def new_seed() -> int:
    """Return a seed number for the draw, short enough to be read out."""
    return secrets.randbelow(SEEDS)


def usual_plan(playable: Playable) -> Tournament:
    """Return what a new tournament of a game starts with, not stored: the house rules, on the game's usual terms.

    The options that are usual at tournaments come before those of the house, unless they exclude each other.
    """
    game = registry.get(playable.rules.slug)
    rule_set = playable.rules.rule_sets[playable.slug]
    names = {option.name for option in rule_set.options}
    usual = {name: value for name, value in game.tournament_options.items() if name in names}
    terms: dict[str, Any] = {"rounds": 1, **game.tournament_terms, "seed": new_seed()}
    if "hands" in terms:
        terms["hands"] = {size: hands for size, hands in terms["hands"].items() if int(size) in rule_set.players}
    plan = Tournament(game=playable.rules.slug, rules=playable.slug, terms=terms)
    plan.options = {**playable.options, **usual}
    try:
        terms_of(plan)
    except RuleError:
        plan.options = dict(playable.options)
    return plan


class TermsForm(DeskForm):
    """The terms of a tournament of one game. `initial` is what the fields show: from a plan, or as posted."""

    game = forms.CharField(required=False)
    rounds = number_field(_("Number of rounds"), min_value=1, max_value=MOST_ROUNDS)
    seed = number_field(
        _("Seed number for the draw"),
        required=False,
        min_value=0,
        max_value=2**53,
        help_text=_("Lots are drawn from this number. With it, anyone can repeat the draw and check it."),
    )
    keep_apart = forms.BooleanField(required=False, label=_("Keep members of a team at different tables"))
    tables = number_field(
        _("How many tables"),
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("Leave empty for as many as are needed."),
    )
    missed = forms.ChoiceField(
        required=False, choices=list(MISSED_WORDS.items()), widget=forms.RadioSelect, label=_("Missed rounds")
    )
    match_points = forms.CharField(
        required=False,
        label=_("Match points by place"),
        help_text=_(
            "What a team gets in each round for its place among the teams at the same tables, such as 3 2 1 0. Leave "
            "empty to rank teams by their totals alone."
        ),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    team_size = number_field(
        _("Players of a full team"),
        required=False,
        min_value=2,
        help_text=_(
            "With 4, three who play without a fourth count as four: 4/3 of their sum. Leave empty to count teams as "
            "they are."
        ),
    )
    entry_fee = SumField(required=False, label=_("Entry fee"), help_text=_("Leave empty for none."))
    house_share = SumField(
        required=False, label=_("House share of each fee"), help_text=_("The rest goes into the prize pool.")
    )
    prizes_by = forms.ChoiceField(
        required=False,
        choices=[(PERCENT, _("As percentages of the pool")), (AMOUNTS, _("As amounts"))],
        widget=forms.RadioSelect,
        label=_("Prizes by place"),
    )
    prizes = forms.CharField(
        required=False,
        label=_("First prize, second prize …"),
        help_text=_("Separated by spaces, such as 50 30 20. Leave empty for none."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    every = number_field(
        _("One prize for every … entries"),
        required=False,
        min_value=1,
        help_text=_("With 10, two places win at 29 entries. Leave empty to pay all prizes."),
    )

    def __init__(
        self,
        playable: Playable,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any],
        categories: Sequence[str],
    ) -> None:
        super().__init__(data, initial=dict(initial))
        self.playable, self.categories = playable, categories
        self.rule_set: RuleSet = playable.rules.rule_sets[playable.slug]
        shown = initial if data is None else data
        self._rows = {
            "seating": _rounds_of(shown),
            "loss": max(LOSS_STEPS, 1 + _last_row(shown, "loss_from")),
            "special": max(SPECIAL_PRIZES, *(1 + _last_row(shown, name) for name in ("special_for", "special_amount"))),
        }
        self._add_rule_fields()
        self._add_seating()
        self._add_loss_money()
        self._add_special_prizes()

    def _add_rule_fields(self) -> None:
        for option in self.rule_set.options:
            self.fields[f"option-{option.name}"] = option_field(option)
        for size in self.rule_set.players:
            self.fields[f"hands_{size}"] = hands_field(size)

    def _add_seating(self) -> None:
        methods = [(method, SEATING_WORDS[method]) for method in (*SeatingMethod, FIXED)]
        for number in range(1, self._rows["seating"] + 1):
            label = gettext("Round %(number)s") % {"number": number}
            self.fields[f"seating_{number}"] = _select(methods, required=False, label=label)
        if len(self.rule_set.players) > 1:
            self.fields["table_size"] = _select(self._table_sizes(), required=False, label=_("Size of the tables"))
        words = [(word.value, TIE_BREAK_WORDS[word]) for word in tie_breaks_of(self.playable.rules)]
        for number in range(1, len(words) + 1):
            label = gettext("Tie-break %(number)s") % {"number": number}
            self.fields[f"tie_break_{number}"] = _select([("", "–"), *words], required=False, label=label)

    def _table_sizes(self) -> list[tuple[str, str]]:
        """Return what can be chosen: of four as far as possible, and then of which size, or of one size only."""
        usual = [("", gettext("Of four, as far as possible"))]
        if has_term("odd_tables", self.playable.rules):
            words = gettext("Of four, otherwise of %(size)s")
            usual = [(f"{ODD}{size}", words % {"size": size}) for size in sorted(ODD_SIZES, reverse=True)]
        only = gettext("Only tables of %(size)s")
        return [*usual, *((str(size), only % {"size": size}) for size in self.rule_set.players)]

    def _add_loss_money(self) -> None:
        if not has_term("loss_money", self.playable.rules):
            return
        for row in range(1, self._rows["loss"] + 1):
            self.fields[f"loss_from_{row}"] = number_field(_("From lost game"), required=False, min_value=1)
            self.fields[f"loss_price_{row}"] = SumField(required=False, label=_("each costs"))
        self.fields["loss_money_to"] = forms.ChoiceField(
            required=False,
            choices=list(LOSS_MONEY_WORDS.items()),
            widget=forms.RadioSelect,
            label=_("Where the loss money goes"),
        )

    def _add_special_prizes(self) -> None:
        for row in range(1, self._rows["special"] + 1):
            self.fields[f"special_for_{row}"] = _select(
                [("", "–"), *SPECIAL_WORDS.items()], required=False, label=_("For")
            )
            self.fields[f"special_amount_{row}"] = SumField(required=False, label=_("Amount"))
            self.fields[f"special_category_{row}"] = name_field(_("Only for the category"), list="categories")

    # For the template

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.rule_set.options:
            yield option, self[f"option-{option.name}"]

    def options_in_words(self) -> str:
        """Return what is chosen of the options, in one line."""
        said = (option_in_words(option, str(field.value())) for option, field in self.options())
        return " · ".join(filter(None, said)) or gettext("as usual")

    def has_refused_option(self) -> bool:
        """Return whether the fold of the options is open: one of them is wrong."""
        return any(field.errors for _option, field in self.options())

    def hands(self) -> list[BoundField]:
        return [self[f"hands_{size}"] for size in self.rule_set.players]

    def seatings(self) -> list[BoundField]:
        return self._numbered("seating")

    def tie_breaks(self) -> list[BoundField]:
        return self._numbered("tie_break")

    def loss_steps(self) -> list[tuple[BoundField, BoundField]]:
        return list(zip(self._numbered("loss_from"), self._numbered("loss_price"), strict=True))

    def special_prizes(self) -> list[tuple[BoundField, BoundField, BoundField]]:
        names = ("special_for", "special_amount", "special_category")
        return list(zip(*(self._numbered(name) for name in names), strict=True))

    def has_special_prizes(self) -> bool:
        """Return whether the fold of the special prizes is open: something is in it."""
        return any(field.value() or field.errors for prize in self.special_prizes() for field in prize)

    def _numbered(self, name: str) -> list[BoundField]:
        return [self[field] for field in self.fields if field.rpartition("_")[0] == name]

    # From the fields to the document

    def plan(self) -> Tournament:
        """Return what the form says, not stored; it must be valid."""
        cleaned = self.cleaned_data
        options = {
            option.name: option_value(option, cleaned[f"option-{option.name}"]) for option in self.rule_set.options
        }
        chosen = cleaned.get("table_size", "")
        terms: dict[str, Any] = {
            "rounds": cleaned["rounds"],
            "hands": {
                str(size): hands for size in self.rule_set.players if (hands := cleaned[f"hands_{size}"]) is not None
            },
            "seating": self._seating(cleaned),
            "seed": new_seed() if cleaned["seed"] is None else cleaned["seed"],
            "odd_tables": int(chosen.removeprefix(ODD)) if chosen.startswith(ODD) else None,
            "table_size": int(chosen) if chosen.isdigit() else None,
            "tables": cleaned["tables"],
            "keep_apart": TEAM if cleaned["keep_apart"] else None,
            "missed": None if cleaned["missed"] == Missed.NOTHING else cleaned["missed"],
            "tie_breaks": list(dict.fromkeys(filter(None, self._values("tie_break")))),
            "match_points": cleaned["match_points"],
            "team_size": cleaned["team_size"],
            "entry_fee": _text(cleaned["entry_fee"]),
            "house_share": _text(cleaned["house_share"]),
            "loss_money": [[game, _text(price)] for game, price in self._filled("loss_from", "loss_price")],
            "loss_money_to": cleaned.get("loss_money_to"),
            "prizes": self._prizes(cleaned),
        }
        if not terms["loss_money"] or terms["loss_money_to"] == LossMoneyTo.HOUSE:
            terms["loss_money_to"] = None
        said = {name: value for name, value in terms.items() if value not in (None, "", [], {})}
        return Tournament(game=self.playable.rules.slug, rules=self.rule_set.slug, options=options, terms=said)

    def _values(self, name: str) -> list[Any]:
        return [self.cleaned_data.get(field.name) for field in self._numbered(name)]

    def _filled(self, *names: str) -> list[tuple[Any, ...]]:
        """Return the rows in which the first of these fields is filled in."""
        return [row for row in zip(*map(self._values, names), strict=True) if row[0]]

    def _seating(self, cleaned: Mapping[str, Any]) -> str | list[str]:
        """Return one word if all rounds are seated alike; a round without one is seated as the one before it."""
        words = [SeatingMethod.DRAW.value]
        for number in range(1, cleaned["rounds"] + 1):
            words.append(cleaned.get(f"seating_{number}") or words[-1])
        words = words[1:]
        return words[0] if len(set(words)) == 1 else words

    def _prizes(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        by_place = cleaned["prizes"]
        special = [
            {"for": what, "amount": _text(amount), **({"category": category} if category else {})}
            for what, amount, category in self._filled("special_for", "special_amount", "special_category")
        ]
        return {
            **({cleaned["prizes_by"] or PERCENT: by_place} if by_place else {}),
            **({"every": cleaned["every"]} if by_place and cleaned["every"] else {}),
            **({"special": special} if special else {}),
        }

    # Checks

    def clean_prizes(self) -> list[int] | list[str]:
        parts = self.cleaned_data["prizes"].replace(";", " ").split()
        if self.data.get("prizes_by") == AMOUNTS:
            return [_text(SumField().clean(part)) or "" for part in parts]
        numbers = [part.removesuffix("%") for part in parts if part != "%"]
        for part in numbers:
            if not (part.isascii() and part.isdigit() and len(part) <= len("100")):
                message = gettext("“%(given)s” is not a whole percentage.")
                raise ValidationError(message % {"given": part})
        return [int(part) for part in numbers]

    def clean_match_points(self) -> list[int]:
        parts = self.cleaned_data["match_points"].split()
        if not all(part.isascii() and part.isdigit() and len(part) <= len(str(MOST_HANDS)) for part in parts):
            raise ValidationError(gettext("Enter whole numbers with spaces between them, such as 3 2 1 0."))
        return list(map(int, parts))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for what, amount, category in self.special_prizes():
            is_offered = cleaned.get(what.name) == SpecialFor.BEST and cleaned.get(category.name) in self.categories
            if is_offered and amount.name in cleaned and cleaned[amount.name] is None:
                cleaned[what.name] = ""  # nobody has made it a prize
        self._require_both("loss_from", "loss_price")
        self._require_both("special_for", "special_amount")
        return cleaned

    def _require_both(self, *names: str) -> None:
        for row in zip(*map(self._numbered, names), strict=True):
            given = [field for field in row if self.cleaned_data.get(field.name) or field.name in self.errors]
            for field in row:
                if given and field not in given:
                    self.add_error(field.name, in_words(STILL_MISSING))

    def refuse(self, error: RuleError) -> None:
        """Show an error of the document at the field that says what is wrong there, or else above the form."""
        names, field = self._names(), error.field or ""
        while field and field not in names:
            field = field.rpartition(".")[0]
        self.add_error(names.get(field), in_words(error.message))

    def _names(self) -> dict[str, str]:
        """Return the name of the field here for each of the document, which also stands for all that is in it."""
        steps = [field.name for field in self._numbered("loss_from") if self.cleaned_data.get(field.name)]
        return {
            **dict.fromkeys(("game", "rules", "options"), "game"),
            **{f"options.{option.name}": f"option-{option.name}" for option in self.rule_set.options},
            **{f"terms.{name}": name for name in self.fields},
            "terms.odd_tables": "table_size",
            "terms.hands": f"hands_{self.rule_set.players[0]}",
            "terms.seating": "seating_1",
            **{f"terms.seating.{place}": field.name for place, field in enumerate(self.seatings())},
            **{f"terms.loss_money.{place}": name for place, name in enumerate(steps)},
            "terms.prizes.every": "every",
        }


def _text(money: Decimal | None) -> str | None:
    """Return an amount as the document writes it."""
    return None if money is None else f"{money:.2f}"


def _rounds_of(shown: Mapping[str, Any]) -> int:
    """Return how many rounds the form shows: as many as were posted, within limits."""
    text = str(shown.get("rounds", ""))
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_ROUNDS)) else 1
    return min(max(number, 1), MOST_ROUNDS)


def _last_row(shown: Mapping[str, Any], name: str) -> int:
    """Return the last row in which a field is filled in, 0 if none is; at most as many as a document needs."""
    return max((row for row in range(1, MOST_ROUNDS) if shown.get(f"{name}_{row}")), default=0)


def initial_of(plan: Tournament) -> dict[str, Any]:
    """Return what the fields of the form show of a tournament, stored or not."""
    terms, initial = plan.terms, {"missed": Missed.NOTHING.value, "loss_money_to": LossMoneyTo.HOUSE.value}
    for name in ("rounds", "seed", "missed", "tables", "table_size", "loss_money_to", "team_size"):
        if name in terms:
            initial[name] = terms[name]
    if "odd_tables" in terms:
        initial.setdefault("table_size", f"{ODD}{terms['odd_tables']}")
    shown: dict[str, Any] = {**initial, "keep_apart": "keep_apart" in terms}
    for name in ("entry_fee", "house_share"):
        shown[name] = _money(terms.get(name))
    shown |= {f"option-{name}": typed(value) for name, value in plan.options.items()}
    shown |= {f"hands_{size}": hands for size, hands in terms.get("hands", {}).items()}
    shown["match_points"] = " ".join(map(str, terms.get("match_points", [])))
    shown |= _numbered_rows("tie_break", terms.get("tie_breaks", []))
    seating = terms.get("seating", SeatingMethod.DRAW.value)
    shown |= _numbered_rows("seating", seating if isinstance(seating, list) else [seating] * int(terms["rounds"]))
    for row, (game, price) in enumerate(terms.get("loss_money", []), 1):
        shown |= {f"loss_from_{row}": game, f"loss_price_{row}": _money(price)}
    return shown | _initial_prizes(terms.get("prizes", {}))


def _initial_prizes(prizes: Mapping[str, Any]) -> dict[str, Any]:
    by = AMOUNTS if AMOUNTS in prizes else PERCENT
    shown = {"prizes_by": by, "prizes": " ".join(map(str, prizes.get(by, []))), "every": prizes.get("every")}
    for row, special in enumerate(prizes.get("special", []), 1):
        shown |= {
            f"special_for_{row}": special["for"],
            f"special_amount_{row}": _money(special["amount"]),
            f"special_category_{row}": special.get("category", ""),
        }
    return shown


def _with_offers(shown: Mapping[str, Any], categories: Sequence[str]) -> dict[str, Any]:
    """Return what the fields show, and a prize to fill in for the best of each category that has none."""
    last = _last_row(shown, "special_for")
    have = {shown.get(f"special_category_{row}") for row in range(1, last + 1)}
    offered = [category for category in categories if category not in have]
    return {
        **shown,
        **{f"special_for_{row}": SpecialFor.BEST.value for row, _category in enumerate(offered, last + 1)},
        **{f"special_category_{row}": category for row, category in enumerate(offered, last + 1)},
    }


def _numbered_rows(name: str, values: Sequence[str]) -> dict[str, str]:
    return {f"{name}_{row}": value for row, value in enumerate(values, 1)}


def _money(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


REASON = gettext_lazy("Reason")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, evening: str) -> HttpResponse:
    """Make an evening a tournament: choose the game, look through its usual terms, save."""
    evening_request = find_run_evening(request, evening)
    if tournament_of(evening_request.evening):
        return redirect("tournament", evening)
    return _form_page(
        request,
        evening_request,
        stored=None,
        write=lambda plan: desk.make(evening_request.evening, plan, by=evening_request.by),
        context=evening_context(evening_request),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the terms of a tournament; phones that run the evenings can change them."""
    desk_request = find_tournament(request, evening)
    tournament, context = desk_request.tournament, tournament_context(desk_request)
    context |= {
        "terms": list(terms_in_words(tournament, desk_request.evening.currency).values()),
        "short_teams": short_teams(tournament),
    }
    if request.method != "POST" and not desk_request.may_change:
        return render(request, "desk/terms.html", context)
    desk_request = find_run_tournament(request, evening)
    return _form_page(
        request,
        desk_request,
        stored=tournament,
        write=lambda plan: desk.change(tournament, plan, by=desk_request.by),
        context=context,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ordinary(request: HttpRequest, evening: str) -> HttpResponse:
    """Say what is deleted when the tournament becomes an ordinary evening again, or why it can't; or do it."""
    evening_request = find_run_evening(request, evening)
    tournament = tournament_of(evening_request.evening)
    if tournament is None:  # a second tap
        return redirect("evening", evening)
    posted = request.method == "POST"
    form, problem = ReasonForm(REASON, request.POST if posted else None), ""
    status = UNPROCESSABLE if posted else 200
    if posted and form.is_valid():
        seen, reason = number_of(request.POST.get("entries", "")), form.cleaned_data["reason"]
        try:
            desk.make_ordinary(tournament, entries=seen, reason=reason, by=evening_request.by)
        except ConflictError:
            problem, status = gettext("The entries have changed in the meantime. Check the number again."), CONFLICT
        except RuleError as error:
            if error.field == "reason":
                form.refuse(error)
        else:
            return redirect("evening", evening)
    point_at_error(form)
    context = {
        **evening_context(evening_request),
        "tournament": tournament,
        "form": form,
        "entries": tournament.entries.count(),
        "by_link": tournament.entries.filter(by_link=True).count(),
        "draft": tournament.evening.rounds.filter(published_at=None).first(),
        "problem": problem,
    }
    try:
        desk.refuse_ordinary(tournament)
    except RuleError as error:
        context["refused"] = in_words(error.message)
    return render(request, "desk/ordinary.html", context, status=status)


def _form_page(
    request: HttpRequest,
    evening_request: EveningRequest,
    *,
    stored: Tournament | None,
    write: Callable[[Tournament], object],
    context: Mapping[str, Any],
) -> HttpResponse:
    """Show the form, or write what it says.

    Its buttons `redraw` it for another number of rounds, or show the usual terms of another `game`. Those are shown
    too where the game was changed and the form sent as it was: the terms on it are another game's.
    """
    games = table_start.playable(evening_request.evening, games_in_order(request))
    posted, action = request.POST.dict(), request.POST.get("action", "")
    were_of_another = action != "game" and posted.get("terms_of", posted.get("game")) != posted.get("game")
    if were_of_another:
        action = "game"
    chosen = posted.get("game") or (f"{stored.game}:{stored.rules}" if stored else "")
    if chosen not in games:
        chosen = table_start.default_game(evening_request.evening, games)
    entries = TournamentEntry.objects.filter(tournament__evening=evening_request.evening)
    categories = categories_of(entries, evening_request.evening.club)
    form = _form(games[chosen], stored, posted, action, categories)
    if form.is_bound and form.is_valid():
        try:
            write(form.plan())
        except RuleError as error:
            form.refuse(error)
        else:
            return redirect("tournament", evening_request.evening.public_id)
    if form.is_bound:
        point_at_error(form)
    page = {
        **context,
        "form": form,
        "games": game_names(games),
        "chosen": chosen,
        "were_of_another": were_of_another,
        "categories": categories,
    }
    return render(request, "desk/terms_form.html", page, status=UNPROCESSABLE if form.is_bound else 200)


def _form(
    playable: Playable,
    stored: Tournament | None,
    posted: Mapping[str, str],
    action: str,
    categories: Sequence[str],
) -> TermsForm:
    if action == "redraw":
        return TermsForm(playable, initial=posted, categories=categories)
    if posted and action != "game":
        return TermsForm(playable, posted, initial={}, categories=categories)
    is_stored = stored is not None and (stored.game, stored.rules) == (playable.rules.slug, playable.slug)
    shown = initial_of(stored if stored and is_stored else usual_plan(playable))
    return TermsForm(playable, initial=_with_offers(shown, categories), categories=categories)
