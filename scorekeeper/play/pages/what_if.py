"""The result of a session by other rules, other options or another tariff, as the page "what if" shows it.

Nothing is written. The request is read as the draft of a session at the same table, with the session's own rules,
options and tariff as the club's defaults: what the request leaves out is as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms.boundfield import BoundField
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games import registry
from games.scoring.documents import read_players
from games.scoring.errors import Code, RuleError
from games.scoring.rescoring import OriginalHand, RescoredHand, WhatIf, score_otherwise
from games.scoring.rules import AnyRules
from games.scoring.tariffs import OwnTariff
from games.scoring.text import Amount, isolated
from games.scoring.types import Amounts, Option, RuleSet, ScoredHand, Table
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Club
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.formatting import Notation, in_words, sum_of_money, tariff_name
from scorekeeper.play.ledger import SessionLedger, StretchLedger, combined
from scorekeeper.play.models import Access, Session, Settlement
from scorekeeper.play.pages.shared import TablePage, played_for
from scorekeeper.play.session_draft import TARIFF, ClubDefaults, ClubRules, Draft, typed
from scorekeeper.play.totals import SessionTotals
from scorekeeper.web.request_params import HtmxRequest

AS_PLAYED = "played"
"""The key of the tariff that the session was played for, even if its club has changed it since."""
MOST_HANDS = 60
"""Differing hands, and refused ones, that the page shows unless all are asked for."""


# The request


def drafted(session: Session, ledger: SessionLedger, club: Club | None, data: Mapping[str, str]) -> Draft:
    """Return the requested draft of the same table; `club` is the one whose tariffs the viewer may see, if any."""
    table = ledger.table
    options = {name: value for name, value in data.items() if name in ("rules", "for") or name.startswith("option-")}
    draft = Draft.from_fields({**options, "game": session.game}, _ways(session, table, club))
    return replace(draft, names=table.players, dealer=table.first_dealer)


def _ways(session: Session, table: Table, club: Club | None) -> ClubRules:
    """Return the session's own settings as the defaults, and for each rule set the tariffs that can be chosen."""
    tariffs_by_rules: dict[tuple[str, str], dict[str, OwnTariff]] = {}
    if table.tariff:
        tariffs_by_rules[session.game, session.rules] = {AS_PLAYED: table.tariff}
    for tariff in tariffs.offered(club).filter(game=session.game) if club else ():
        of_rules = tariffs_by_rules.setdefault((session.game, tariff.rules), {})
        if (current := tariffs.latest(tariff)) not in of_rules.values():
            of_rules[str(tariff.pk)] = current
    options = {name: typed(value) for name, value in table.options.items()}
    options[TARIFF] = AS_PLAYED if table.tariff else ""
    defaults = ClubDefaults(rules=session.rules, options=options, stake="", currency="")
    return ClubRules(houses={session.game: defaults}, tariffs=tariffs_by_rules)


def readable(ledger: SessionLedger) -> list[RuleSet]:
    """Return the rule set that was played, and the others that can score a hand of this session."""
    return [
        rule_set
        for rule_set in ledger.rules.rule_sets.values()
        if rule_set.slug == ledger.table.rules or _reads(rule_set, ledger)
    ]


def _reads(rule_set: RuleSet, ledger: SessionLedger) -> bool:
    try:
        tables = [
            ledger.rules.table(
                read_players(rule_set, list(stretch.table.players)),
                rules=rule_set.slug,
                first_dealer=stretch.table.first_dealer,
            )
            for stretch in ledger.stretches
        ]
    except RuleError:
        return False
    return all(what_if.reads_hands for what_if in _scored_otherwise(ledger, tables))


def _scored_otherwise(ledger: SessionLedger, tables: Sequence[Table]) -> list[WhatIf]:
    """Score each stretch again at its other table."""
    return [
        score_otherwise(stretch.rules, table, played_hands(stretch), stretch.naming)
        for stretch, table in zip(ledger.stretches, tables, strict=True)
    ]


