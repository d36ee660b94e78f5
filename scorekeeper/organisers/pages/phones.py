"""The phones of a club: their names, which of them run evenings, and their removal."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.organisers.confirmation import asks_first
from scorekeeper.organisers.panel import ClubScopedAdmin, MyClubsFilter
from scorekeeper.play.models import Session
from scorekeeper.play.recording.access import remove_phones
from scorekeeper.web import cookies
from scorekeeper.web.request_params import number_of


@admin.register(ClubDevice)
class PhoneAdmin(ClubScopedAdmin):
    """Phones, which join by the club's link or a login; here they are named, allowed to run evenings, or deleted."""

    delete_confirmation_template = "admin/clubs/clubdevice/delete_confirmation.html"
    delete_selected_confirmation_template = "admin/clubs/clubdevice/delete_selected_confirmation.html"
    change_list_template = "admin/clubs/clubdevice/change_list.html"
    list_display = ("name", "signed_in", "club", "runs", "joined_at")
    list_filter = ("runs", ("club", MyClubsFilter))
    search_fields = ("label",)
    ordering = ("label", "pk")
    fields = ("club", "label", "runs", "signed_in", "joined_at")
    readonly_fields = ("club", "signed_in", "joined_at")
    actions = ("make_runners", "stop_running", "delete_selected")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("club", "player")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=_("Let them run evenings"), permissions=["change"])
    def make_runners(self, request: HttpRequest, phones: QuerySet[ClubDevice]) -> None:
        self._set(request, phones.filter(runs=False), AuditAction.RUNS, runs=True)

    @admin.action(description=_("No longer let them run evenings"), permissions=["change"])
    @asks_first(_("These phones can no longer run evenings. You can let them again."))
    def stop_running(self, request: HttpRequest, phones: QuerySet[ClubDevice]) -> None:
        self._set(request, phones.filter(runs=True), AuditAction.STOPPED_RUNNING, runs=False)

    def _set(self, request: HttpRequest, phones: QuerySet[ClubDevice], action: AuditAction, *, runs: bool) -> None:
        changed = list(phones)
        ClubDevice.objects.filter(pk__in=[phone.pk for phone in changed]).update(runs=runs)
        for phone in changed:
            self.log_change(request, phone, audit_message(action))
        message = ngettext("%(number)d phone changed.", "%(number)d phones changed.", len(changed))
        self.message_user(request, message % {"number": len(changed)}, messages.SUCCESS)

    @admin.display(description=_("name"), ordering="label")
    def name(self, phone: ClubDevice) -> str:
        return phone.label or gettext("Phone without a name")

    @admin.display(description=_("signed in"), ordering="player__name")
    def signed_in(self, phone: ClubDevice) -> Player | None:
        return phone.player

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return super().changelist_view(request, {**(extra_context or {}), "my_clubs": clubs_of(request.user)})

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("this-browser/", view(self.this_browser), name="clubs_clubdevice_this_browser"),
            path("renew-links/", view(self.renew_links), name="clubs_clubdevice_renew_links"),
            *super().get_urls(),
        ]

    def delete_model(self, request: HttpRequest, obj: ClubDevice) -> None:
        remove_phones([obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ClubDevice]) -> None:
        remove_phones(queryset)

    def renew_links(self, request: HttpRequest) -> HttpResponse:
        """Renew the links of every open table of a club, so that nobody can join by the old ones."""
        response = redirect("admin:clubs_clubdevice_changelist")
        if request.method != "POST" or not self.has_module_permission(request):
            return response
        club = clubs_of(request.user).filter(pk=number_of(request.POST.get("club", ""))).first()
        if club is None:
            self.message_user(request, gettext("Choose the club."), messages.ERROR)
            return response
        tables = club.sessions.in_play().order_by("pk")
        if not tables:
            self.message_user(request, gettext("No table is open."))
            return response
        sessions: Any = self.admin_site.get_model_admin(Session)
        return sessions.renew_links(request, tables) or response

    def this_browser(self, request: HttpRequest) -> HttpResponse:
        """Make the organiser's own browser a phone of the club that runs evenings."""
        response = redirect("admin:clubs_clubdevice_changelist")
        club = clubs_of(request.user).filter(pk=number_of(request.POST.get("club", ""))).first()
        if request.method == "POST" and club is not None and self.has_module_permission(request):
            device = cookies.device_id_or_new(request)
            phone = services.make_runner(club, device, label=request.user.get_username()[:60])
            self.log_change(request, phone, audit_message(AuditAction.THIS_BROWSER))
            self.message_user(request, gettext("This browser now runs the evenings of %(club)s.") % {"club": club})
            cookies.remember_device(response, device)
        elif request.method == "POST":
            self.message_user(request, gettext("Choose the club."), messages.ERROR)
        return response
