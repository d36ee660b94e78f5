"""The list of evenings, which leads to the desk, and starting tonight's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from scorekeeper.desk import attendance
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.organisers.pages.phones import run_here
from scorekeeper.organisers.panel import MomentFilter, MyClubsFilter
from scorekeeper.organisers.printing import PrintingAdmin
from scorekeeper.play.models import Session
from scorekeeper.printing.evening_paper import evenings_print_order
from scorekeeper.printing.forms import BLANK, FILLED, RESULT, PrintChoices
from scorekeeper.printing.typesetting import Order
from scorekeeper.web.dates import long_day
from scorekeeper.web.locales import reading_locale


class SettledFilter(MomentFilter):
    title = _("settled")
    parameter_name = "settled"
    moment = "settled_at"
    answers = MomentFilter.answers[::-1]


def _number(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of an evening's rows, to sort by: a subquery, because two joins would multiply the counts."""
    of_evening = rows.filter(evening=OuterRef("pk")).order_by().values("evening")
    return Coalesce(Subquery(of_evening.annotate(number=Count("pk")).values("number")), 0)


@admin.register(Evening)
class EveningAdmin(PrintingAdmin):
    """Evenings to find and print; everything else about one is done at the desk, where its row leads."""

    list_display = ("day", "name", "club", "count_there", "count_sessions", "is_settled")
    list_filter = (SettledFilter, ("club", MyClubsFilter))
    search_fields = ("name", "presences__player__name")
    date_hierarchy = "date"
    ordering = ("-date", "-pk")
    what = (FILLED, BLANK, RESULT)
    actions = ("print_chosen",)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        counted: QuerySet[Any] = rows.select_related("club").annotate(
            people=_number(Presence.objects.all()), tables=_number(Session.objects.listed())
        )
        return counted

    def printable(self, rows: Sequence[Evening], choices: PrintChoices, base: str) -> Order:
        return evenings_print_order(rows, choices, base)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Evening | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Evening | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        start = path("start/", self.admin_site.admin_view(self.start), name="evenings_evening_start")
        return [start, *super().get_urls()]

    def start(self, request: HttpRequest) -> HttpResponse:
        """Start tonight's evening of a club on its usual terms, or find it, and go to the desk."""
        club = self.posted_club(request)
        if club is None:
            return redirect("admin:index")
        evening = attendance.begin_tonight(club, reading_locale(request), by=request.user.get_username())
        return run_here(self, request, club, reverse("evening", args=[evening.public_id]))

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Lead to the evening at the desk."""
        evening = self.get_object(request, object_id)
        if evening is None:
            raise Http404
        return redirect("evening", evening.public_id)

    @admin.display(description=_("date"), ordering="date")
    def day(self, evening: Evening) -> str:
        return long_day(evening.date)

    @admin.display(description=_("attendance"), ordering="people")
    def count_there(self, evening: Any) -> int:
        return int(evening.people)

    @admin.display(description=_("sessions"), ordering="tables")
    def count_sessions(self, evening: Any) -> int:
        return int(evening.tables)

    @admin.display(description=_("settled"), boolean=True, ordering="settled_at")
    def is_settled(self, evening: Evening) -> bool:
        return evening.settled_at is not None