# The result


@dataclass(frozen=True, kw_only=True)
class WhatIfDifference:
    """A player's total as played and as it would be; `money` has both and the difference, if there is a stake."""

    name: str
    original: int
    rescored: int
    money: tuple[str, ...] | None

    @property
    def moved(self) -> int:
        return self.rescored - self.original


@dataclass(frozen=True, kw_only=True)
class DifferingHand:
    """A hand with another score, or one that the other rules refuse: then `reasons` says why, `rescored` is empty."""

    number: int
    what: str
    url: str
    original: str = ""
    rescored: str = ""
    reasons: str = ""


@dataclass(frozen=True, kw_only=True)
class WhatIfResult:
    """The whole comparison. If scoring `stopped` at a refused hand, no later hand was scored.

    Long lists are cut: `more` and `more_refused` are the numbers of hands left out. `scored` is the number of hands
    that could be scored again.
    """

    players: list[WhatIfDifference]
    hands: list[DifferingHand]
    more: int
    refused: list[DifferingHand]
    more_refused: int
    stopped: bool
    scored: int
    pool_shared: bool
    result: str
    """The differences in a sentence, for screen readers."""


def played_hands(stretch: StretchLedger) -> list[OriginalHand]:
    """Return the hands that count, up to the first that the session's own rules now refuse, if any."""
    return [OriginalHand(hand.number, hand.raw, hand.scored) for hand in stretch.counting if hand.scored]


def compare(
    session: Session,
    ledger: SessionLedger,
    tables: Sequence[Table],
    notation: Notation,
    url: Callable[[int], str],
    *,
    all_hands: bool = False,
) -> WhatIfResult:
    """Return the comparison of the session as played with the same hands at other tables, one for each stretch."""
    what_ifs = _scored_otherwise(ledger, tables)
    settlement = queries.settlement(session) if session.closed_at else None
    original, rescored = _come_to(session, ledger, what_ifs, settlement)
    is_complete = all(what_if.complete for what_if in what_ifs)
    hands = [hand for what_if in what_ifs for hand in what_if.hands]
    differing = [hand for hand in hands if hand.differs]
    refused = [hand for hand in hands if hand.refused]
    most = None if all_hands else MOST_HANDS
    in_short = _in_short(ledger.names, tuple(map(sub, rescored.totals, original.totals)), notation)
    is_paid = original.stake is not None
    return WhatIfResult(
        players=[_shown(name, place, original, rescored, is_paid=is_paid) for place, name in enumerate(ledger.names)],
        hands=[_differing(ledger, hand, notation, url) for hand in differing[:most]],
        more=len(differing[most:]) if most else 0,
        refused=[_differing(ledger, hand, notation, url) for hand in refused[:most]],
        more_refused=len(refused[most:]) if most else 0,
        stopped=any(what_if.stopped for what_if in what_ifs),
        scored=sum(len(what_if.then.hands) for what_if in what_ifs if what_if.reads_hands),
        pool_shared=original.shares_pool or rescored.shares_pool,
        result=in_short
        or (_("All totals would be the same.") if is_complete else _("No hand that was scored would differ.")),
    )


def _come_to(
    session: Session, ledger: SessionLedger, what_ifs: Sequence[WhatIf], settlement: Settlement | None
) -> tuple[SessionTotals, SessionTotals]:
    """Return what the session has come to, as settled or as it stands, and what it would have come to.

    If some hands could not be scored, return what the others add up to in both cases; nothing is paid for that.
    """
    if ledger.refusal or not all(what_if.complete for what_if in what_ifs):
        sums = [[0] * len(ledger.people) for _column in range(2)]
        for stretch, what_if in zip(ledger.stretches, what_ifs, strict=True):
            for column, amounts in zip(sums, what_if.totals(), strict=True):
                for person, amount in zip(stretch.people, amounts, strict=True):
                    column[person] += amount
        original, rescored = (SessionTotals.without_payments(column) for column in sums)
        return original, rescored
    as_played = SessionTotals.from_settlement(settlement) if settlement else SessionTotals.from_ledger(ledger, session)
    after = [
        replace(stretch, table=what_if.then.table, ledger=what_if.then)
        for stretch, what_if in zip(ledger.stretches, what_ifs, strict=True)
    ]
    return as_played, SessionTotals.from_combined(combined(after), as_played.stake, as_played.currency)


