"""The audit log: what was written at a club's tables, by phones at its evenings, and in the panel; newest first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from heapq import merge
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.admin.models import ADDITION, DELETION
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import audit_notes
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.models import AuditEntry, Club
from scorekeeper.desk.audit_notes import AT_DESK, AT_EVENING, in_words
from scorekeeper.play.models import Change, Hand, Verb
from scorekeeper.play.pages.journal import what

ON_A_PAGE = 50
MOST_PAGES = 200
"""The last page; for older entries, filter by date."""
PANEL = "panel"
"""The filter value for everything done in the panel."""
EVENING = "evening"
"""The filter value for everything that phones did at evenings and at the desks of tournaments."""
BY_PHONES = (AT_EVENING, AT_DESK)


@dataclass(frozen=True, kw_only=True)
class AuditLogFilter:
    """The filter of the audit log; empty fields match everything. `verb` is a table's verb, `PANEL` or `EVENING`."""

    words: str = ""
    verb: str = ""
    session: int | None = None
    since: date | None = None
    until: date | None = None
    page: int = 1


@dataclass(frozen=True, kw_only=True)
class AuditLine:
    """One entry: `about` is the table or object that was changed, `url` its page in the panel, or empty."""

    at: datetime
    who: str
    what: str
    about: str
    url: str


def lines(clubs: QuerySet[Club], filters: AuditLogFilter) -> tuple[list[AuditLine], bool]:
    """Return one page of these clubs' audit log, and whether there is another.

    The entries of the page are selected by keys and times alone; only those are read in full.
    """
    end = min(filters.page, MOST_PAGES) * ON_A_PAGE + 1
    changes = [] if filters.verb in (PANEL, EVENING) else _keys(_changes(clubs, filters), end)
    entries = [] if filters.verb in Verb.values else _keys(_entries(clubs, filters), end)
    both = merge(changes, entries, key=lambda key: key.at, reverse=True)
    on_page = list(islice(both, end - 1 - ON_A_PAGE, end))
    return _in_full(on_page[:ON_A_PAGE]), len(on_page) > ON_A_PAGE


@dataclass(frozen=True, slots=True)
class Key:
    """Where an entry is stored, and when it was written."""

    model: type[Change] | type[AuditEntry]
    pk: int
    at: datetime


def _keys(rows: QuerySet[Any], count: int) -> list[Key]:
    """Return the keys of the first rows.

    The inner query selects primary keys only, which an index covers; sorting whole rows took most of the time.
    """
    model = rows.model
    first = model._default_manager.filter(pk__in=rows.values("pk")[:count])
    return [Key(model, pk, at) for pk, at in first.order_by(*rows.query.order_by).values_list("pk", "at")]


def _in_full(keys: Sequence[Key]) -> list[AuditLine]:
    """Return the entries of these keys, in their order."""
    of_tables = Change.objects.filter(pk__in=[key.pk for key in keys if key.model is Change])
    changes = of_tables.select_related("session").prefetch_related("session__stretches__seats").in_bulk()
    hands = Hand.objects.filter(session=OuterRef("session"), number=OuterRef("hand_number"))
    with_page = set(of_tables.filter(Exists(hands)).order_by().values_list("pk", flat=True))  # the others were undone
    entries = AuditEntry.objects.in_bulk([key.pk for key in keys if key.model is AuditEntry])
    return [
        _table_line(changes[key.pk], has_page=key.pk in with_page)
        if key.model is Change
        else _entry_line(entries[key.pk])
        for key in keys
    ]


def _changes(clubs: QuerySet[Club], filters: AuditLogFilter) -> QuerySet[Change]:
    """Return the changes at tables; ordered by key, which is the order of time and needs no sorting."""
    changes = Change.objects.filter(session__club__in=clubs)
    if filters.words:
        changes = changes.filter(
            Q(who__icontains=filters.words) | Q(session__stretches__seats__name__icontains=filters.words)
        ).distinct()
    if filters.verb:
        changes = changes.filter(verb=filters.verb)
    if filters.session is not None:
        changes = changes.filter(session=filters.session)
    changes = changes.filter(**_between(filters))
    return changes.order_by("-pk")


