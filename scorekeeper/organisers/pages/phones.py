"""The phones of a club: their names, which of them run evenings, and their removal."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import queries, services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.clubs.organisers import CHOSEN, clubs_of
from scorekeeper.organisers.panel import ClubScopedAdmin, MyClubsFilter, asks_first
from scorekeeper.play.models import Session
from scorekeeper.play.recording.access import remove_phones
from scorekeeper.web import cookies

REMOVAL = format_lazy(
    "{}\n\n{}\n\n{}",
    _(
        "A phone that you delete loses access at once: it can no longer open or record at the club’s tables, run "
        "evenings or start sessions for the club."
    ),
    _(
        "If you deleted a phone by mistake, open the phone link on it again. It can then watch the club’s tables; to "
        "record at a table, it also has to open that table’s link again."
    ),
    _(
        "Links keep working: anyone with the link to a table can open that table, and anyone with the phone link can "
        "join again. Renew the links if they may be in the wrong hands. A member with a login can sign in again on any "
        "phone until you remove the login."
    ),
)
"""What deleting phones ends and keeps."""


@admin.register(ClubDevice)
class PhoneAdmin(ClubScopedAdmin):
    """Phones, which join by the club's link or a login; here they are named, allowed to run evenings, or deleted."""

    deletion = REMOVAL
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
        return str(phone)

    @admin.display(description=_("signed in"), ordering="player__name")
    def signed_in(self, phone: ClubDevice) -> str:
        return str(phone.player or "")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        context = {**(extra_context or {}), "deletion": REMOVAL, "my_clubs": clubs_of(request.user)}
        return super().changelist_view(request, context)

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
        club = self.posted_club(request)
        if club is None:
            return response
        tables = club.sessions.in_play().order_by("pk")
        if not tables:
            self.message_user(request, gettext("No table is open."))
            return response
        sessions: Any = self.admin_site.get_model_admin(Session)
        return sessions.renew_links(request, tables) or response

    def this_browser(self, request: HttpRequest) -> HttpResponse:
        """Make the organiser's own browser a phone of the club that runs evenings, then go on to the posted page."""
        club = self.posted_club(request)
        if club is None:
            return redirect("admin:clubs_clubdevice_changelist")
        following = request.POST.get("then", "")
        if url_has_allowed_host_and_scheme(following, None):
            return run_here(self, request, club, following)
        message = gettext("This browser now runs the evenings of “%(club)s”.")
        self.message_user(request, message % {"club": club})
        return run_here(self, request, club, reverse("admin:clubs_clubdevice_changelist"))


def run_here(model_admin: ClubScopedAdmin, request: HttpRequest, club: Club, following: str) -> HttpResponse:
    """Redirect, after this browser has become a phone that runs the club's evenings, unless it is one already."""
    response = redirect(following)
    device = cookies.device_id_or_new(request)
    phone = queries.club_phone(device)
    if phone is None or phone.club_id != club.pk or not phone.runs:
        phone = services.make_runner(club, device, label=request.user.get_username()[:60])
        model_admin.log_change(request, phone, audit_message(AuditAction.THIS_BROWSER))
        cookies.remember_device(response, device)
    request.session.pop(CHOSEN, None)  # another club that was chosen for reading
    return response