def _shown(
    name: str, place: int, original: SessionTotals, rescored: SessionTotals, *, is_paid: bool
) -> WhatIfDifference:
    money = None
    if is_paid and original.money and rescored.money:
        old, new = original.money.amounts[place], rescored.money.amounts[place]
        money = tuple(sum_of_money(amount, original.currency) for amount in (old, new, new - old))
    return WhatIfDifference(name=name, original=original.totals[place], rescored=rescored.totals[place], money=money)


def _differing(
    ledger: SessionLedger, hand: RescoredHand, notation: Notation, url: Callable[[int], str]
) -> DifferingHand:
    number = hand.played.number
    table = ledger.at(number).table
    game = registry.get(ledger.rules.slug)
    return DifferingHand(
        number=number,
        what=in_words(game.describe(table, hand.played.raw), table.players, notation.words),
        url=url(number),
        original=_moved(table.players, hand.played.scored, notation),
        rescored=_moved(table.players, hand.scored, notation) if hand.scored else "",
        reasons=_why(hand.refused, ledger.rules, table.players) if hand.refused else "",
    )


def _moved(names: Sequence[str], scored: ScoredHand, notation: Notation) -> str:
    return _in_short(names, scored.entry.amounts, notation) or _("nothing")


def _in_short(names: Sequence[str], amounts: Amounts, notation: Notation) -> str:
    """Return the amounts that aren't zero in a line: "Anne +30, Bruno −10"."""
    signed = [(name, Amount(amount, signed=True)) for name, amount in zip(names, amounts, strict=True) if amount]
    return ", ".join(f"{isolated(name)}\N{NO-BREAK SPACE}{notation.words(amount)}" for name, amount in signed)


def _why(error: RuleError, rules: AnyRules, names: Sequence[str]) -> str:
    """Return why the other rules refuse a hand, in words for readers who have no form to correct it in."""
    if error.code == Code.UNKNOWN_CHOICE and error.field == "call":
        return _("These rules have no such call.")
    words = {
        Code.UNKNOWN_FIELD: _("Recorded for this hand, but not counted by these rules: %(what)s."),
        Code.REQUIRED: _("Needed by these rules, but not recorded for this hand: %(what)s."),
    }
    for item in rules.hand.items:
        if item.name == error.field and error.code in words:
            return words[error.code] % {"what": in_words(item.label, names)}
    if error.code in (Code.UNKNOWN_FIELD, Code.UNKNOWN_CHOICE):
        return _("These rules don’t have something that was recorded for this hand.")
    if error.code == Code.REQUIRED:
        return _("These rules need something that was not recorded for this hand.")
    return in_words(error.message, names)


