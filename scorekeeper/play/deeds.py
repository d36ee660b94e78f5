"""The journal of everything: what was written at a club's tables, by phones at its evenings and in the panel.

The latest stands first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from heapq import merge
from itertools import islice

from django.contrib.admin.models import ADDITION, DELETION
from django.db.models import Q, QuerySet
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import panel_notes
from scorekeeper.clubs.models import Club, Deed
from scorekeeper.play.evening_notes import AT_EVENING, in_words
from scorekeeper.play.journals import what
from scorekeeper.play.models import Change, Verb

ON_A_PAGE = 50
MOST_PAGES = 200
"""Beyond that, a date leads there sooner."""
PANEL = "panel"
"""Stands among the verbs for all that was done in the panel itself."""
EVENING = "evening"
"""Stands among them for all that phones did at evenings."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What of the journal is wanted: empty fields want everything. `verb` is one of a table, `PANEL` or `EVENING`."""

    words: str = ""
    verb: str = ""
    session: int | None = None
    since: date | None = None
    until: date | None = None
    page: int = 1


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line: `about` is the table or whatever was changed, `url` leads there in the panel where it is still."""

    at: datetime
    who: str
    what: str
    about: str
    url: str


def lines(clubs: QuerySet[Club], asked: Asked) -> tuple[list[Line], bool]:
    """One page of the journal of these clubs, and whether there is another."""
    end = min(asked.page, MOST_PAGES) * ON_A_PAGE + 1
    changes = [] if asked.verb in (PANEL, EVENING) else list(_changes(clubs, asked)[:end])
    deeds = [] if asked.verb in Verb.values else list(_deeds(clubs, asked)[:end])
    both = merge(map(_of_table, changes), map(_of_deed, deeds), key=lambda line: line.at, reverse=True)
    found = list(islice(both, end - 1 - ON_A_PAGE, end))
    return found[:ON_A_PAGE], len(found) > ON_A_PAGE


def _changes(clubs: QuerySet[Club], asked: Asked) -> QuerySet[Change]:
    """Every change has been written after those of smaller keys: that order needs no sorting."""
    found = Change.objects.filter(session__club__in=clubs)
    if asked.words:
        found = found.filter(Q(who__icontains=asked.words) | Q(session__seats__name__icontains=asked.words)).distinct()
    if asked.verb:
        found = found.filter(verb=asked.verb)
    if asked.session is not None:
        found = found.filter(session=asked.session)
    found = found.filter(**_between(asked))
    return found.select_related("session").prefetch_related("session__seats").order_by("-pk")


def _deeds(clubs: QuerySet[Club], asked: Asked) -> QuerySet[Deed]:
    found = Deed.objects.filter(club__in=clubs, **_between(asked))
    if asked.words:
        of_evening = Q(action=AT_EVENING, said__icontains=asked.words)  # whom it is about
        found = found.filter(Q(who__icontains=asked.words) | Q(name__icontains=asked.words) | of_evening)
    if asked.verb == EVENING:
        found = found.filter(action=AT_EVENING)
    elif asked.verb == PANEL:
        found = found.exclude(action=AT_EVENING)
    if asked.session is not None:
        found = found.filter(model="play.session", key=str(asked.session))
    return found.order_by("-at", "-pk")


def _between(asked: Asked) -> dict[str, datetime]:
    """From the first moment of a day to the last of another."""
    found = {}
    if asked.since:
        found["at__gte"] = _midnight(asked.since)
    if asked.until:
        found["at__lt"] = _midnight(asked.until + timedelta(days=1))
    return found


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, datetime.min.time()))


def _of_table(change: Change) -> Line:
    names = ", ".join(seat.name for seat in change.session.seats.all())
    address = reverse("admin:play_session_change", args=[change.session_id])
    if change.hand_number is not None:
        address = reverse("admin:play_session_hand", args=[change.session_id, change.hand_number])
    return Line(at=change.at, who=change.who or _("Somebody"), what=what(change), about=names, url=address)


def _of_deed(deed: Deed) -> Line:
    if deed.action == AT_EVENING:
        who, what_was = deed.who or _("A phone"), in_words(deed)
        return Line(at=deed.at, who=who, what=what_was, about=panel_notes.about(deed), url=_address(deed))
    return _of_panel(deed)


def _of_panel(deed: Deed) -> Line:
    said = panel_notes.in_words(deed.said)
    if deed.action == DELETION:
        said = _("Deleted.")
    elif deed.action == ADDITION and not said:
        said = _("Added.")
    return Line(at=deed.at, who=deed.who, what=said, about=panel_notes.about(deed), url=_address(deed))


def _address(deed: Deed) -> str:
    """Where what was changed is in the panel; nowhere, once it is deleted."""
    if deed.action == DELETION or not re.fullmatch(r"\w+\.\w+", deed.model):
        return ""
    try:
        return reverse(f"admin:{deed.model.replace('.', '_')}_change", args=[deed.key])
    except NoReverseMatch:
        return ""