def _entries(clubs: QuerySet[Club], filters: AuditLogFilter) -> QuerySet[AuditEntry]:
    entries = AuditEntry.objects.filter(club__in=clubs, **_between(filters))
    if filters.words:
        of_evening = Q(action__in=BY_PHONES, message__icontains=filters.words)  # the name of the person it is about
        entries = entries.filter(Q(who__icontains=filters.words) | Q(name__icontains=filters.words) | of_evening)
    if filters.verb == EVENING:
        entries = entries.filter(action__in=BY_PHONES)
    elif filters.verb == PANEL:
        entries = entries.exclude(action__in=BY_PHONES)
    if filters.session is not None:
        entries = entries.filter(model="play.session", key=str(filters.session))
    return entries.order_by("-at", "-pk")


def _between(filters: AuditLogFilter) -> dict[str, datetime]:
    """Return the lookups for the span of days, both included."""
    conditions = {}
    if filters.since:
        conditions["at__gte"] = _midnight(filters.since)
    if filters.until:
        conditions["at__lt"] = _midnight(filters.until + timedelta(days=1))
    return conditions


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))


def _table_line(change: Change, *, has_page: bool) -> AuditLine:
    names = ", ".join(seat.name for seat in change.session.people)
    address = reverse("admin:play_session_change", args=[change.session_id])
    if has_page:
        address = reverse("admin:play_session_hand", args=[change.session_id, change.hand_number])
    return AuditLine(at=change.at, who=change.who or gettext("Someone"), what=what(change), about=names, url=address)


def _entry_line(entry: AuditEntry) -> AuditLine:
    if entry.action in BY_PHONES:
        author, what_was = entry.who or gettext("A phone"), in_words(entry)
        return AuditLine(at=entry.at, who=author, what=what_was, about=audit_notes.about(entry), url=_address(entry))
    return _panel_line(entry)


def _panel_line(entry: AuditEntry) -> AuditLine:
    words = audit_notes.in_words(entry.message)
    if entry.action == DELETION:
        words = gettext("Deleted.")
    elif entry.action == ADDITION and not words:
        words = gettext("Added.")
    return AuditLine(at=entry.at, who=entry.who, what=words, about=audit_notes.about(entry), url=_address(entry))


def _address(entry: AuditEntry) -> str:
    """Return the URL of the changed object in the panel; empty if it was deleted or has no page."""
    if entry.action == DELETION or not re.fullmatch(r"\w+\.\w+", entry.model):
        return ""
    try:
        return reverse(f"admin:{entry.model.replace('.', '_')}_change", args=[entry.key])
    except NoReverseMatch:
        return ""


class AuditLogForm(forms.Form):
    """The filter of the audit log; ignores invalid values."""

    use_required_attribute = False
    q = forms.CharField(required=False, max_length=60, label=_("Person or subject"))
    verb = forms.ChoiceField(required=False, label=_("Action"))
    since = forms.DateField(
        required=False, validators=[in_our_time], label=_("From"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, validators=[in_our_time], label=_("To"), widget=forms.DateInput(attrs={"type": "date"})
    )
    session = forms.IntegerField(required=False, min_value=1, max_value=2**31, widget=forms.HiddenInput)
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, label_suffix="")
        verb = self.fields["verb"]
        assert isinstance(verb, forms.ChoiceField)
        verb.choices = [("", _("Everything")), (PANEL, _("In the panel")), (EVENING, _("At an evening")), *Verb.choices]

    def filters(self) -> AuditLogFilter:
        self.is_valid()
        cleaned = self.cleaned_data
        return AuditLogFilter(
            words=cleaned.get("q") or "",
            verb=cleaned.get("verb") or "",
            session=cleaned.get("session"),
            since=cleaned.get("since"),
            until=cleaned.get("until"),
            page=cleaned.get("page") or 1,
        )

    def address(self, page: int) -> str:
        """Return the query parameters of another page."""
        params = {name: str(value) for name, value in self.cleaned_data.items() if value and name != "page"}
        return "?" + urlencode({**params, "page": page})