class WhatIfForm(forms.Form):
    """The choice of rule set, options and tariff.

    The form is always bound: without input it contains what was played, which is a valid choice too.
    """

    use_required_attribute = False
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)

    def __init__(self, draft: Draft, ledger: SessionLedger, data: Mapping[str, str]) -> None:
        self.draft, self.played, self.shown_options = draft, ledger.table, draft.shown_options
        self.readable = readable(ledger)
        chosen = {
            f"option-{option.name}": draft.options.get(option.name, typed(option.default))
            for option in self.shown_options
        }
        super().__init__({"rules": data.get("rules", draft.rule_set.slug), **chosen}, label_suffix="")
        self._offer("rules", [(rule_set.slug, in_words(rule_set.name)) for rule_set in self.readable])
        for option in self.shown_options:
            self.fields[f"option-{option.name}"] = option_field(option)
        if f"option-{TARIFF}" in self.fields:
            self._offer(f"option-{TARIFF}", _versions(draft))

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def _rules(self) -> AnyRules:
        return self.draft.game.rules

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Return each rule set that can read the hands with its radio button."""
        return zip(self["rules"], self.readable, strict=True)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.shown_options:
            yield option, self[f"option-{option.name}"]

    def tables(self, ledger: SessionLedger) -> list[Table] | None:
        """Return the requested table of each stretch; None, with an error at the field, if the rules don't allow it."""
        if not self.is_valid():
            return None
        try:
            return [self._table(stretch.table) for stretch in ledger.stretches]
        except RuleError as error:
            self._refuse(error)
            return None

    def _table(self, played: Table) -> Table:
        rule_set = self.draft.rule_set
        same = played.options if rule_set.slug == played.rules else {}
        chosen = {
            option.name: option_value(option, self.cleaned_data[f"option-{option.name}"])
            for option in self.shown_options
            if option.name != TARIFF
        }
        return self._rules.table(
            read_players(rule_set, list(played.players)),
            rules=rule_set.slug,
            options={**same, **chosen},
            first_dealer=played.first_dealer,
            tariff=self.draft.tariff,
        )

    def _refuse(self, error: RuleError) -> None:
        name = (error.field or "").replace("options.", "option-")
        self.add_error(name if name in self.fields else "rules", in_words(error.message, self.played.players))


def _versions(draft: Draft) -> list[tuple[str, str]]:
    """Return the choices of tariff with their versions, since the tariff as played and as it is now share a name."""
    choices = [("", _("As printed"))]
    for key, tariff in draft.tariffs.items():
        words = _("%(tariff)s, as played") if key == AS_PLAYED else "%(tariff)s"
        choices.append((key, words % {"tariff": tariff_name(tariff)}))
    return choices


@dataclass(frozen=True, kw_only=True)
class WhatIfUrls:
    """The URLs of the page, at the table or in the organisers' panel. `club` is the one whose tariffs it may offer."""

    back: str
    address: str
    tariff: str
    hand: Callable[[int], str]
    club: Club | None
    in_panel: bool = False


@require_safe
def what_if(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show what the session would have come to under the rules in the query string. Nothing is written."""
    access = access_of(request, public_id)
    club = access.session.club
    urls = WhatIfUrls(
        back=reverse("session", args=[public_id]),
        address=reverse("what_if", args=[public_id]),
        tariff=reverse("session_tariff", args=[public_id]),
        hand=lambda number: reverse("hand", args=[public_id, number]),
        club=club if club and clubs.club_of(access.device) == club else None,
    )
    return what_if_page(request, access, urls)


def what_if_page(request: HtmxRequest, access: Access, urls: WhatIfUrls) -> HttpResponse:
    """Show the form and, if it asks for other rules than were played, the comparison."""
    session, data = access.session, request.GET.dict()
    page = TablePage.from_request(request, access)
    ledger = page.ledger
    form = WhatIfForm(drafted(session, ledger, urls.club, data), ledger, data)
    tables = form.tables(ledger)
    notation = page.notation if form.draft.rule_set.slug == session.rules else Notation()
    result = (
        compare(session, ledger, tables, notation, urls.hand, all_hands=data.get("hands") == "all")
        if tables is not None and tables != [stretch.table for stretch in ledger.stretches]
        else None
    )
    context = {
        **page.context,
        **played_for(ledger, urls.tariff),
        "urls": urls,
        "form": form,
        "draft": form.draft,
        "what_if_notation": notation,
        "found": result,
        "refusal": ledger.refusal,
        "all_hands": f"{urls.address}?{urlencode({**data, 'hands': 'all'})}",
    }
    return render(request, "play/_what_if.html" if request.htmx else "play/what_if.html", context)
