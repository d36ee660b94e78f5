"""A game that is over: who has won, the next game with one tap, and playing on by raising what it is played to.

What ends a game, or takes its end back, says so before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from games.scoring.types import Option, OptionValue, ScoredHand
from scorekeeper.play import recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.formatting import in_words, joined_names
from scorekeeper.play.ledger import SessionLedger, StretchLedger
from scorekeeper.play.models import Access, Role
from scorekeeper.play.pages import table_screen
from scorekeeper.play.pages.shared import (
    REFUSALS,
    TablePage,
    may_start_another,
    refusal,
    token_of,
    write_of,
)
from scorekeeper.play.pages.summary import winners
from scorekeeper.play.recording.players import other_pairings, plan_play_on
from scorekeeper.play.session_draft import typed
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest

FURTHEST = 3
"""How many times as far a game is played on at most, when it is asked which options end it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Partners for the next game: the names of each side, and the `order` of the seats, as the button sends it."""

    sides: tuple[str, ...]
    order: str


def next_game_context(access: Access, ledger: SessionLedger) -> dict[str, Any]:
    """Return who has won if the game is over, and what is offered for the next one.

    At a table of a round nothing is offered: its seats are the desk's.
    """
    if not ledger.last.is_over:
        return {}
    won = winners(ledger.last)
    if access.session.round_id is not None or access.role != Role.SCORER or not may_start_another(access):
        return {"won": won}
    table, rules = ledger.table, ledger.rules
    pairings = [
        Pairing(
            tuple(joined_names([table.players[order.index(seat)] for seat in side]) for side in rules.sides(table)),
            " ".join(map(str, order)),
        )
        for order in [tuple(table.seats), *other_pairings(rules, table)]
    ]
    offer = {"same": pairings[0], "others": pairings[1:], "may_play_on": bool(ends_by(ledger))}
    return {"won": won, "next_game": offer}


def ending(ledger: SessionLedger, scored: ScoredHand) -> str:
    """Return in words that the next hand ends the game or takes its end back; empty if it does neither."""
    now = ledger.last
    is_over = now.rules.over(now.table, scored.state)
    return _ending(_won(now), winners(now, scored) if is_over else "")


def endings(ledger: SessionLedger, after: SessionLedger) -> list[str]:
    """Return in words which games a change of hands ends or, taking their end back, reopens."""
    found = (
        _ending(_won(old), _won(new), None if old is ledger.last else old.next_number - 1)
        for old, new in zip(ledger.stretches, after.stretches, strict=True)
    )
    return [words for words in found if words]


def _won(stretch: StretchLedger) -> str:
    """Return who has won the game of a stretch; empty while it goes on."""
    return winners(stretch) if stretch.is_over else ""


def _ending(before: str, after: str, hand: int | None = None) -> str:
    """Return what becomes of the end of a game, from who has won; of an earlier one with its last `hand`."""
    if before == after:
        return ""
    if hand is None:
        words = _("Then it’s over: %(won)s") if after else _("Then it’s no longer over")
    elif after:
        words = _("Then it’s over at hand %(hand)s: %(won)s")
    else:
        words = _("Then it’s no longer over at hand %(hand)s")
    return words % {"won": after, "hand": hand}


def ends_by(ledger: SessionLedger) -> dict[str, OptionValue]:
    """Return the options by which the game is over, each with the nearest usual value by which it isn't."""
    found: dict[str, OptionValue] = {}
    for option in ledger.rules.rule_set(ledger.table).options:
        for value in _further(option, ledger.table.options[option.name]):
            with suppress(RuleError):
                after = ledger.with_options({option.name: value})
                if after.refusal is None and not after.last.is_over:
                    found[option.name] = value
                    break
    return found


def _further(option: Option, now: OptionValue) -> Sequence[OptionValue]:
    """Return higher values of an option that is a number, also one of a few, from the lowest.

    >>> of_few = Option(name="target", label="", help="", default="501", choices=(("501", ""), ("1001", "")))
    >>> _further(of_few, "501"), _further(of_few, "1001")
    (['1001'], [])
    >>> _further(Option(name="games", label="", help="", default=1, low=1, high=20), 8)
    [9, 12]
    """
    if not str(now).isdecimal():
        return []
    if option.choices:
        numbers = [value for value, _words in option.choices if value.isdecimal()]
        return sorted((value for value in numbers if int(value) > int(now)), key=int)
    values = sorted({int(now) + 1, int(now) * 3 // 2, int(now) * FURTHEST})
    return [value for value in values if value > int(now) and (option.high is None or value <= option.high)]


class PlayOnForm(forms.Form):
    """The options by which the game is over, at first with values by which it goes on."""

    def __init__(self, ledger: SessionLedger, data: Mapping[str, str] | None = None) -> None:
        raised = ends_by(ledger)
        initial = {f"option-{name}": typed(value) for name, value in raised.items()}
        super().__init__(data, initial=initial, label_suffix="")
        self.offered = [option for option in ledger.rules.rule_set(ledger.table).options if option.name in raised]
        for option in self.offered:
            self.fields[f"option-{option.name}"] = option_field(option)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        """Return the fields, each with its option."""
        for option in self.offered:
            yield option, self[f"option-{option.name}"]

    @property
    def values(self) -> dict[str, OptionValue]:
        """The values that were sent; the form must be valid."""
        return {
            option.name: option_value(option, self.cleaned_data[f"option-{option.name}"]) for option in self.offered
        }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show what would change if the game were played to more, or play on."""
    access = writing_access_of(request, public_id)
    session = access.session
    page = TablePage.from_request(request, access)
    ledger = page.ledger
    if session.closed_at is not None or not ledger.last.is_over:
        return redirect("session", public_id)
    form = PlayOnForm(ledger, request.POST if request.method == "POST" else None)
    problem, status = "", 200
    if request.method == "POST" and request.POST.get("action") != "look":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                recording.play_on(write_of(request, access), options=form.values)
                return redirect("session", public_id)
            except REFUSALS as error:
                problem, status = refusal(error, session)
    changes: dict[str, Any] = {}
    if not problem and (not form.is_bound or form.is_valid()):
        try:
            after = plan_play_on(session, ledger, form.values if form.is_bound else ends_by(ledger)).ledger
            changes = table_screen.change(ledger, after, page.notation)
        except RuleError as error:
            problem = in_words(error.message, ledger.table.players)
    context = {
        **page.context,
        "form": form,
        "won": winners(ledger.last),
        "problem": problem,
        "number": ledger.next_number,
        "token": token_of(request),
        **changes,
    }
    template = "play/_play_on_preview.html" if request.htmx else "play/play_on.html"
    return render(request, template, context, status=status)
